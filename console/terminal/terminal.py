"""The one module that knows terminals: events in, changed cells out, and all put back however the program ends."""

import codecs
import os
import select
import signal
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TextIO

from console.terminal.canvas import Canvas
from console.terminal.events import Closed, Event, KeyReader, Posted, Resize, Tick
from console.terminal.lazy_imports import lazy_imports
from console.terminal.output import paint
from console.terminal.signals import Signals
from console.terminal.theme import COLOUR, SMOOTH, Depth, Theme

if TYPE_CHECKING:
    import blessed

if sys.platform == "win32":
    _GONE: Final = (OSError,)
else:
    import termios

    _GONE: Final = (OSError, termios.error)

_POSIX: Final = os.name == "posix"
_ESCAPE_SECONDS: Final = 0.1
_POLL_SECONDS: Final = 0.05
_DEFAULT_SIZE: Final = (80, 24)
_LONGEST_ESCAPE_DIGITS: Final = 5
_MOUSE_MODES: Final = (1000, 1002, 1006)


def terminal_driver(stream: TextIO | None = None, **settings: Any) -> "blessed.Terminal":
    """A blessed terminal that asks the terminal nothing, so that none keeps us waiting or prints the question."""
    os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", "0.1")
    # What blessed imports for asynchronous programs, and in the place of another system, is a third of its start.
    with lazy_imports("asyncio", "unittest", "unittest.mock"):
        import blessed
    from blessed.dec_modes import DecModeResponse

    class Driver(blessed.Terminal):
        def detect_term_program(self, timeout: float = 0, force: bool = False) -> bool | str:
            return True

        def get_dec_mode(self, mode: Any, timeout: float = 0, force: bool = False) -> DecModeResponse:
            known = DecModeResponse.RESET if int(mode) in _MOUSE_MODES else DecModeResponse.NOT_RECOGNIZED
            return DecModeResponse(mode, known)

    try:
        from blessed._capabilities import TermcapResponse
    except ImportError:
        pass  # Private to blessed: without it the constructor asks once, for the tenth of a second set above.
    else:
        settings["_xtgettcap_data"] = TermcapResponse(supported=False)
    without_colour = bool(os.environ.pop("NO_COLOR", ""))
    try:
        driver = Driver(stream=stream, **settings)
    finally:
        if without_colour:
            os.environ["NO_COLOR"] = "1"
    if without_colour:
        driver.number_of_colors = 0
    return driver


