"""A wrapper for screens that cover a game: it shows the running clock."""

from collections.abc import Callable
from typing import Any, Final

from console.dialogue.state import State
from console.game.clock import clock_text
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Tick
from console.terminal.screen_stack import LEAST_HEIGHT, Next, Pop, Push, Result, Screen
from console.text import sentences

_LAST_SECONDS: Final = 10
_TENTH: Final = 0.1


def clock_tick(state: State) -> float | None:
    """Return the seconds until the display of the running clock changes, or None if no clock runs."""
    left = state.table.time_left
    if left is None:
        return None
    return _TENTH if left < _LAST_SECONDS else left % 1 + 0.01


class OverTheGame(Screen[Result]):
    """A wrapper that shows the clock below a screen and closes the screen when the time is up.

    Screens that the wrapped screen opens are wrapped too. ``run_on`` is called at every event while a clock runs, and
    continues the game.
    """

    def __init__(self, screen: Screen[Result], state: State, run_on: Callable[[], None]) -> None:
        self.screen = screen
        self._state = state
        self._run_on = run_on

    @property
    def tick(self) -> float | None:
        """The shorter of the two ticks of the screen and of the clock, in seconds; None if there is neither."""
        return min((tick for tick in (self.screen.tick, clock_tick(self._state)) if tick is not None), default=None)

    def close(self) -> None:
        """Close the screen."""
        self.screen.close()

    def handle(self, event: Event) -> Next[Result] | None:
        """Pass the event to the screen. Close the screen if the time is up."""
        if self._state.table.time_left is not None:
            self._run_on()
            if self._state.table.time_left == 0:
                return Pop(None)
        if isinstance(event, Tick) and self.screen.tick is None:
            return None
        step: Next[Any] | None = self.screen.handle(event)
        if isinstance(step, Push):
            return Push(OverTheGame(step.screen, self._state, self._run_on), step.then)
        return step

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the screen, with the clock below it. In a window of the least height, draw the time in a corner."""
        left = self._state.table.time_left
        if left is None:
            self.screen.draw(canvas, theme)
            return
        if canvas.height <= LEAST_HEIGHT:
            self.screen.draw(canvas, theme)
            shown = f" {clock_text(left)} "
            canvas.text(0, canvas.width - len(shown), shown, theme.palette.prompt)
            return
        inside = Canvas(canvas.width, canvas.height - 1, theme.palette.text)
        self.screen.draw(inside, theme)
        canvas.paste(inside)
        text = sentences.clock_runs_on(self._state.table.clock_owner, clock_text(left))
        canvas.text(canvas.height - 1, 1, text, theme.palette.prompt)
