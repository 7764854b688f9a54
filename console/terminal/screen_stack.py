"""The stack of screens and its event loop. The screen on top handles each event and returns the next step."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from textwrap import wrap
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from console.terminal.canvas import Canvas
from console.terminal.colors import Look
from console.terminal.events import Attend, Closed, Event, Key, Mouse, Tick

LEAST_WIDTH: Final = 40
LEAST_HEIGHT: Final = 20
_REPAINT: Final = Key("ctrl-l")
_LEAVE: Final = Key("ctrl-d")
_OF_TEXT: Final = ("enter", "backspace")


Result = TypeVar("Result")


class Screen(ABC, Generic[Result]):
    """A screen. ``Result`` is the type of the result that it passes to the screen below when it is popped."""

    @property
    def tick(self) -> float | None:
        """The seconds without an event after which the screen gets a ``Tick``. None: never."""
        return None

    @abstractmethod
    def handle(self, event: Event) -> "Next[Result] | None":
        """Handle an event. Return the next step, or None to stay on this screen."""

    @abstractmethod
    def draw(self, canvas: Canvas, theme: Any) -> None:
        """Draw the whole screen on an empty canvas. ``theme`` is the theme of the display."""

    def close(self) -> None:  # not abstract, because most screens have no threads
        """Stop the threads that work for this screen. It is called when the screen leaves the stack."""


@dataclass(frozen=True)
class Push(Generic[Result]):
    """A step that puts a screen on top of the stack.

    When the screen is popped, ``then`` is called with its result, or with None, and returns the next step.
    """

    screen: Screen[Result]
    then: "Callable[[Result | None], Next[Any] | None]" = lambda result: None


@dataclass(frozen=True)
class Pop(Generic[Result]):
    """A step that removes the top screen. The program ends if there is no screen below."""

    result: Result | None = None


@dataclass(frozen=True)
class Replace(Generic[Result]):
    """A step that replaces the top screen by another one, on a cleared terminal.

    When the new screen is popped, its result goes to the ``then`` of the old screen. ``typed`` is for the new screen.
    """

    screen: Screen[Result]
    typed: tuple[Key, ...] = ()


@dataclass(frozen=True)
class Leave:
    """A step that ends the program with an exit status."""

    status: int = 0


Next: TypeAlias = Push[Any] | Pop[Result] | Replace[Result] | Leave


class Display(Protocol):
    """The part of a terminal that the loop uses."""

    @property
    def theme(self) -> Look: ...

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def has_pending_events(self) -> bool: ...

    def repaint(self) -> None: ...

    def show(self, canvas: Canvas) -> int: ...

    def read(self, timeout: float | None, attend: Attend) -> Event: ...


class App:
    """The event loop of one display, and its stack of screens."""

    def __init__(self, display: Display, first: Screen[Any]) -> None:
        self._display = display
        self._stack: list[Push[Any]] = [Push(first)]
        self._status: int | None = None
        self._error: BaseException | None = None
        self._handled_at = 0.0
        self._typed: list[Key] = []  # while the display is too small

    def run(self) -> int:
        """Run until the stack is empty, a screen returns ``Leave``, or the input ends. Return the exit status.

        The status is 0 unless ``Leave`` has another one. Screens do not get Ctrl-L, which repaints the display, nor
        Ctrl-D, which ends the program. While the display is too small, screens get no keys and no mouse events; what is
        typed as text waits until it is large enough.
        """
        try:
            return self._run()
        finally:
            for push in reversed(self._stack):
                push.screen.close()

    def _run(self) -> int:
        while self._status is None:
            self._show()
            event = self._display.read(self._top.tick, self._attend)
            if self._error is not None:
                raise self._error
            if self._status is None:
                self._handle(event)
        return self._status

    def _attend(self, patience: float) -> bool:
        """Handle the events of at most so many seconds while ``read`` runs other work. Return True if the program ends.

        An error is raised by ``run`` when the work has ended.
        """
        until = monotonic() + patience
        is_over = False
        try:
            while not is_over and self._status is None:
                tick = self._top.tick
                due = inf if tick is None else self._handled_at + tick
                event = self._display.read(max(0.0, min(until, due) - monotonic()), self._attend)
                is_over = isinstance(event, Tick)
                if not is_over or monotonic() >= due:
                    self._handle(event)
                    self._show()
        except BaseException as error:
            self._error = error
        return self._status is not None or self._error is not None

    def _show(self) -> None:
        if not self._display.has_pending_events:
            self._display.show(self.picture())

    def _handle(self, event: Event) -> None:
        self._handled_at = monotonic()
        if isinstance(event, Closed) or event == _LEAVE:
            self._status = 0
        elif event == _REPAINT:
            self._display.repaint()
        elif not self._too_small():
            waiting, self._typed = self._typed, []
            for each in (event, *waiting):
                self._status = self._apply(self._top.handle(each)) if self._status is None else self._status
        elif isinstance(event, Key) and (event.text or event.name in _OF_TEXT):
            self._typed.append(event)
        elif not isinstance(event, Key | Mouse):
            self._status = self._apply(self._top.handle(event))

    def picture(self) -> Canvas:
        """Return the current picture."""
        theme = self._display.theme
        width, height = self._display.size
        canvas = Canvas(width, height, theme.ground)
        if self._too_small():
            notice = f"Terminal too small: {width}x{height}, need {LEAST_WIDTH}x{LEAST_HEIGHT}"
            for row, line in enumerate(wrap(notice, max(1, width))):
                canvas.text(row, 0, line, theme.ground)
        else:
            self._top.draw(canvas, theme)
        return canvas

    @property
    def _top(self) -> Screen[Any]:
        return self._stack[-1].screen

    def _too_small(self) -> bool:
        width, height = self._display.size
        return width < LEAST_WIDTH or height < LEAST_HEIGHT

    def _apply(self, step: Next[Any] | None) -> int | None:
        """Apply a step to the stack. Return the exit status if the program ends, else None."""
        while step is not None:
            match step:
                case Leave(status):
                    return status
                case Push():
                    self._stack.append(step)
                    return None
                case Replace(screen, typed):
                    self._top.close()
                    self._stack[-1] = Push(screen, self._stack[-1].then)
                    self._display.repaint()
                    step = None
                    for key in typed:
                        step = step or screen.handle(key)
                case Pop(result):
                    popped = self._stack.pop()
                    popped.screen.close()
                    if not self._stack:
                        return 0
                    step = popped.then(result)
        return None
