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
    block = bytearray(range(256)) * (8 * _MEGABYTE // 256)
    before = bytes(block)
    use_huge_pages()
    assert block == before


MAPPED = """\
{0:x}-{1:x} rw-p 00000000 00:00 0
Size:              10240 kB
Rss:               10240 kB
{2:x}-{3:x} rw-p 00000000 00:00 0          [stack]
Size:             819200 kB
Rss:                 100 kB
{4:x}-{5:x} rw-p 00000000 08:01 123        /usr/lib/libc.so
Size:              10240 kB
Rss:               10240 kB
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is asked")
@pytest.mark.parametrize(("setting", "is_asked"), [("always [madvise] never", True), ("always madvise [never]", False)])
def test_asks_for_the_blocks_in_use(
    setting: str, is_asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole huge pages of them, not stacks that are hardly used, and no files."""
    asked: list[tuple[int, int]] = []

    def madvise(start: ctypes.c_void_p, length: ctypes.c_size_t, _advice: int) -> int:
        asked.append(((start.value or 0) // _MEGABYTE, length.value // _MEGABYTE))
        return 0

    enabled, maps = tmp_path / "enabled", tmp_path / "smaps"
    enabled.write_text(setting, "ascii")
    maps.write_text(MAPPED.format(*(each * _MEGABYTE for each in (101, 111, 200, 1000, 2000, 2010))), "ascii")
    monkeypatch.setattr(huge_pages, "ENABLED", enabled)
    monkeypatch.setattr(huge_pages, "MAPS", maps)
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: SimpleNamespace(madvise=madvise))
    use_huge_pages()
    assert asked == ([(102, 8), (102, 8)] if is_asked else [])


@pytest.mark.parametrize("content", [None, b"", b"\xff\n7f00-7f01 rw-p\nRss:\n"])
def test_ignores_missing_or_damaged_mappings(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "smaps"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(huge_pages, "MAPS", path)
    use_huge_pages()
