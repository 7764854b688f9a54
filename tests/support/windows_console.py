"""A Windows console that behaves as documented."""

import ctypes
from queue import Queue
from typing import Any, Final

KEYBOARD: Final = 7
SCREEN: Final = 8


class Console:
    """The functions of kernel32 for a console. Texts in ``typed`` are typed, None ends the console.

    A mode with flags that the console does not know is rejected as a whole, as Windows does.
    """

    def __init__(self, keyboard: int = 0x3FF, screen: int = 0x1F) -> None:
        self.typed: Queue[str | None] = Queue()
        self.known = {KEYBOARD: keyboard, SCREEN: screen}
        self.modes = {KEYBOARD: 0x1F7, SCREEN: 0x3}

    def GetConsoleMode(self, handle: ctypes.c_void_p, mode: Any) -> int:  # noqa: N802
        found = self.modes.get(handle.value or 0)
        mode._obj.value = found or 0
        return int(found is not None)

    def SetConsoleMode(self, handle: ctypes.c_void_p, mode: int) -> int:  # noqa: N802
        place = handle.value or 0
        if place not in self.known or mode & ~self.known[place]:
            return 0
        self.modes[place] = mode
        return 1

    def ReadConsoleW(self, handle: ctypes.c_void_p, units: Any, most: int, count: Any, control: None) -> int:  # noqa: N802
        text = self.typed.get()
        if text is None:
            return 0
        content = text.encode("utf-16-le", "surrogatepass")
        assert len(content) <= 2 * most
        ctypes.memmove(units, content, len(content))
        count._obj.value = len(content) // 2
        return 1
