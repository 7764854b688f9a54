"""A note beside the board: the latest lessons of the tutor, or the short help."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_window
from console.terminal.canvas import Canvas, Rect
from console.text.reflow import wrapped

_MARGIN: Final = 2
_LEAST_WIDTH: Final = 24
_Line = tuple[str, bool]  # text, and True if it is bright


class Note(NamedTuple):
    """A title and paragraphs, and what stands beside the title."""

    title: str
    paragraphs: tuple[str, ...]
    beside: str = ""

    def draw(self, canvas: Canvas, theme: Theme, places: Sequence[Rect]) -> Rect | None:
        """Clear the first place that is large enough, except for its frame, and draw the note at its lower end.

        Blank lines separate the paragraphs. If there is no room for blank lines, every second paragraph is bright.
        Above it are two rows of the place or none. Return the rectangle drawn, or None if no place is large enough.
        """
        for place in places:
            lines = self._lines(place)
            if lines:
                height = len(lines) + 2
                height += place.height - height == 1
                rect = place._replace(row=place.row + place.height - height, height=height)
                canvas.fill(*place.inside(1), " ", theme.palette.text)
                draw_window(canvas, theme, rect, self.title, self.beside)
                styles = theme.palette.text, theme.palette.player
                canvas.styled(rect.inside(_MARGIN), ((line, styles[bright]) for line, bright in lines))
                return rect
        return None

    def fits(self, places: Sequence[Rect]) -> bool:
        """Return True if one of the places is large enough, and wide enough for each word."""
        longest = max((len(word) for text in self.paragraphs for word in text.split()), default=0)
        return any(self._lines(place) and longest <= place.width - 2 * _MARGIN for place in places)

    def _lines(self, place: Rect) -> list[_Line]:
        """Return the lines for a place, or an empty list if the place is too small."""
        if place.width < _LEAST_WIDTH:
            return []
        parts = [wrapped(paragraph, place.width - 2 * _MARGIN) for paragraph in self.paragraphs]
        separated = [(line, False) for part in parts for line in ("", *part)][1:]
        compact = [(line, bool(number % 2)) for number, part in enumerate(parts) for line in part]
        return next((lines for lines in (separated, compact) if len(lines) + 2 <= place.height), [])
