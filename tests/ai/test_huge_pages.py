"""Huge pages are a matter of speed only: memory keeps its content, and a system without them is no error."""

import ctypes
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from ai import huge_pages
from ai.huge_pages import use_huge_pages

_MEGABYTE = 1 << 20


def test_memory_keeps_its_content() -> None:
    block = bytearray(range(256)) * (32 * _MEGABYTE // 256)
    before = bytes(block)
    use_huge_pages()
    assert block == before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is asked")
def test_asks_for_huge_pages_for_a_large_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whether the system grants them depends on its free memory.
    asked: list[tuple[int, int]] = []

    def madvise(start: ctypes.c_void_p, length: ctypes.c_size_t, _advice: int) -> int:
        asked.append((start.value or 0, length.value))
        return 0

    enabled = tmp_path / "enabled"
    enabled.write_text("always [madvise] never\n", "ascii")
    monkeypatch.setattr(huge_pages, "_ENABLED", enabled)
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: SimpleNamespace(madvise=madvise))
    block = bytearray(b"x") * (32 * _MEGABYTE)
    middle = ctypes.addressof(ctypes.c_char.from_buffer(block)) + 16 * _MEGABYTE
    use_huge_pages()
    assert any(start <= middle < start + length for start, length in asked)
    assert all(start % (2 * _MEGABYTE) == length % (2 * _MEGABYTE) == 0 for start, length in asked)
    asked.clear()
    enabled.write_text("always madvise [never]\n", "ascii")
    use_huge_pages()
    assert not asked


@pytest.mark.parametrize("content", [None, b"", b"\xff\n7f00-7f01 rw-p\nRss:\n"])
def test_ignores_missing_or_damaged_mappings(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "smaps"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(huge_pages, "_MAPS", path)
    use_huge_pages()
