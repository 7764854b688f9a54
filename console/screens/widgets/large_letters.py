"""Fonts whose letters are several cells high, for the title and the result of a game.

The letters are in the file ``letters.txt``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Style

_SHADOW: Final = 0
_FULL: Final = "█"
_ALPHABET: Final = " ABCDEGHIKLNORSTUWY"
_Shape = tuple[str, ...]


class Letters:
    """A font with the capitals that the program uses. ``shapes`` has the rows of each letter. ``height`` is in rows.

    ``halved``: the letters are made of half cells. ``shadowed``: they have a shadow, one cell to the right and below.
    """

    def __init__(self, shapes: Mapping[str, _Shape], shadowed: bool = False, halved: bool = False) -> None:
        self._shapes = shapes
        self.shadowed = shadowed
        self.halved = halved
        self.height = len(shapes[" "])

    def width(self, word: str) -> int:
        """Return the width of a word in columns."""
        return len(self._rows(word)[0])

    def draw(self, canvas: Canvas, theme: Theme, word: str, row: int, column: int, style: Style) -> None:
        """Draw a word. ``row`` and ``column`` are its upper left cell."""
        cells = [
            (row + down, column + right, char)
            for down, line in enumerate(self._rows(word))
            for right, char in enumerate(line)
            if char != " "
        ]
        for y, x, char in cells:
            canvas.put(y, x, theme.glyphs.full if char == _FULL else char, style)
        for y, x, _ in cells if self.shadowed else ():
            if 0 <= y + 1 < canvas.height and 0 <= x + 1 < canvas.width and canvas.at(y + 1, x + 1).char == " ":
                canvas.put(y + 1, x + 1, " ", Style(style.ink, _SHADOW))

    def _rows(self, word: str) -> list[str]:
        return [" ".join(parts) for parts in zip(*(self._shapes[letter] for letter in word), strict=True)]


def _shapes(text: str) -> dict[str, _Shape]:
    """Read the shapes of the letters in ``_ALPHABET``, which are drawn side by side."""
    found: list[_Shape] = []
    for block in text.strip("\n").split("\n\n"):
        found += zip(*(line.strip("|").split("|") for line in block.splitlines()), strict=True)
    return dict(zip(_ALPHABET, found, strict=True))


def _halved(shape: _Shape) -> _Shape:
    """Convert a shape to half cells, so that two rows become one."""
    pairs = zip(shape[::2], (*shape[1::2], " " * len(shape[0])), strict=True)
    halves = {"██": _FULL, "█ ": "▀", " █": "▄", "  ": " "}
    return tuple("".join(halves[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs)


def _doubled(shape: _Shape) -> _Shape:
    """Return a shape of twice the height and width."""
    return tuple("".join(2 * char for char in row) for row in shape for _ in range(2))


_LARGE, _DOTS = map(_shapes, Path(__file__).with_name("letters.txt").read_text("utf-8").split("---"))
LARGE: Final = Letters(_LARGE, shadowed=True)
DOUBLE: Final = Letters({letter: _doubled(shape) for letter, shape in _LARGE.items()}, shadowed=True)
SMALL: Final = Letters(_DOTS)
HALVED: Final = Letters({letter: _halved(shape) for letter, shape in _DOTS.items()}, halved=True)
LINE: Final = Letters({letter: (letter,) for letter in _ALPHABET})
"""Capitals of one cell with blanks between them, for the smallest windows."""
