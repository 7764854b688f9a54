"""Huge pages are a matter of speed only: memory keeps its content, and a system without them is no error."""

import platform
import re
import sys
from pathlib import Path

import pytest

from ai import huge_pages
from ai.huge_pages import use_huge_pages

_MEGABYTE = 1 << 20


def _has_huge_pages() -> bool:
    """Return True if the system moves filled blocks to huge pages: Linux 6.1 or later."""
    enabled = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    if sys.platform != "linux" or not enabled.is_file() or "[never]" in enabled.read_text("ascii"):
        return False
    return tuple(int(part) for part in re.findall(r"\d+", platform.release())[:2]) >= (6, 1)


def _kibibytes_of_huge_pages() -> int:
    found = re.findall(r"^AnonHugePages: +(\d+) kB", Path("/proc/self/smaps").read_text("ascii"), re.MULTILINE)
    return sum(map(int, found))


def test_memory_keeps_its_content() -> None:
    block = bytearray(range(256)) * (32 * _MEGABYTE // 256)
    before = bytes(block)
    use_huge_pages()
    assert block == before


@pytest.mark.skipif(not _has_huge_pages(), reason="the system gives no huge pages")
def test_moves_a_large_block_to_huge_pages() -> None:
    before = _kibibytes_of_huge_pages()
    block = bytearray(32 * _MEGABYTE)
    block[::1024] = b"x" * (32 * 1024)
    use_huge_pages()
    assert _kibibytes_of_huge_pages() > before


@pytest.mark.parametrize("content", [None, b"", b"\xff\n7f00-7f01 rw-p\nRss:\n"])
def test_ignores_missing_or_damaged_mappings(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "smaps"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(huge_pages, "_MAPS", path)
    use_huge_pages()
