"""The terminal in full-screen mode. It reads events, writes cells, and is restored however the program ends."""

import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from contextvars import ContextVar
from types import TracebackType
from typing import Final, Generic, Protocol, Self, TypeVar

from console.terminal.bell import Note, sound
from console.terminal.canvas import Canvas
from console.terminal.colors import Depth, Look
from console.terminal.events import Attend, Closed, Event, Key, KeyReader, Posted, Resize, Tick
from console.terminal.output import move_to, paint
from console.terminal.signals import Signals
from console.terminal.system_line import HANGUP_ERRORS, SystemLine, escape_delay

_ESCAPE_SECONDS: Final = 0.1
_SEQUENCE_SECONDS: Final = 1.0

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


class Line(Protocol):
    """The line to a terminal: where its bytes come from and go to, its size and its colors.

    ``kind`` is the terminal's TERM. Every signal writes a byte to the descriptor ``wakeup``, if there is one.
    """

    encoding: str
    kind: str
    wakeup: int | None

    @property
    def colors(self) -> int: ...

    @property
    def is_slow(self) -> bool: ...

    @property
    def size(self) -> tuple[int, int]: ...

    def open(self, modes: ExitStack, mouse: bool) -> None: ...

    def set_mouse(self, wanted: bool) -> None: ...

    def read(self, timeout: float | None, is_due: Callable[[], bool], attend: Attend) -> str | None: ...

    def wake(self) -> None: ...

    def write(self, text: str) -> None: ...

    def discard(self) -> None: ...


LINE: Final[ContextVar[Callable[[], Line]]] = ContextVar("line", default=SystemLine)
"""Opens the line of a terminal. A process without a terminal replaces it by another source of bytes and size."""
Theme = TypeVar("Theme", bound=Look)


class Terminal(Generic[Theme]):
    """The screen and the keyboard, used in a ``with`` statement.

    The theme is reduced to the colors and characters that the terminal can show. A signal that ends a program raises
    SystemExit(128 + number); Ctrl-C raises KeyboardInterrupt. Signals are deferred until ``read`` waits, so no signal
    interrupts a change of modes.
    """

    def __init__(self, theme: Theme, mouse: bool = True) -> None:
        self._line = LINE.get()()
        self._reader = KeyReader()
        self._give_up_at = 0.0
        self._events: deque[Event] = deque()
        self._notes: deque[Note] = deque()  # at the times of the clock
        self._shown: Canvas | None = None
        self._known_size = (0, 0)
        self._modes: ExitStack | None = None
        self._mouse = mouse
        self._signals = Signals()
        self._escape_seconds = escape_delay() or _ESCAPE_SECONDS
        self.depth = Depth.NONE
        self._wanted: Theme | None = None
        self.set_theme(theme)

    def __enter__(self) -> Self:
        with self._signals.shielded():
            self._signals.install(self._line.wakeup)
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
        """The numbers of columns and rows."""
        return self._line.size

    @property
    def is_slow(self) -> bool:
        """True if the line is too slow for motion."""
        return self._line.is_slow

    def set_theme(self, theme: Theme) -> None:
        """Use another theme, reduced to what the terminal can show. Paint the next picture as a whole."""
        if theme == self._wanted:
            return
        self._wanted = theme
        line = self._line
        self.theme = theme.on(line.colors, line.encoding, line.kind)
        self.depth = self.theme.depth(line.colors, line.kind)
        self._shown = None

    def set_mouse(self, wanted: bool) -> None:
        """Report mouse events or not. Selecting text needs Shift while they are reported."""
        self._mouse = wanted
        if self._modes is not None:
            with self._signals.shielded():
                self._switch_mouse()

    def _switch_mouse(self) -> None:
        self._line.set_mouse(self._mouse)
        self._write(_MOUSE_ON if self._mouse else _MOUSE_OFF)

    def show(self, canvas: Canvas) -> int:
        """Show a picture with one write, and return the number of characters written.

        The terminal compares the next picture with ``canvas``: do not change it afterwards.
        """
        fresh = self._shown is None or (self._shown.width, self._shown.height) != (canvas.width, canvas.height)
        text = paint(canvas, self._shown, self.depth, self._line.encoding, self.theme.colors)
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

    def ring(self, tune: Sequence[Note]) -> None:
        """Play a tune while ``read`` waits. An earlier tune is canceled. An empty tune has no effect."""
        if tune:
            now = time.monotonic()
            self._notes = deque(note._replace(at=now + note.at) for note in tune)

    def post(self, value: object) -> None:
        """Add the event ``Posted(value)`` and end a wait. This is the only method that other threads may call."""
        self._events.append(Posted(value))
        self._line.wake()

    def read(self, timeout: float | None = None, attend: Attend = lambda patience: False) -> Event:
        """Return the next event, or ``Tick`` after ``timeout`` seconds without an event. None: no timeout.

        ``attend`` is for a line that runs other work instead of waiting.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        if timeout == 0:
            self._wait(0, attend)  # keys come before the tick of a screen that always wants one
        while True:
            self._signals.deliver()
            self._handle_terminal_signals()
            if self._events:
                return self._events.popleft()
            if self.size != self._known_size:
                self._known_size = self.size
                return Resize()
            now = time.monotonic()
            if self._notes and now >= self._notes[0].at:
                sound(self._notes.popleft(), self._line.kind, self._write)
            elif self._reader.waiting and now >= self._give_up_at:
                self._events.extend(self._reader.give_up())
            elif deadline is not None and now >= deadline:
                return Tick()
            else:
                ends = [self._give_up_at] if self._reader.waiting else []
                ends += [] if deadline is None else [deadline]
                ends += [self._notes[0].at] if self._notes else []
                self._wait(min(ends) - now if ends else None, attend)

    # Input

    def _wait(self, timeout: float | None, attend: Attend) -> None:
        """Wait for input, a signal or a wake-up, and read it."""
        with self._signals.interruptible():
            typed = self._line.read(timeout, self._is_due, attend)
        if typed is None:
            self._events.append(Closed())
        elif typed:
            self._feed(typed)

    def _is_due(self) -> bool:
        """Return True if ``read`` has an event without waiting."""
        return bool(self._events) or self.size != self._known_size

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
                self._line.write(text)
            except OSError:  # the terminal has hung up
                self._line.discard()
                self._events.append(Closed())

    def _set_modes(self) -> None:
        """Switch the terminal to full-screen modes. Nothing is shown yet."""
        self._modes = ExitStack()
        self._line.open(self._modes, self._mouse)
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
            except HANGUP_ERRORS:
                self._line.discard()

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
                    except HANGUP_ERRORS:
                        self._restore_modes()
                        self._events.append(Closed())
                self._events.append(Resize())
