"""The terminal of the process: its standard input and output, and the modes and the size that the system knows."""

import codecs
import io
import math
import os
import select
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from console.terminal.events import Attend
from console.terminal.standard_streams import encoding_of
from console.terminal.windows_console import PROCESS_OUTPUT, change_mode, keyboard_mode, read_units, start_reading

if TYPE_CHECKING:
    import blessed

if sys.platform == "win32":
    import ctypes
    import msvcrt

    HANGUP_ERRORS: Final = (OSError,)

    def _change_mode(descriptor: int, change: Callable[[int], int]) -> Callable[[], object]:
        return change_mode(ctypes.windll.kernel32, msvcrt.get_osfhandle(descriptor), change)

    def _read_console(descriptor: int) -> bytes | None:
        return read_units(ctypes.windll.kernel32, msvcrt.get_osfhandle(descriptor))

else:
    import termios
    import tty

    def _read_console(descriptor: int) -> bytes | None:
        """Return None, the end of the input: only Windows has such a console."""
        return None

    HANGUP_ERRORS: Final = (OSError, termios.error)

_POSIX: Final = os.name == "posix"
_POLL_SECONDS: Final = 0.05
_DEFAULT_SIZE: Final = (80, 24)
_LONGEST_ESCAPE_DIGITS: Final = 5
_SPEED: Final = 5  # the place of the output speed among the attributes of a terminal


def terminal_capabilities() -> "blessed.Terminal":
    """Return blessed's object for the terminal's size, colors and terminfo entry.

    blessed sends queries only if its stream is the terminal. The stream here is another, because queries cost time if
    the terminal does not answer them, and appear as text if it does not understand them.
    """
    if not escape_delay():
        os.environ.pop("ESCDELAY", None)  # an old blessed cannot be imported with a number of many digits
    import blessed

    # An old blessed warns of a terminal that terminfo lacks, and its kind is None. Then try similar ones.
    family = os.environ.get("TERM", "").partition("-")[0]
    with warnings.catch_warnings(action="ignore"):
        for kind in (None, family, "xterm-256color"):
            found = blessed.Terminal(kind, stream=io.StringIO(), force_styling=True)
            if found.kind is not None:
                break
    return found


class SystemLine:
    """The line to the terminal of the process, as ``console.terminal.terminal.Line`` describes it."""

    def __init__(self) -> None:
        self._capabilities = terminal_capabilities()
        self._stream = sys.stdout
        self._keyboard = sys.stdin.fileno()
        self._decode = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace").decode
        self._wake = _wake_pipe() if _POSIX else None
        self._typed: SimpleQueue[str | None] = SimpleQueue()  # from a Windows console; None: it is gone
        self._is_read = False
        self.encoding = encoding_of(self._stream)
        self.kind = os.environ.get("TERM", "")
        self.wakeup = self._wake and self._wake[1]

    @property
    def colors(self) -> int:
        """The number of colors."""
        return self._capabilities.number_of_colors

    @property
    def is_slow(self) -> bool:
        """True on a serial line of less than 38,400 baud."""
        return is_slow_line(self._keyboard)

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows; 80 and 24 if unknown."""
        width, height = self._capabilities.width, self._capabilities.height
        return (width or _DEFAULT_SIZE[0], height or _DEFAULT_SIZE[1])

    def open(self, modes: ExitStack, mouse: bool) -> None:
        """Set the modes of the keyboard and the screen. ``modes`` gets what restores them."""
        if sys.platform == "win32":
            modes.callback(_change_mode(self._keyboard, lambda mode: keyboard_mode(mouse)))
            modes.callback(_change_mode(self._stream.fileno(), lambda mode: mode | PROCESS_OUTPUT))
        else:
            found = termios.tcgetattr(self._keyboard)
            modes.callback(termios.tcsetattr, self._keyboard, termios.TCSADRAIN, found)
            tty.setcbreak(self._keyboard, termios.TCSANOW)
        if not _POSIX and not self._is_read:
            self._is_read = True
            start_reading(partial(_read_console, self._keyboard), self._typed.put)

    def set_mouse(self, wanted: bool) -> None:
        """Let a Windows console report the mouse or not. Other terminals are told by a sequence."""
        if sys.platform == "win32":
            _change_mode(self._keyboard, lambda mode: keyboard_mode(wanted))

    def read(self, timeout: float | None, is_due: Callable[[], bool], attend: Attend) -> str | None:
        """Wait for input, a signal or a wake-up. Return what was typed, or None if the terminal is gone."""
        if self._wake is None:
            return self._read_queue(timeout, is_due)
        woken, _ = self._wake
        ready, _, _ = select.select([self._keyboard, woken], [], [], timeout)
        if woken in ready:
            os.read(woken, 4096)
        if self._keyboard not in ready:
            return ""
        try:
            return self._decode(data) if (data := os.read(self._keyboard, 4096)) else None
        except OSError:
            return None  # the terminal has hung up

    def _read_queue(self, timeout: float | None, is_due: Callable[[], bool]) -> str | None:
        """Return input from the thread that reads the console. Look for signals and ``is_due`` meanwhile."""
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0 and not is_due():
            with suppress(Empty):
                return self._typed.get(timeout=min(left, _POLL_SECONDS))
        return ""

    def wake(self) -> None:
        """End a wait. Other threads may call it."""
        if self._wake is not None:
            # If the pipe is full, the reader will wake up anyway.
            with suppress(BlockingIOError):
                os.write(self._wake[1], b"!")

    def write(self, text: str) -> None:
        """Write text and sequences. Raises OSError."""
        self._stream.write(text)
        self._stream.flush()

    def discard(self) -> None:
        """Discard further output. Otherwise Python's flush at exit would fail on the closed terminal."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


def is_slow_line(descriptor: int) -> bool:
    """Return True if a terminal is on a serial line of less than 38,400 baud."""
    return sys.platform != "win32" and bool(0 < termios.tcgetattr(descriptor)[_SPEED] < termios.B38400)


def _wake_pipe() -> tuple[int, int]:
    """Return the ends of a non-blocking pipe. It is never closed: other threads may post until the program ends."""
    ends = os.pipe()
    if sys.platform != "win32":
        for end in ends:
            os.set_blocking(end, False)
    return ends


def escape_delay() -> float:
    """Return the seconds of the variable ESCDELAY, a number of milliseconds below 100,000; 0 for anything else."""
    text = os.environ.get("ESCDELAY", "")
    known = text.isascii() and text.isdigit() and len(text) <= _LONGEST_ESCAPE_DIGITS
    return int(text) / 1000 if known else 0.0
