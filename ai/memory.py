"""The memory of the machine, in bytes, as far as its system tells."""

import ctypes
import os
import sys
from pathlib import Path
from typing import Any, Final

_TOTAL, _FREE = 1, 2
_STATUS_SIZE: Final = 64


def total_memory() -> int | None:
    """Return the size of the memory, or None if the system does not report it."""
    if sys.platform == "win32":
        return memory_status(ctypes.windll.kernel32, _TOTAL)
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):  # some systems do not know these names
        return None


def free_memory() -> int | None:
    """Return the size of the free memory, or None if the system does not report it."""
    if sys.platform == "win32":
        return memory_status(ctypes.windll.kernel32, _FREE)
    try:
        text = Path("/proc/meminfo").read_text("ascii")
        return 1024 * int(text.partition("MemAvailable:")[2].split()[0])
    except (OSError, ValueError, IndexError):
        return None


def memory_status(kernel: Any, field: int) -> int | None:
    """Return a field of Windows' MEMORYSTATUSEX, or None if the library ``kernel`` does not fill it.

    The structure has its size and the load in 64 bits, then seven sizes of 64 bits.
    """
    status = (ctypes.c_uint64 * (_STATUS_SIZE // 8))(_STATUS_SIZE)
    return int(status[field]) if kernel.GlobalMemoryStatusEx(status) else None
