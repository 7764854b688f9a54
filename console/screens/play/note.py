"""A note beside the board: what the tutor explained last, or the most needed lines of help."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_window
from console.terminal.canvas import Canvas, Rect

_MARGIN: Final = 2
_LEAST_WIDTH: Final = 24
_Line = tuple[str, bool]  # a line of text, and whether it is bright


@dataclass(frozen=True)
class Note:
    """Paragraphs under a title."""

    title: str
    paragraphs: tuple[str, ...]

    def draw(self, canvas: Canvas, theme: Theme, places: Sequence[Rect]) -> Rect | None:
        """Clear the first of some places that it fits, and draw it at the lower end; where it stands now.

        Between paragraphs is a blank line, or where that has no room every second one is brighter.
        """
        for place in places:
            lines = self._lines(place)
            if lines:
                height = len(lines) + 2
                rect = place._replace(row=place.row + place.height - height, height=height)
                canvas.fill(*place, " ", theme.palette.text)
                draw_window(canvas, theme, *rect, self.title)
                for down, (line, bright) in enumerate(lines, 1):
                    style = theme.palette.player if bright else theme.palette.text
                    canvas.text(rect.row + down, rect.column + _MARGIN, line, style)
                return rect
        return None

    def fits(self, places: Sequence[Rect]) -> bool:
        """Whether it fits one of some places."""
        return any(map(self._lines, places))

    def _lines(self, place: Rect) -> list[_Line]:
        """Its lines in a place; none where they do not fit."""
        if place.width < _LEAST_WIDTH:
            return []
        wrapped = [wrap(paragraph, place.width - 2 * _MARGIN) for paragraph in self.paragraphs]
        apart = [(line, False) for part in wrapped for line in ("", *part)][1:]
        close = [(line, bool(number % 2)) for number, part in enumerate(wrapped) for line in part]
        return next((lines for lines in (apart, close) if len(lines) + 2 <= place.height), [])
