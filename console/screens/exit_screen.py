"""The exit screen, as in shareware: thanks, news and a request. A key, a click or some seconds close it."""

import time
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final

from console.screens.widgets.large_letters import LARGE, SMALL
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Leave, Next, Screen
from console.version import NAME, NEWS, VERSION

SECONDS: Final = 3.0
SECONDS_WITH_SUMMARY: Final = 6.0
_THANKS: Final = "THANK YOU"
_REQUEST: Final = (
    "Shareware: copy it, pass it on!",
    "Register: play on a board of wood.",
)
_MARGIN: Final = 4
_WIDTH: Final = 60


class ExitScreen(Screen[None]):
    """The exit screen. ``summary`` is a heading and sentences, which replace the news; it may be empty.

    ``now`` returns the time in seconds.
    """

    def __init__(self, summary: Sequence[str] = (), now: Callable[[], float] = time.monotonic) -> None:
        self._summary = summary
        self._now = now
        self._until = now() + (SECONDS_WITH_SUMMARY if summary else SECONDS)

    @property
    def tick(self) -> float | None:
        """The seconds until the screen closes, at least 0.01."""
        return max(0.01, self._until - self._now())

    def handle(self, event: Event) -> Next[None] | None:
        """End the program at a key or a click, or when the time is up."""
        pressed = isinstance(event, Key) or (isinstance(event, Mouse) and event.kind == "press")
        return Leave(0) if pressed or self._now() >= self._until else None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the thanks in the largest letters that fit, the news or the summary, and the request, all centred."""
        palette = theme.palette
        letters = LARGE if LARGE.width(_THANKS) + 2 <= canvas.width else SMALL
        width = canvas.width - _MARGIN
        heading, news = _news_in(width)
        if self._summary:
            heading, *sentences = self._summary
            news = [line for sentence in sentences for line in wrap(sentence, min(width, _WIDTH))]
        request = [line for sentence in _REQUEST for line in wrap(sentence, width)]
        top = letters.height + letters.shadowed + 1
        gap = 1 if canvas.height >= top + len(news) + len(request) + 6 else 0
        blank = [("", palette.text)] * gap
        lines = [(f"for playing {NAME}.", palette.player), *blank]
        lines += [(heading, palette.prompt), *blank]
        lines += [(line, palette.text) for line in news] + blank
        lines += [(line, palette.said) for line in request]
        row = max(0, (canvas.height - 1 - top - len(lines)) // 2)
        letters.draw(canvas, theme, _THANKS, row, (canvas.width - letters.width(_THANKS)) // 2, palette.title)
        for down, (line, style) in enumerate(lines, row + top):
            canvas.centre(down, line, style)
        canvas.fill(canvas.height - 1, 0, 1, canvas.width, " ", palette.bar)
        canvas.centre(canvas.height - 1, "Press any key", palette.bar)


def _news_in(width: int) -> tuple[str, list[str]]:
    """Return the heading and the lines of the news, all of one length."""
    lines = [line for item in NEWS for line in wrap(f"- {item}", min(width, _WIDTH), subsequent_indent="  ")]
    return f"New in version {VERSION}:", [line.ljust(max(map(len, lines))) for line in lines]
