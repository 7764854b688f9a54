"""Huge pages are a matter of speed only: memory keeps its content, and a system without them is no error."""

import re
import sys
from pathlib import Path

import pytest

from ai import huge_pages
from ai.huge_pages import use_huge_pages

_MEGABYTE = 1 << 20


def _kibibytes_of_huge_pages() -> int:
    found = re.findall(r"^AnonHugePages: +(\d+) kB", Path("/proc/self/smaps").read_text("ascii"), re.MULTILINE)
    return sum(map(int, found))


def test_memory_keeps_its_content() -> None:
    block = bytearray(range(256)) * (32 * _MEGABYTE // 256)
    before = bytes(block)
    use_huge_pages()
    assert block == before


@pytest.mark.skipif(
    sys.platform != "linux" or "[never]" in Path("/sys/kernel/mm/transparent_hugepage/enabled").read_text("ascii"),
    reason="the system gives no huge pages",
)
def test_a_large_block_moves_to_huge_pages() -> None:
    block = bytearray(32 * _MEGABYTE)
    block[::1024] = b"x" * (32 * 1024)
    before = _kibibytes_of_huge_pages()
    use_huge_pages()
    assert _kibibytes_of_huge_pages() >= before + 28 * 1024


@pytest.mark.parametrize("content", [None, b"", b"\xff\n7f00-7f01 rw-p\nRss:\n"])
def test_without_a_list_of_mappings_nothing_happens(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "smaps"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(huge_pages, "_MAPS", path)
    use_huge_pages()
