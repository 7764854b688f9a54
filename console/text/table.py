"""Tables of text that fit a width.

If a table is too wide, its widest columns are made narrower. If that is not enough, columns are left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from console.terminal.canvas import clipped, in_columns

_GAP: Final = 2
_NARROWEST: Final = 4  # characters of a column, if no column can be left out


@dataclass(frozen=True)
class Column:
    """A column of a table. ``right``: its text is aligned right.

    The column of the highest ``rank`` is left out first, a column of rank 0 never. Before one is left out, columns
    become narrower, down to ``least`` characters.
    """

    title: str
    rank: int = 0
    right: bool = False
    least: int = 8


def figures(*titles: str, rank: int = 0) -> list[Column]:
    """Return columns of numbers, aligned right."""
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
        """The width of the whole table in characters, if no column is made narrower."""
        return sum(self.natural) + _GAP * (len(self.natural) - 1)

    def lines(self, width: int) -> tuple[str, list[str]]:
        """Return the line of titles and the lines of rows, each at most ``width`` characters wide."""
        widths = self._fit(width)
        titles = [column.title for column in self.columns]
        return self._line(titles, widths, width), [self._line(row, widths, width) for row in self.rows]

    def _fit(self, width: int) -> dict[int, int]:
        """Return the widths of the columns that are shown, by the index of the column."""
        places = list(range(len(self.columns)))
        while True:
            widths = {place: self.natural[place] for place in places}
            ranked = [place for place in places if self.columns[place].rank]
            excess = sum(widths.values()) + _GAP * (len(places) - 1) - width
            while excess > 0:
                spare = {it: widths[it] - (self.columns[it].least if ranked else _NARROWEST) for it in places}
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
