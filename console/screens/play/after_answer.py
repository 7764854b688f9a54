"""A wrapper for screens that an answer by one letter opened: the rest of the answer does not reach them."""

from typing import TypeVar

from console.screens.play.answer_line import AnswerLine
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key
from console.terminal.screen_stack import Next, Screen

Result = TypeVar("Result")


class AfterAnswer(Screen[Result]):
    """A wrapper that keeps the rest of ``yes`` or ``no`` and its Enter from a screen. Later keys reach the screen."""

    def __init__(self, screen: Screen[Result], line: AnswerLine) -> None:
        self._screen = screen
        self._line = line

    @property
    def tick(self) -> float | None:
        """The tick of the screen."""
        return self._screen.tick

    def handle(self, event: Event) -> Next[Result] | None:
        """Pass the event to the screen, unless it belongs to the answer."""
        if self._line.awaits_rest and isinstance(event, Key) and self._line.takes(event):
            return None
        return self._screen.handle(event)

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the screen."""
        self._screen.draw(canvas, theme)
