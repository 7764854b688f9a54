"""The terminal in full-screen mode. It reads events, writes cells, and is restored however the program ends."""

import codecs
import io
import math
import os
import select
import signal
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Final, Generic, Self, TypeVar

from console.terminal.canvas import Canvas
from console.terminal.colours import Depth, Look
from console.terminal.events import Closed, Event, Key, KeyReader, Posted, Resize, Tick
from console.terminal.output import move_to, paint
from console.terminal.signals import Signals
from console.terminal.standard_streams import encoding_of
from console.terminal.windows_console import PROCESS_OUTPUT, change_mode, keyboard_mode, read_units, start_reading

if TYPE_CHECKING:
    import blessed

if sys.platform == "win32":
    import ctypes
    import msvcrt

    _HANGUP_ERRORS: Final = (OSError,)

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

    _HANGUP_ERRORS: Final = (OSError, termios.error)

_POSIX: Final = os.name == "posix"
_ESCAPE_SECONDS: Final = 0.1
_SEQUENCE_SECONDS: Final = 1.0
_POLL_SECONDS: Final = 0.05
_DEFAULT_SIZE: Final = (80, 24)
_LONGEST_ESCAPE_DIGITS: Final = 5
_SPEED: Final = 5  # the place of the output speed among the attributes of a terminal

# The sequences of ECMA-48 and the private modes of DEC and xterm. blessed is not used for them, for two reasons: it has
# none if NO_COLOR is set, and it enables the mouse only after a query, which tmux and GNU screen do not answer.
_CLEAR: Final = "\x1b(B\x1b[0m\x1b[H\x1b[2J"
_HIDE_CURSOR: Final = "\x1b[?25l"
_SHOW_CURSOR: Final = "\x1b[?25h"
# An earlier program may have left Enter, Esc and Ctrl-C coded, by modifyOtherKeys of xterm or by kitty's protocol. The
# latter has a stack; at the end the former is as the terminal's settings say. Old terminals may print these sequences:
# what they print is cleared.
_USUAL_KEYS: Final = "\x1b[>4;0m\x1b[>0u"
_EARLIER_KEYS: Final = "\x1b[>4m\x1b[<u"
# The alternate screen, no line wrap, application keys. A terminal without an alternate screen is cleared at the end.
_ENTER: Final = f"\x1b[?1049h{_USUAL_KEYS}\x1b[?7l\x1b[?1h\x1b={_HIDE_CURSOR}"
_LEAVE: Final = f"{_EARLIER_KEYS}{_CLEAR}{_SHOW_CURSOR}\x1b[?1l\x1b>\x1b[?7h\x1b[?1049l"
_MOUSE_ON: Final = "\x1b[?1000;1002;1006h"  # presses, drags, coordinates in decimal
_MOUSE_OFF: Final = "\x1b[?1000;1002;1006l"
# The system makes signals of these keys, but not if a terminal sends them coded.
_SIGNAL_KEYS: Final[dict[Event, str]] = {
    Key("ctrl-c"): "SIGINT",
    Key("ctrl-z"): "SIGTSTP",
    Key("ctrl-\\"): "SIGQUIT",
}


def terminal_capabilities() -> "blessed.Terminal":
    """Return blessed's object for the terminal's size, colours and terminfo entry.

    blessed sends queries only if its stream is the terminal. The stream here is another, because queries cost time if
    the terminal does not answer them, and appear as text if it does not understand them.
    """
    if not _escape_delay():
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


Theme = TypeVar("Theme", bound=Look)


