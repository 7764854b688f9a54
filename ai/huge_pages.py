"""Huge pages for large tables. With small pages a lookup in a large table waits for an entry of the page table, too."""

import ctypes
import re
import sys
from pathlib import Path
from typing import Final

_HUGE: Final = 2 << 20  # bytes of a huge page
_MADV_HUGEPAGE: Final = 14
_MADV_COLLAPSE: Final = 25
_MAPS: Final = Path("/proc/self/smaps")
# The start and the end of an anonymous writable mapping, and its resident KiB.
_MAPPING: Final = re.compile(r"^(\w+)-(\w+) rw-p 0+ 00:00 0\s*\n(?:(?!Rss).*\n)*Rss: +(\d+)", re.MULTILINE)


def use_huge_pages() -> None:
    """Move all large blocks of memory in use to huge pages. Do nothing where the system has none to give.

    Needs Linux 6.1 or later for blocks that are already filled; see madvise(2).
    """
    if sys.platform != "linux":
        return
    try:
        madvise = ctypes.CDLL(None).madvise
        mappings = _MAPPING.findall(_MAPS.read_text("ascii", errors="replace"))
    except (AttributeError, OSError):
        return
    for first, last, resident in mappings:
        start, end = -(-int(first, 16) // _HUGE) * _HUGE, int(last, 16) // _HUGE * _HUGE
        # The stack of a thread is a large mapping, too, but almost all of it is not in use.
        if start < end <= start + 2048 * int(resident):
            for advice in (_MADV_HUGEPAGE, _MADV_COLLAPSE):
                madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), advice)
