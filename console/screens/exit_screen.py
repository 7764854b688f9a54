"""The exit screen, as in shareware: thanks, news and a request. A key, a click or some seconds close it."""

import time
from collections.abc import Callable
from textwrap import wrap
from typing import Final

from console.screens.widgets.large_letters import LARGE, SMALL
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_any_key
from console.terminal.canvas import Canvas
from console.terminal.events import Event, is_pressed
from console.terminal.screen_stack import Leave, Next, Screen
from console.version import NAME, NEWS, VERSION

SECONDS: Final = 3.0
_THANKS: Final = "THANK YOU"
_REQUEST: Final = ("Shareware: copy it, pass it on!", "Register: play on a board of wood.")
_MARGIN: Final = 4
_WIDTH: Final = 60


class ExitScreen(Screen[None]):
    """The exit screen. ``now`` returns the time in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._until = now() + SECONDS

    @property
    def tick(self) -> float | None:
        """The seconds until the screen closes, at least 0.01."""
        return max(0.01, self._until - self._now())

    def handle(self, event: Event) -> Next[None] | None:
        """End the program at a key or a click, or when the time is up."""
        return Leave(0) if is_pressed(event) or self._now() >= self._until else None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the thanks in the largest letters that fit, the news and the request, all centered."""
        palette = theme.palette
        letters = LARGE if LARGE.width(_THANKS) + 2 <= canvas.width else SMALL
        width = canvas.width - _MARGIN
        news = _news_in(width)
        request = [line for sentence in _REQUEST for line in wrap(sentence, width)]
        top = letters.height + letters.shadowed + 1
        blank = [("", palette.text)] * (canvas.height >= top + len(news) + len(request) + 6)
        lines = [(f"for playing {NAME}.", palette.player), *blank]
        lines += [(f"New in version {VERSION}:", palette.prompt), *blank]
        lines += [(line, palette.text) for line in news] + blank
        lines += [(line, palette.said) for line in request]
        row = max(0, (canvas.height - 1 - top - len(lines)) // 2)
        letters.draw(canvas, theme, _THANKS, row, (canvas.width - letters.width(_THANKS)) // 2, palette.title)
        for down, (line, style) in enumerate(lines, row + top):
            canvas.center(down, line, style)
        draw_any_key(canvas, theme)


def _news_in(width: int) -> list[str]:
    """Return the lines of the news, all of one length."""
    lines = [line for item in NEWS for line in wrap(f"- {item}", min(width, _WIDTH), subsequent_indent="  ")]
    return [line.ljust(max(map(len, lines))) for line in lines]
