"""Tables of text that fit a width, and a table in a window, of which one row is chosen by keys, letters and the mouse.

The widest columns of a table shrink first, then the least important ones are left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from console.screens.widgets.list_cursor import ListCursor
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import ScrollBar
from console.terminal.canvas import Canvas, Rect, clipped, in_columns
from console.terminal.events import Mouse

_GAP: Final = 2
_NARROWEST: Final = 4


@dataclass(frozen=True)
class Column:
    """A column. It shrinks to ``least`` columns of text. The highest ``rank`` is left out first, 0 never."""

    title: str
    rank: int = 0
    right: bool = False
    least: int = 8


def figures(*titles: str, rank: int = 0) -> list[Column]:
    """Return columns of numbers."""
    return [Column(title, rank, right=True) for title in titles]


class TextTable:
    """A table. Each of ``rows`` has a text for every column."""

    def __init__(self, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
        self.columns = list(columns)
        self.rows = [[in_columns(text) for text in row] for row in rows]
        titles = [column.title for column in self.columns]
        self.natural = [max(map(len, texts)) for texts in zip(titles, *self.rows, strict=True)]

    @property
    def width(self) -> int:
        """The width of the whole table in columns of the screen."""
        return sum(self.natural) + _GAP * (len(self.natural) - 1)

    def lines(self, width: int) -> tuple[str, list[str]]:
        """Return the titles and the rows, each at most ``width`` columns."""
        widths = self._fit(width)
        titles = [column.title for column in self.columns]
        return self._line(titles, widths, width), [self._line(row, widths, width) for row in self.rows]

    def _fit(self, width: int) -> dict[int, int]:
        """Return the widths of the columns that are shown, by index."""
        places = list(range(len(self.columns)))
        while True:
            widths = {place: self.natural[place] for place in places}
            ranked = [place for place in places if self.columns[place].rank]
            excess = sum(widths.values()) + _GAP * (len(places) - 1) - width
            while excess > 0:
                spare = {
                    place: widths[place] - (self.columns[place].least if ranked else _NARROWEST) for place in places
                }
                widest = max(places, key=spare.__getitem__)
                if spare[widest] <= 0:
                    break
                widths[widest] -= 1
                excess -= 1
            if excess <= 0 or not ranked:
                return widths
            # Of equal ranks the last is left out.
            places.remove(max(ranked, key=lambda place: (self.columns[place].rank, place)))

    def _line(self, row: Sequence[str], widths: Mapping[int, int], width: int) -> str:
        cells = []
        for place, room in widths.items():
            text = clipped(row[place], room)
            cells.append(text.rjust(room) if self.columns[place].right else text.ljust(room))
        return clipped((" " * _GAP).join(cells).rstrip(), width)


class TableList:
    """The rows of a table, the one that is chosen, and where they were drawn last."""

    def __init__(self, columns: Sequence[Column], rows: Sequence[Sequence[str]], chosen: int = 0) -> None:
        self.table = TextTable(columns, rows)
        self.cursor = ListCursor([" ".join(texts) for texts in self.table.rows], chosen)
        self._rows_at = Rect(0, 0, 0, 0)
        self._scroll = ScrollBar(0, 0, 0, 0, 0, 0)

    def covers(self, mouse: Mouse) -> bool:
        """Return True if the mouse is in one of the columns of the rows."""
        return self._rows_at.column <= mouse.column < self._rows_at.column + self._rows_at.width

    def point(self, mouse: Mouse) -> bool:
        """Scroll, or choose the row clicked. Return True for a click on the row that is chosen already."""
        if mouse.wheel:
            self.cursor.handle(mouse)
            return False
        first = self._scroll.first_after(mouse)
        if first is not None:
            self.cursor.choose(min(max(self.cursor.chosen, first), first + self.cursor.page - 1))
            self.cursor.top = first
            return False
        index = self.cursor.at(mouse.row - self._rows_at.row) if mouse.kind == "press" and self.covers(mouse) else None
        if index is None or index == self.cursor.chosen:
            return index is not None
        self.cursor.choose(index)
        return False

    def draw(self, canvas: Canvas, theme: Theme, window: Rect, empty: str) -> None:
        """Draw titles, rows and scroll bar in a window drawn before, or the text ``empty`` if there are no rows."""
        palette, cursor = theme.palette, self.cursor
        row, column, height, width = window
        inside, page = width - 4, height - 4
        titles, lines = self.table.lines(inside)
        cursor.fit(page)
        self._rows_at = Rect(row + 3, column + 1, page, width - 2)
        canvas.text(row + 1, column + 2, titles, palette.prompt, inside)
        canvas.fill(row + 2, column + 1, 1, width - 2, theme.glyphs.single.across, palette.frame)
        for down, line in enumerate(() if lines else wrap(empty, inside)[:page]):
            canvas.text(row + 3 + down, column + 2, line, palette.text)
        for at, index in enumerate(range(cursor.top, min(cursor.top + page, len(lines))), row + 3):
            style = palette.chosen if index == cursor.chosen else palette.text
            canvas.fill(at, column + 1, 1, width - 2, " ", style)
            canvas.text(at, column + 2, lines[index], style, inside)
            if index == cursor.chosen:
                canvas.put(at, column + 1, theme.glyphs.right, style)  # for screens without colours
        self._scroll = ScrollBar(row + 3, column + width - 1, page, cursor.top, page, len(lines))
        self._scroll.draw(canvas, theme)