class Terminal(Generic[Theme]):
    """The screen and the keyboard, used in a ``with`` statement.

    The theme is reduced to the colours and characters that the terminal can show. A signal that ends a program raises
    SystemExit(128 + number); Ctrl-C raises KeyboardInterrupt. Signals are deferred until ``read`` waits, so no signal
    interrupts a change of modes.
    """

    def __init__(self, theme: Theme, mouse: bool = True) -> None:
        self._capabilities = terminal_capabilities()
        self._stream = sys.stdout
        self._encoding = encoding_of(self._stream)
        self._keyboard = sys.stdin.fileno()
        decoder = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")
        self._decode = decoder("replace").decode
        self._reader = KeyReader()
        self._give_up_at = 0.0
        self._events: deque[Event] = deque()
        self._bells: deque[float] = deque()
        self._shown: Canvas | None = None
        self._known_size = (0, 0)
        self._modes: ExitStack | None = None
        self._mouse = mouse
        self._wake = _wake_pipe() if _POSIX else None
        self._typed: SimpleQueue[str | None] = SimpleQueue()  # from a Windows console; None: it is gone
        self._is_read = False
        self._signals = Signals()
        self._escape_seconds = _escape_delay() or _ESCAPE_SECONDS
        self.depth = Depth.NONE
        self._wanted: Theme | None = None
        self.set_theme(theme)

    def __enter__(self) -> Self:
        with self._signals.shielded():
            self._signals.install(self._wake and self._wake[1])
            try:
                self._set_modes()
            except BaseException:
                self._restore_modes()
                self._signals.restore()
                raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._signals.shielded():
            self._restore_modes()
            self._signals.restore()
        if kind is None:
            self._signals.deliver()

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows; 80 and 24 if unknown."""
        width, height = self._capabilities.width, self._capabilities.height
        return (width or _DEFAULT_SIZE[0], height or _DEFAULT_SIZE[1])

    def set_theme(self, theme: Theme) -> None:
        """Use another theme, reduced to what the terminal can show. Paint the next picture as a whole."""
        if theme == self._wanted:
            return
        self._wanted = theme
        colours = self._capabilities.number_of_colors
        kind = os.environ.get("TERM", "")
        self.theme = theme.on(colours, self._encoding, kind)
        self.depth = self.theme.depth(colours, kind)
        self._shown = None

    def set_mouse(self, wanted: bool) -> None:
        """Report mouse events or not. Selecting text needs Shift while they are reported."""
        self._mouse = wanted
        if self._modes is not None:
            with self._signals.shielded():
                self._switch_mouse()

    def _switch_mouse(self) -> None:
        if sys.platform == "win32":
            _change_mode(self._keyboard, lambda mode: keyboard_mode(self._mouse))
        self._write(_MOUSE_ON if self._mouse else _MOUSE_OFF)

    def show(self, canvas: Canvas) -> int:
        """Show a picture with one write, and return the number of characters written.

        The terminal compares the next picture with ``canvas``: do not change it afterwards.
        """
        fresh = self._shown is None or (self._shown.width, self._shown.height) != (canvas.width, canvas.height)
        text = paint(canvas, self._shown, self.depth, self._encoding, self.theme.colours)
        text = _CLEAR + text if fresh else text
        if text or self._shown is None or canvas.caret != self._shown.caret:
            text = _HIDE_CURSOR + text
            if canvas.caret is not None:
                text += move_to(*canvas.caret) + _SHOW_CURSOR
        self._write(text)
        self._shown = canvas
        return len(text)

    @property
    def has_pending_events(self) -> bool:
        """True if events are waiting: a picture shown now would be replaced at once."""
        return bool(self._events)

    def repaint(self) -> None:
        """Paint the next picture as a whole, not only the cells that change."""
        self._shown = None

    def ring(self, rhythm: Sequence[float]) -> None:
        """Ring the bell while ``read`` waits, at each time of ``rhythm`` (seconds from now).

        An earlier rhythm is cancelled. An empty rhythm has no effect.
        """
        if rhythm:
            now = time.monotonic()
            self._bells = deque(now + at for at in rhythm)

    def post(self, value: object) -> None:
        """Add the event ``Posted(value)`` and end a wait. This is the only method that other threads may call."""
        self._events.append(Posted(value))
        if self._wake is not None:
            # If the pipe is full, the reader will wake up anyway.
            with suppress(BlockingIOError):
                os.write(self._wake[1], b"!")

    def read(self, timeout: float | None = None) -> Event:
        """Return the next event, or ``Tick`` after ``timeout`` seconds without an event. None: no timeout."""
        deadline = None if timeout is None else time.monotonic() + timeout
        if timeout == 0:
            self._wait(0)  # keys come before the tick of a screen that always wants one
        while True:
            self._signals.deliver()
            self._handle_terminal_signals()
            if self._events:
                return self._events.popleft()
            if self.size != self._known_size:
                self._known_size = self.size
                return Resize()
            now = time.monotonic()
            if self._bells and now >= self._bells[0]:
                self._bells.popleft()
                self._write("\a")
            elif self._reader.waiting and now >= self._give_up_at:
                self._events.extend(self._reader.give_up())
            elif deadline is not None and now >= deadline:
                return Tick()
            else:
                ends = [self._give_up_at] if self._reader.waiting else []
                ends += [] if deadline is None else [deadline]
                ends += [self._bells[0]] if self._bells else []
                self._wait(min(ends) - now if ends else None)

    # Input

    def _wait(self, timeout: float | None) -> None:
        """Wait for input, a signal or a wake-up, and read it."""
        if self._wake is None:
            self._wait_for_console(timeout)
            return
        woken, _ = self._wake
        with self._signals.interruptible():
            ready, _, _ = select.select([self._keyboard, woken], [], [], timeout)
        if woken in ready:
            os.read(woken, 4096)
        if self._keyboard in ready:
            try:
                data = os.read(self._keyboard, 4096)
            except OSError:
                data = b""  # the terminal has hung up
            if data:
                self._feed(self._decode(data))
            else:
                self._events.append(Closed())

    def _wait_for_console(self, timeout: float | None) -> None:
        """Wait for input from the thread that reads the console. Look for signals and a new size meanwhile."""
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0 and not self._events and self.size == self._known_size:
            with self._signals.interruptible(), suppress(Empty):
                typed = self._typed.get(timeout=min(left, _POLL_SECONDS))
                if typed is None:
                    self._events.append(Closed())
                else:
                    self._feed(typed)
                return

    def _feed(self, text: str) -> None:
        for event in self._reader.feed(text):
            number = getattr(signal, _SIGNAL_KEYS.get(event, ""), None)
            if number is None:
                self._events.append(event)
            else:
                signal.raise_signal(number)
        least = _SEQUENCE_SECONDS if self._reader.in_sequence else 0.0
        self._give_up_at = time.monotonic() + max(least, self._escape_seconds)

    # Output

    def _write(self, text: str) -> None:
        if text:
            try:
                self._stream.write(text)
                self._stream.flush()
            except OSError:  # the terminal has hung up
                self._discard_output()
                self._events.append(Closed())

    def _set_modes(self) -> None:
        """Switch the terminal to full-screen modes. Nothing is shown yet."""
        self._modes = ExitStack()
        if sys.platform == "win32":
            self._modes.callback(_change_mode(self._keyboard, lambda mode: keyboard_mode(self._mouse)))
            self._modes.callback(_change_mode(self._stream.fileno(), lambda mode: mode | PROCESS_OUTPUT))
        else:
            found = termios.tcgetattr(self._keyboard)
            self._modes.callback(termios.tcsetattr, self._keyboard, termios.TCSADRAIN, found)
            tty.setcbreak(self._keyboard, termios.TCSANOW)
        if not _POSIX and not self._is_read:
            self._is_read = True
            start_reading(partial(_read_console, self._keyboard), self._typed.put)
        self._modes.callback(self._write, _LEAVE)
        self._write(_ENTER)
        if self._mouse:
            self._switch_mouse()
        self._shown = None
        self._known_size = self.size

    def _restore_modes(self) -> None:
        """Restore the modes of the terminal before ``_set_modes``. Calling it twice is allowed."""
        modes, self._modes = self._modes, None
        if modes is not None:
            if self._mouse:
                self._write(_MOUSE_OFF)
            try:
                modes.close()
            except _HANGUP_ERRORS:
                self._discard_output()

    def _discard_output(self) -> None:
        """Discard further output. Otherwise Python's flush at exit would fail on the closed terminal."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)

    # Signals

    def _handle_terminal_signals(self) -> None:
        """Handle pending terminal signals: stop on SIGTSTP, set the modes again after a stop, and redraw."""
        for number in self._signals.noted():
            if sys.platform != "win32" and number != signal.SIGWINCH:
                with self._signals.shielded():
                    self._restore_modes()
                    if number == signal.SIGTSTP:
                        self._signals.stop()
                    # The modes are set after SIGCONT as well: a stop by SIGSTOP cannot be handled.
                    try:
                        self._set_modes()
                    except _HANGUP_ERRORS:
                        self._restore_modes()
                        self._events.append(Closed())
                self._events.append(Resize())


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


def _escape_delay() -> float:
    """Return the seconds of the variable ESCDELAY, a number of milliseconds below 100,000; 0 for anything else."""
    text = os.environ.get("ESCDELAY", "")
    known = text.isascii() and text.isdigit() and len(text) <= _LONGEST_ESCAPE_DIGITS
    return int(text) / 1000 if known else 0.0
