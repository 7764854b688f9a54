"""A grid of colored character cells on which screens draw, and its comparison with the previous grid."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, islice
from typing import Final, NamedTuple

from engine.printable import printable


class Style(NamedTuple):
    """The colors of a cell: characters in ``ink`` on ``paper``, each 0 to 15."""

    ink: int
    paper: int


class Cell(NamedTuple):
    """One character position. If ``char`` is two columns wide, the next cell has ``REST``."""

    char: str
    ink: int
    paper: int


class Run(NamedTuple):
    """Neighboring cells of one row. ``column`` is the column of the first cell."""

    row: int
    column: int
    cells: Sequence[Cell]


class Rect(NamedTuple):
    """A rectangle of cells. ``row`` and ``column`` are its upper left cell."""

    row: int
    column: int
    height: int
    width: int

    def contains(self, row: int, column: int) -> bool:
        """Return True if a cell lies inside."""
        return self.row <= row < self.row + self.height and self.column <= column < self.column + self.width

    def middle(self, height: int, width: int) -> "Rect":
        """Return the rectangle of this size in the middle."""
        return Rect(self.row + (self.height - height) // 2, self.column + (self.width - width) // 2, height, width)

    def inside(self, margin: int = 2) -> "Rect":
        """Return the rectangle inside a frame, ``margin`` columns from the edges."""
        return Rect(self.row + 1, self.column + margin, self.height - 2, self.width - 2 * margin)


class Frame(NamedTuple):
    """The characters of a box: corners clockwise from the upper left, then the horizontal and the vertical line."""

    top_left: str
    top_right: str
    bottom_right: str
    bottom_left: str
    across: str
    down: str


REST: Final = "\0"
"""The second column of a character that is two columns wide."""


def in_columns(text: str) -> str:
    """Return the text with one character for each column.

    Accents are composed. Other combining marks and control characters are removed. ``REST`` is added after each wide
    character, unless the text has ``REST`` already.
    """
    if text.isascii() and text.isprintable():
        return text
    is_in_columns = REST in text
    kept = []
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if char == REST:
            kept.append(REST)
        elif category[0] != "M" and category not in ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp"):
            kept.append(printable(char))
            if _is_wide(char) and not is_in_columns:
                kept.append(REST)
    return "".join(kept)


@cache
def _is_wide(char: str) -> bool:
    """Return True if a terminal shows a character in two columns."""
    if char.isascii():
        return False
    from wcwidth import wcwidth

    return wcwidth(char) == 2


def columns_of(text: str, start: int, end: int) -> str:
    """Cut the columns from ``start`` to ``end`` out of a text in columns. Half a wide character becomes a blank."""
    part = text[start:end]
    if part[:1] == REST:
        part = f" {part[1:]}"
    return f"{part[:-1]} " if part and _is_wide(part[-1]) else part


def clipped(text: str, width: int, more: str = "~") -> str:
    """Return the text cut off at ``width`` columns. A text that is cut off ends in ``more``."""
    text = in_columns(text)
    return text if len(text) <= width else columns_of(text, 0, max(0, width - len(more))) + more[: max(0, width)]


def padded(text: str, width: int, most: bool = False) -> str:
    """Return a text filled with blanks to ``width`` columns. ``most``: cut off a longer text at that width.

    The result is for lines of plain text, not for a canvas: it has no ``REST`` after wide characters.
    """
    shown = in_columns(printable(text))
    shown = clipped(shown, width, "...") if most else shown
    return shown.replace(REST, "") + " " * (width - len(shown))


PLAIN: Final = Style(7, 0)
_LEFT_HALF, _RIGHT_HALF = "\u258c", "\u2590"  # Each touches only one side of its cell.
_FIRST_BLOCK, _LAST_BLOCK = "\u2500", "\u259f"  # box drawing and block elements


class Canvas:
    """A picture of ``height`` rows of ``width`` cells. Drawing outside is allowed and has no effect.

    ``caret`` is the row and column of the terminal's own cursor; None hides it.
    """

    def __init__(self, width: int, height: int, style: Style = PLAIN) -> None:
        self.width = width
        self.height = height
        self.caret: tuple[int, int] | None = None
        blank = Cell(" ", style.ink, style.paper)
        self._rows = [[blank] * width for _ in range(height)]
        self._has_wide = False

    def paste(self, other: "Canvas") -> None:
        """Copy another picture, which must not be larger, and its caret to the upper left corner."""
        for row, cells in enumerate(other._rows):
            self._rows[row][: other.width] = cells
        self.caret = other.caret
        self._has_wide = self._has_wide or other._has_wide

    def at(self, row: int, column: int) -> Cell:
        """Return a cell, which must be inside the picture."""
        return self._rows[row][column]

    def put(self, row: int, column: int, char: str, style: Style) -> None:
        """Set one cell."""
        if 0 <= row < self.height and 0 <= column < self.width:
            self._rows[row][column] = Cell(char, *style)

    def sign(self, row: int, column: int, char: str, ink: int) -> None:
        """Set the character and the ink of one cell, and keep its paper."""
        if 0 <= row < self.height and 0 <= column < self.width:
            self._rows[row][column] = Cell(char, ink, self._rows[row][column].paper)

    def text(self, row: int, column: int, text: str, style: Style, width: int | None = None) -> int:
        """Write text, cut off at ``width`` columns if given. Return the column after the text."""
        text = in_columns(text) if width is None else clipped(text, width)
        self._has_wide = self._has_wide or REST in text
        end = column + len(text)
        if 0 <= row < self.height and end > 0 and column < self.width:
            ink, paper = style
            inside = text[max(0, -column) : max(0, self.width - column)]
            left = max(0, column)
            self._rows[row][left : left + len(inside)] = [Cell(char, ink, paper) for char in inside]
        return end

    def lines(self, rect: Rect, lines: Iterable[str], style: Style, first: Style | None = None) -> None:
        """Write lines into a rectangle, as many as fit. ``first`` is the style of the first line."""
        self.styled(rect, ((line, style if down else first or style) for down, line in enumerate(lines)))

    def styled(self, rect: Rect, lines: Iterable[tuple[str, Style]]) -> None:
        """Write lines into a rectangle, each in its style, as many as fit."""
        for row, (line, style) in enumerate(islice(lines, max(0, rect.height)), rect.row):
            self.text(row, rect.column, line, style, rect.width)

    def center(self, row: int, text: str, style: Style) -> None:
        """Write text centered in a row."""
        self.text(row, max(0, (self.width - len(text)) // 2), text, style, self.width)

    def fill(self, row: int, column: int, height: int, width: int, char: str, style: Style) -> None:
        """Set all cells of a rectangle."""
        left, right = max(0, column), min(self.width, column + width)
        if left >= right:
            return
        cells = [Cell(char, *style)] * (right - left)
        for inside in range(max(0, row), min(self.height, row + height)):
            self._rows[inside][left:right] = cells

    def box(self, row: int, column: int, height: int, width: int, frame: Frame, style: Style) -> None:
        """Draw a frame. ``height`` and ``width`` include it; the inside is not changed."""
        for side in (column, column + width - 1):
            self.fill(row, side, height, 1, frame.down, style)
        ends = (frame.top_left, frame.top_right), (frame.bottom_left, frame.bottom_right)
        for end, (left, right) in zip((row, row + height - 1), ends, strict=True):
            self.text(end, column, left + frame.across * (width - 2) + right, style)

    def restyle(self, row: int, column: int, width: int, style: Style) -> None:
        """Set the colors of cells in one row, and keep their characters."""
        for inside in range(max(0, column), min(self.width, column + width)):
            if 0 <= row < self.height:
                self._rows[row][inside] = Cell(self._rows[row][inside].char, *style)

    def settle(self) -> None:
        """Put blanks in place of wide characters of which one half was overwritten."""
        for cells in self._rows if self._has_wide else ():
            for column, cell in enumerate(cells):
                if cell.char == REST:
                    whole = column > 0 and _is_wide(cells[column - 1].char)
                else:
                    whole = not _is_wide(cell.char) or (column + 1 < self.width and cells[column + 1].char == REST)
                if not whole:
                    cells[column] = cell._replace(char=" ")

    def changed(self, previous: "Canvas | None") -> Iterator[Run]:
        """Yield the cells that differ from ``previous``, in runs as long as possible. None: yield all cells.

        Many fonts draw lines and blocks a little wider than their cell. Where such a character is removed, its
        neighbors count as changed, so that the parts outside of its cell are painted over.
        """
        if previous is None or (previous.width, previous.height) != (self.width, self.height):
            for row, cells in enumerate(self._rows):
                yield Run(row, 0, cells)
            return
        for row, (cells, before) in enumerate(zip(self._rows, previous._rows, strict=True)):
            if cells == before:
                continue
            same = [_looks_same(cell, old) for cell, old in zip(cells, before, strict=True)]
            gone = [column for column, old in enumerate(before) if not same[column] and _spills(old)]
            for column in gone:
                if before[column].char != _RIGHT_HALF and column > 0:
                    same[column - 1] = False
                if before[column].char != _LEFT_HALF and column + 1 < self.width:
                    same[column + 1] = False
            for column in range(1, self.width):
                if not same[column] and cells[column].char == REST:
                    same[column - 1] = False
            for unchanged, run in groupby(range(self.width), same.__getitem__):
                if not unchanged:
                    columns = list(run)
                    yield Run(row, columns[0], cells[columns[0] : columns[-1] + 1])


def _spills(cell: Cell) -> bool:
    """Return True if some fonts draw a character beyond the edges of its cell."""
    return _FIRST_BLOCK <= cell.char <= _LAST_BLOCK


def _looks_same(one: Cell, other: Cell) -> bool:
    """Return True if two cells look the same. The ink of a blank is invisible."""
    return one == other or (one.char == other.char == " " and one.paper == other.paper)
