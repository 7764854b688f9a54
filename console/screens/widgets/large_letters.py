"""Words in letters of several cells, for the title and the result of a game."""

from collections.abc import Mapping
from typing import Final

from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Style

_SHADOW: Final = 0
_Shapes = Mapping[str, tuple[str, ...]]


class Letters:
    """The capitals that are used, made of dots. ``height`` is in rows of the screen.

    A dot is a cell, or half a cell (the upper or the lower) if ``halved``. ``shadowed``: the letters cast a shadow.
    """

    def __init__(self, shapes: _Shapes, shadowed: bool = False, halved: bool = False) -> None:
        self._shapes = shapes
        self.shadowed = shadowed
        self.halved = halved
        dots = len(next(iter(shapes.values())))
        self.height = (dots + 1) // 2 if halved else dots

    def width(self, word: str) -> int:
        """Return the width of a word in columns."""
        return sum(self._letter_width(letter) + 1 for letter in word) - 1

    def draw(self, canvas: Canvas, theme: Theme, word: str, row: int, column: int, style: Style) -> None:
        """Write a word."""
        cells = [
            (down, across + right)
            for across, shape in self._placed(word, column)
            for down, line in enumerate(shape)
            for right, dot in enumerate(line)
            if dot != " "
        ]
        if self.halved:
            self._draw_halves(canvas, cells, row, style)
            return
        for down, across in cells:
            canvas.put(row + down, across, theme.glyphs.full, style)
        if self.shadowed:
            for down, across in cells:
                y, x = row + down + 1, across + 1
                if 0 <= y < canvas.height and 0 <= x < canvas.width and canvas.at(y, x).char == " ":
                    canvas.put(y, x, " ", Style(style.ink, _SHADOW))

    def _draw_halves(self, canvas: Canvas, cells: list[tuple[int, int]], row: int, style: Style) -> None:
        known = set(cells)
        for down, across in cells:
            pair = (down - down % 2, across) in known, (down - down % 2 + 1, across) in known
            canvas.put(row + down // 2, across, {(True, True): "█", (True, False): "▀"}.get(pair, "▄"), style)

    def _placed(self, word: str, column: int) -> list[tuple[int, tuple[str, ...]]]:
        """Return the column and the shape of each letter."""
        placed = []
        for letter in word:
            placed.append((column, self._shapes[letter]))
            column += self._letter_width(letter) + 1
        return placed

    def _letter_width(self, letter: str) -> int:
        return max(map(len, self._shapes[letter]))


class Spaced:
    """Capitals of one cell with blanks between them, for the smallest windows."""

    height = 1
    shadowed = False
    halved = False

    def width(self, word: str) -> int:
        """Return the width of a word in columns."""
        return 2 * len(word) - 1

    def draw(self, canvas: Canvas, theme: Theme, word: str, row: int, column: int, style: Style) -> None:
        """Write a word."""
        canvas.text(row, column, " ".join(word), style)


Lettering = Letters | Spaced

LARGE: Final = Letters(
    {
        " ": ("    ",) * 7,
        "A": (" █████", "██   ██", "██   ██", "███████", "██   ██", "██   ██", "██   ██"),
        "B": ("██████", "██   ██", "██   ██", "██████", "██   ██", "██   ██", "██████"),
        "C": (" █████", "██   ██", "██", "██", "██", "██   ██", " █████"),
        "D": ("██████", "██   ██", "██   ██", "██   ██", "██   ██", "██   ██", "██████"),
        "E": ("███████", "██", "██", "█████", "██", "██", "███████"),
        "G": (" █████", "██   ██", "██", "██  ███", "██   ██", "██   ██", " █████"),
        "H": ("██   ██", "██   ██", "██   ██", "███████", "██   ██", "██   ██", "██   ██"),
        "I": ("██████", "  ██", "  ██", "  ██", "  ██", "  ██", "██████"),
        "K": ("██   ██", "██  ██", "██ ██", "████", "██ ██", "██  ██", "██   ██"),
        "L": ("██", "██", "██", "██", "██", "██", "██████"),
        "N": ("██   ██", "███  ██", "████ ██", "██ ████", "██  ███", "██   ██", "██   ██"),
        "O": (" █████", "██   ██", "██   ██", "██   ██", "██   ██", "██   ██", " █████"),
        "R": ("██████", "██   ██", "██   ██", "██████", "██ ██", "██  ██", "██   ██"),
        "S": (" █████", "██   ██", "██", " █████", "     ██", "██   ██", " █████"),
        "T": ("████████", "   ██", "   ██", "   ██", "   ██", "   ██", "   ██"),
        "U": ("██   ██", "██   ██", "██   ██", "██   ██", "██   ██", "██   ██", " █████"),
        "W": ("██   ██", "██   ██", "██   ██", "██ █ ██", "███████", "███ ███", "██   ██"),
        "Y": ("██  ██", "██  ██", "██  ██", " ████", "  ██", "  ██", "  ██"),
    },
    shadowed=True,
)
_DOTS: Final[_Shapes] = {
    " ": ("  ",) * 5,
    "A": ("███", "█ █", "███", "█ █", "█ █"),
    "B": ("██", "█ █", "██", "█ █", "██"),
    "C": ("███", "█", "█", "█", "███"),
    "D": ("██", "█ █", "█ █", "█ █", "██"),
    "E": ("███", "█", "██", "█", "███"),
    "G": ("███", "█", "█ █", "█ █", "███"),
    "H": ("█ █", "█ █", "███", "█ █", "█ █"),
    "I": ("███", " █", " █", " █", "███"),
    "K": ("█ █", "█ █", "██", "█ █", "█ █"),
    "L": ("█", "█", "█", "█", "███"),
    "N": ("█  █", "██ █", "█ ██", "█  █", "█  █"),
    "O": ("███", "█ █", "█ █", "█ █", "███"),
    "R": ("██", "█ █", "██", "█ █", "█ █"),
    "S": ("███", "█", "███", "  █", "███"),
    "T": ("███", " █", " █", " █", " █"),
    "U": ("█ █", "█ █", "█ █", "█ █", "███"),
    "W": ("█   █", "█   █", "█ █ █", "█ █ █", " █ █"),
    "Y": ("█ █", "█ █", "███", " █", " █"),
}
SMALL: Final = Letters(_DOTS)
HALVED: Final = Letters(_DOTS, halved=True)
LINE: Final = Spaced()
