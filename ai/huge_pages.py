"""Huge pages for large tables: they save misses of the translation lookaside buffer (TLB)."""

import re
import sys
from pathlib import Path
from typing import Final

_PAGE_BYTES: Final = 2 << 20
_MADV_HUGEPAGE: Final = 14
_MADV_COLLAPSE: Final = 25
ENABLED: Final = Path("/sys/kernel/mm/transparent_hugepage/enabled")
MAPS: Final = Path("/proc/self/smaps")
# The start and the end of an anonymous writable mapping, and its resident KiB.
_MAPPING: Final = re.compile(r"^(\w+)-(\w+) rw-p 0+ 00:00 0\s*\n(?:(?!Rss).*\n)*Rss: +(\d+)", re.MULTILINE)


def use_huge_pages() -> None:
    """Move all large blocks of memory in use to huge pages.

    Do nothing except on Linux, or if the administrator has switched huge pages off. Blocks that are already filled are
    moved only by Linux 6.1 or later; see madvise(2).
    """
    if sys.platform != "linux":
        return
    try:
        import ctypes  # some builds of Python lack it

        madvise = ctypes.CDLL(None).madvise
        is_off = "[never]" in ENABLED.read_text("ascii")
        mappings = [] if is_off else _MAPPING.findall(MAPS.read_text("ascii", errors="replace"))
    except (AttributeError, ImportError, OSError):
        return
    for first, last, resident in mappings:
        start, end = -(-int(first, 16) // _PAGE_BYTES) * _PAGE_BYTES, int(last, 16) // _PAGE_BYTES * _PAGE_BYTES
        # The stack of a thread is a large mapping, too, but almost all of it is not in use.
        if start < end <= start + 2048 * int(resident):
            for advice in (_MADV_HUGEPAGE, _MADV_COLLAPSE):
                madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), advice)
