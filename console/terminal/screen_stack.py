"""The stack of screens and its loop: an event to the screen on top, its answer to the stack, the picture out."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from textwrap import wrap
from typing import Final, Protocol

from console.terminal.canvas import Canvas
from console.terminal.events import Closed, Event, Key, Mouse
from console.terminal.theme import Look

LEAST_WIDTH: Final = 40
LEAST_HEIGHT: Final = 20


class Screen(ABC):
    """One thing the player sees and acts upon."""

    tick: float | None = None
    """Seconds after which a ``Tick`` is wanted when nothing else happens."""

    @abstractmethod
    def handle(self, event: Event) -> "Next | None":
        """Take an event; what comes next, or None to stay."""

    @abstractmethod
    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw all of it on an empty canvas."""

    def resume(self, result: object) -> "Next | None":
        """Take the result of the screen that was on top and has gone."""
        return None


@dataclass(frozen=True)
class Push:
    """Put a screen on top."""

    screen: Screen


@dataclass(frozen=True)
class Pop:
    """Go back to the screen below with a result; without one below the program ends."""

    result: object = None


@dataclass(frozen=True)
class Replace:
    """Put another screen in this one's place."""

    screen: Screen


@dataclass(frozen=True)
class Leave:
    """End the program."""

    status: int = 0


Next = Push | Pop | Replace | Leave


class Display(Protocol):
    """What the loop needs of a terminal."""

    look: Look

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def hurried(self) -> bool: ...

    def show(self, canvas: Canvas) -> int: ...

    def read(self, timeout: float | None = None) -> Event: ...


class App:
    """Screens on one display, from the first to the last."""

    def __init__(self, display: Display, first: Screen) -> None:
        self._display = display
        self._stack = [first]

    def run(self) -> int:
        """Go on until no screen is left or one says so; the exit status. End of input is an orderly end."""
        while True:
            if not self._display.hurried:
                self._display.show(self.picture())
            event = self._display.read(self._stack[-1].tick)
            if isinstance(event, Closed):
                return 0
            if self._too_small() and isinstance(event, Key | Mouse):
                continue
            status = self._follow(self._stack[-1].handle(event))
            if status is not None:
                return status

    def picture(self) -> Canvas:
        """What is to be seen now."""
        look = self._display.look
        width, height = self._display.size
        canvas = Canvas(width, height, look.theme.desktop)
        if self._too_small():
            notice = f"Terminal too small: {width}x{height}, need {LEAST_WIDTH}x{LEAST_HEIGHT}"
            for row, line in enumerate(wrap(notice, max(1, width))):
                canvas.text(row, 0, line, look.theme.desktop)
        else:
            self._stack[-1].draw(canvas, look)
        return canvas

    def _too_small(self) -> bool:
        width, height = self._display.size
        return width < LEAST_WIDTH or height < LEAST_HEIGHT

    def _follow(self, step: Next | None) -> int | None:
        """Change the stack as a screen has asked; the exit status if that was the end."""
        while step is not None:
            match step:
                case Leave(status):
                    return status
                case Push(screen):
                    self._stack.append(screen)
                    return None
                case Replace(screen):
                    self._stack[-1] = screen
                    return None
                case Pop(result):
                    self._stack.pop()
                    if not self._stack:
                        return 0
                    step = self._stack[-1].resume(result)
        return None
