"""The stack of screens and its loop: the screen on top handles each event and says what comes next."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from console.terminal.canvas import Canvas
from console.terminal.colours import Look
from console.terminal.events import Closed, Event, Key, Mouse

LEAST_WIDTH: Final = 40
LEAST_HEIGHT: Final = 20
_REPAINT: Final = Key("ctrl-l")


Result = TypeVar("Result")


class Screen(ABC, Generic[Result]):
    """A screen. ``Result`` is the type of what it returns to the screen below when it is popped."""

    @property
    def tick(self) -> float | None:
        """Seconds without an event after which a ``Tick`` is sent. None: never."""
        return None

    @abstractmethod
    def handle(self, event: Event) -> "Next[Result] | None":
        """Handle an event, and return what comes next. None: stay."""

    @abstractmethod
    def draw(self, canvas: Canvas, theme: Any) -> None:
        """Draw everything on an empty canvas. ``theme`` is the display's."""

    def close(self) -> None:  # most screens have none
        """End the work of other threads for this screen."""


@dataclass(frozen=True)
class Push(Generic[Result]):
    """Put a screen on top. ``then`` is called with its result, None if it has none, and returns what comes next."""

    screen: Screen[Result]
    then: "Callable[[Result | None], Next[Any] | None]" = lambda result: None


@dataclass(frozen=True)
class Pop(Generic[Result]):
    """Return to the screen below. The program ends if there is none."""

    result: Result | None = None


@dataclass(frozen=True)
class Replace(Generic[Result]):
    """Replace this screen, on a cleared terminal. The result of the new screen goes where that of this one would go."""

    screen: Screen[Result]


@dataclass(frozen=True)
class Leave:
    """End the program."""

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

    def read(self, timeout: float | None = None) -> Event: ...


class App:
    """The loop over the screens of one display."""

    def __init__(self, display: Display, first: Screen[Any]) -> None:
        self._display = display
        self._stack: list[Push[Any]] = [Push(first)]

    def run(self) -> int:
        """Run until no screen is left or one returns ``Leave``, and return the exit status. End of input is status 0.

        Ctrl-L repaints every screen and is handled by none.
        """
        while True:
            if not self._display.has_pending_events:
                self._display.show(self.picture())
            event = self._display.read(self._top.tick)
            if isinstance(event, Closed):
                return 0
            if event == _REPAINT:
                self._display.repaint()
                continue
            if self._too_small() and isinstance(event, Key | Mouse):
                continue
            status = self._follow(self._top.handle(event))
            if status is not None:
                return status

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

    def _follow(self, step: Next[Any] | None) -> int | None:
        """Change the stack, and return the exit status if that ended the program."""
        while step is not None:
            match step:
                case Leave(status):
                    return status
                case Push():
                    self._stack.append(step)
                    return None
                case Replace(screen):
                    self._stack[-1] = Push(screen, self._stack[-1].then)
                    self._display.repaint()
                    return None
                case Pop(result):
                    gone = self._stack.pop()
                    if not self._stack:
                        return 0
                    step = gone.then(result)
        return None