class Terminal:
    """The screen and the keyboard, from ``with`` to its end.

    ``theme`` None is colour and smooth; what the terminal lacks of it falls back. Signals that end a program raise
    SystemExit(128 + their number), Ctrl-C KeyboardInterrupt; they are held back until ``read`` waits, so that none
    comes between two modes.
    """

    def __init__(self, theme: Theme | None = None, mouse: bool = True) -> None:
        self._driver = terminal_driver()
        self._stream = sys.stdout
        self._encoding = self._stream.encoding or "ascii"
        self._keyboard = sys.stdin.fileno()
        decoder = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")
        self._decode = decoder("replace").decode
        self._reader = KeyReader()
        self._give_up_at = 0.0
        self._events: deque[Event] = deque()
        self._bells: deque[float] = deque()
        self._shown: Canvas | None = None
        self._caret: tuple[int, int] | None = None
        self._known_size = (0, 0)
        self._modes: ExitStack | None = None
        self._mouse_mode: ExitStack | None = None
        self._mouse = mouse
        self._wake = _wake_pipe() if _POSIX else None
        self._signals = Signals()
        self._escape_seconds = _milliseconds(os.environ.get("ESCDELAY", "")) or _ESCAPE_SECONDS
        self.depth = Depth.NONE
        self.set_theme(theme or Theme(COLOUR, SMOOTH))

    def __enter__(self) -> Self:
        with self._signals.shielded():
            self._signals.install(self._wake and self._wake[1])
            try:
                self._take_over()
            except BaseException:
                self._put_back()
                self._signals.restore()
                raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._signals.shielded():
            self._put_back()
            self._signals.restore()
        if kind is None:
            self._signals.deliver()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows; 80 x 24 where the terminal does not know."""
        width, height = self._driver.width, self._driver.height
        return (width or _DEFAULT_SIZE[0], height or _DEFAULT_SIZE[1])

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and glyphs, as far as the terminal has them; all is painted again."""
        colours = self._driver.number_of_colors
        kind = self._driver.kind or ""
        self.theme = theme.on(colours, self._encoding, kind)
        self.depth = self.theme.depth(colours, kind)
        self._shown = None

    @property
    def mouse(self) -> bool:
        """Whether the mouse is reported to us; while it is, the terminal cannot select text without Shift."""
        return self._mouse

    @mouse.setter
    def mouse(self, wanted: bool) -> None:
        self._mouse = wanted
        if self._modes is not None:
            with self._signals.shielded():
                self._switch_mouse()

    def _switch_mouse(self) -> None:
        """Have the mouse reported or not, as is wanted."""
        if self._mouse_mode is not None:
            self._mouse_mode.close()
            self._mouse_mode = None
        if self._mouse:
            self._mouse_mode = ExitStack()
            self._mouse_mode.enter_context(self._driver.mouse_enabled(report_drag=True))

    def show(self, canvas: Canvas) -> int:
        """Bring a picture to the screen, in one write; returns how many characters it took. Keep it unchanged after."""
        fresh = self._shown is None or (self._shown.width, self._shown.height) != (canvas.width, canvas.height)
        driver = self._driver
        along: Any = driver.move_x or None
        cells = paint(
            canvas, self._shown, self.depth, driver.move_yx, self._encoding, along, self.theme.palette.colours
        )
        text = self._driver.normal + self._driver.clear + cells if fresh else cells
        if text or canvas.caret != self._caret:
            text = self._driver.hide_cursor + text if self._caret is not None else text
            if canvas.caret is not None:
                text += self._driver.move_yx(*canvas.caret) + self._driver.normal_cursor
        self._write(text)
        self._shown, self._caret = canvas, canvas.caret
        return len(text)

    @property
    def has_pending_events(self) -> bool:
        """Whether more events are waiting already, so that a picture shown now would not be looked at."""
        return bool(self._events)

    def repaint(self) -> None:
        """Have the next picture painted whole, whatever is on the screen now."""
        self._shown = None

    def ring(self, rhythm: Sequence[float]) -> None:
        """Sound the bell at these seconds from now and return at once; what is left of an earlier rhythm is dropped.

        It sounds while ``read`` waits for an event.
        """
        if rhythm:
            now = time.monotonic()
            self._bells = deque(now + at for at in rhythm)

    def post(self, value: object) -> None:
        """Send ``Posted(value)`` to whoever reads; the one method other threads may call."""
        self._events.append(Posted(value))
        self._wake_up()

    def read(self, timeout: float | None = None) -> Event:
        """The next event; ``Tick`` when none came within ``timeout`` seconds. None waits for ever."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            self._signals.deliver()
            self._heed_signals()
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
        """Wait for input, a signal or a wake-up, and take it in."""
        if self._wake is None:
            self._wait_by_polling(timeout)
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
                data = b""  # The terminal has hung up.
            if data:
                self._take_in(self._decode(data))
            else:
                self._events.append(Closed())

    def _wait_by_polling(self, timeout: float | None) -> None:
        """The same where a console cannot be waited for together with a pipe: in short turns."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (deadline is None or time.monotonic() < deadline) and not self._events and self.size == self._known_size:
            with self._signals.interruptible():
                pressed = self._driver.kbhit(timeout=_POLL_SECONDS)
            if pressed:
                self._take_in(self._driver.getch())

    def _take_in(self, text: str) -> None:
        self._events.extend(self._reader.feed(text))
        self._give_up_at = time.monotonic() + self._escape_seconds

    def _wake_up(self) -> None:
        if self._wake is not None:
            # Where so many wake-ups wait already that the pipe is full, one more makes no difference.
            with suppress(BlockingIOError):
                os.write(self._wake[1], b"!")

    # Output

    def _write(self, text: str) -> None:
        if text:
            try:
                self._stream.write(text)
                self._stream.flush()
            except OSError:  # the terminal has hung up
                self._give_up_output()
                self._events.append(Closed())

    def _take_over(self) -> None:
        """Switch the terminal to our way of working, with nothing shown yet."""
        driver = self._driver
        self._modes = ExitStack()
        self._modes.enter_context(driver.cbreak())
        self._modes.enter_context(driver.fullscreen())
        self._modes.enter_context(driver.no_line_wrap())
        self._modes.enter_context(driver.keypad())
        self._modes.enter_context(driver.hidden_cursor())
        self._modes.callback(self._write, driver.normal + ("" if driver.exit_fullscreen else driver.clear))
        self._switch_mouse()
        self._shown, self._caret = None, None
        self._known_size = self.size

    def _put_back(self) -> None:
        """Leave the terminal as it was found."""
        wanted = self._mouse_mode, self._modes
        self._mouse_mode = self._modes = None
        for modes in wanted:
            # Each is closed, also where the one before cannot be: what is not would complain as the program ends.
            try:
                if modes is not None:
                    modes.close()
            except _GONE:
                self._give_up_output()

    def _give_up_output(self) -> None:
        """The terminal is gone: let what is still buffered go nowhere instead of failing again as the program ends."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)

    # Signals

    def _heed_signals(self) -> None:
        """Stop when that was asked for, and take the terminal over again when we go on."""
        for number in self._signals.noted():
            if sys.platform != "win32" and number != signal.SIGWINCH:
                with self._signals.shielded():
                    self._put_back()
                    if number == signal.SIGTSTP:
                        self._signals.stop()
                    # After a stop that could not be caught somebody else has had the terminal as well.
                    try:
                        self._take_over()
                    except _GONE:
                        self._put_back()
                        self._events.append(Closed())
                self._events.append(Resize())


def _wake_pipe() -> tuple[int, int]:
    """A pipe that never blocks. Nobody closes it: another thread may post as long as the terminal object lives."""
    ends = os.pipe()
    if sys.platform != "win32":
        for end in ends:
            os.set_blocking(end, False)
    return ends


def _milliseconds(text: str) -> float:
    """Seconds from a count of milliseconds; 0 if it is none, or more than a minute and a half."""
    known = text.isascii() and text.isdigit() and len(text) <= _LONGEST_ESCAPE_DIGITS
    return int(text) / 1000 if known else 0.0
