"""The keyboard of a Windows console, which is read on a thread of its own.

A key such as Shift counts as input, but a call that reads it waits for a character. Therefore only this thread reads.
The functions get the library kernel32 as ``kernel``, so that they can be tested on other systems.
"""

import codecs
import ctypes
import time
from collections.abc import Callable
from threading import Thread
from typing import Any, Final

PROCESS_OUTPUT: Final = 0x4
"""The mode of the screen in which escape sequences work: ENABLE_VIRTUAL_TERMINAL_PROCESSING."""

_KEY_SEQUENCES: Final = 0x200
"""The mode of the keyboard in which keys come as escape sequences: ENABLE_VIRTUAL_TERMINAL_INPUT."""

# Ctrl-C is a signal, and no key waits for Enter; the next flag is the mouse's or selects.
_KEYS: Final = 0x1 | 0x80 | _KEY_SEQUENCES  # ENABLE_PROCESSED_INPUT, _EXTENDED_FLAGS
_MOUSE, _QUICK_EDIT = 0x10, 0x40
_MOST_UNITS: Final = 256
_PAUSE: Final = 0.05  # seconds


def keyboard_mode(mouse: bool) -> int:
    """Return the mode of the keyboard. Without ``mouse``, the console uses the mouse to select text (QuickEdit)."""
    return _KEYS | (_MOUSE if mouse else _QUICK_EDIT)


def change_mode(kernel: Any, handle: int, change: Callable[[int], int]) -> Callable[[], object]:
    """Change the mode of a console handle. Return a function that restores it."""
    before = _mode(kernel, handle)
    kernel.SetConsoleMode(ctypes.c_void_p(handle), change(before))
    return lambda: kernel.SetConsoleMode(ctypes.c_void_p(handle), before)


def takes_sequences(kernel: Any, keyboard: int, screen: int) -> bool:
    """Return True if a console grants the modes of escape sequences. Its modes are restored.

    A console older than Windows 10, or one in legacy mode, does not, nor does a handle that is no console.
    """
    return _grants(kernel, keyboard, _KEY_SEQUENCES) and _grants(kernel, screen, PROCESS_OUTPUT)


def _grants(kernel: Any, handle: int, flag: int) -> bool:
    restore = change_mode(kernel, handle, lambda mode: mode | flag)
    granted = _mode(kernel, handle)
    restore()
    return bool(granted & flag)


def _mode(kernel: Any, handle: int) -> int:
    """Return the mode of a console handle; 0 if it is no console."""
    mode = ctypes.c_uint32()
    kernel.GetConsoleMode(ctypes.c_void_p(handle), ctypes.byref(mode))
    return mode.value


def read_units(kernel: Any, handle: int) -> bytes | None:
    """Wait for input and return it in UTF-16, whatever the code page. Return None if the console is gone.

    Ctrl-C ends the call without input; then return an empty text.
    """
    units, count = (ctypes.c_uint16 * _MOST_UNITS)(), ctypes.c_uint32()
    if not kernel.ReadConsoleW(ctypes.c_void_p(handle), units, _MOST_UNITS, ctypes.byref(count), None):
        return None
    if not count.value:
        time.sleep(_PAUSE)
    return bytes(units)[: 2 * count.value]


def start_reading(read: Callable[[], bytes | None], take: Callable[[str | None], None]) -> None:
    """Start a thread that passes what ``read`` returns to ``take`` as text, and None at the end of the input."""
    decode = codecs.getincrementaldecoder("utf-16-le")("replace").decode  # half a pair waits for the other half

    def pump() -> None:
        while (units := read()) is not None:
            take(decode(units))
        take(None)

    Thread(target=pump, daemon=True, name="console input").start()
