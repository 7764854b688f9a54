"""Files that another program holds as virus scanners do on Windows: nobody else may open, rename or delete them."""

import ctypes
from pathlib import Path
from threading import Timer
from typing import Any

_READ, _SHARED_WITH_NOBODY, _OPEN_EXISTING = 0x80000000, 0, 3


def held(path: Path, seconds: float) -> Timer:
    """Hold a file for a time; the timer that is returned lets it go."""
    kernel: Any = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]  # only on Windows
    kernel.CreateFileW.restype = ctypes.c_void_p
    handle = kernel.CreateFileW(str(path), _READ, _SHARED_WITH_NOBODY, None, _OPEN_EXISTING, 0, None)
    release = Timer(seconds, kernel.CloseHandle, [ctypes.c_void_p(handle)])
    release.start()
    return release
