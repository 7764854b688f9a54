"""The stack of screens and its loop: an event to the screen on top, its answer to the stack, the picture out."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from console.terminal.canvas import Canvas
from console.terminal.events import Closed, Event, Key, Mouse
from console.terminal.look import Look

LEAST_WIDTH: Final = 40
LEAST_HEIGHT: Final = 20
_REPAINT: Final = Key("ctrl-l")


Result = TypeVar("Result")


class Screen(ABC, Generic[Result]):
    """One thing a user sees and acts upon. ``Result`` is what whoever pushed it gets when it goes."""

    @property
    def tick(self) -> float | None:
        """Seconds after which a ``Tick`` is wanted when nothing else happens."""
        return None

    @abstractmethod
    def handle(self, event: Event) -> "Next[Result] | None":
        """Take an event; what comes next, or None to stay."""

    @abstractmethod
    def draw(self, canvas: Canvas, theme: Any) -> None:
        """Draw all of it on an empty canvas. ``theme`` is the display's."""


def _stay(result: object) -> None:
    """What comes next where nobody wants the result."""


@dataclass(frozen=True)
class Push(Generic[Result]):
    """Put a screen on top; ``then`` takes its result, None if it was left without one, and says what comes next."""

    screen: Screen[Result]
    then: "Callable[[Result | None], Next[Any] | None]" = _stay


@dataclass(frozen=True)
class Pop(Generic[Result]):
    """Go back to the screen below, with a result or without; where there is none below the program ends."""

    result: Result | None = None


@dataclass(frozen=True)
class Replace(Generic[Result]):
    """Put another screen in this one's place, on a terminal wiped clean; its result goes to whoever pushed this one."""

    screen: Screen[Result]


@dataclass(frozen=True)
class Leave:
    """End the program."""

    status: int = 0


Next: TypeAlias = Push[Any] | Pop[Result] | Replace[Result] | Leave


class Display(Protocol):
    """What the loop needs of a terminal."""

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
    """Screens on one display, from the first to the last."""

    def __init__(self, display: Display, first: Screen[Any]) -> None:
        self._display = display
        self._stack: list[Push[Any]] = [Push(first)]

    def run(self) -> int:
        """Go on until no screen is left or one says so; the exit status. End of input is an orderly end.

        Ctrl-L paints every screen again and is shown to none.
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
        """What is to be seen now."""
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
        """Change the stack as a screen has asked; the exit status if that was the end."""
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
