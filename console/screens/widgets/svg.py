"""A picture of the screen as SVG. Blocks and frames are drawn as shapes, so they need no font."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from console.screens.widgets.palettes import Palette
from console.screens.widgets.piece_art import QUARTER_SIGNS
from console.terminal.canvas import REST, Canvas, Cell

Cells = Sequence[Sequence[Cell]]
Shape = tuple[int, str]  # the index of a colour, and an SVG path: closed, or a stroke
# The size of a cell, and its baseline counted from the top, in pixels.
_WIDTH: Final = 10
_HEIGHT: Final = 20
_BASELINE: Final = 15
# The quarters of a cell that each character fills: upper left, upper right, lower left, lower right.
_QUARTERS: Final = {
    char: tuple(bits >> place & 1 for place in range(4)) for bits, char in enumerate(QUARTER_SIGNS) if bits
}
_SHADES: Final = {"░": 0.25, "▒": 0.5, "▓": 0.75}
# The strokes of frame characters: x and y of both ends, in pixels from the upper left corner of the cell.
_LINES: Final = {
    "─": ((0, 10, 10, 10),),
    "│": ((5, 0, 5, 20),),
    "┌": ((5, 20, 5, 10), (5, 10, 10, 10)),
    "┐": ((0, 10, 5, 10), (5, 10, 5, 20)),
    "└": ((5, 0, 5, 10), (5, 10, 10, 10)),
    "┘": ((0, 10, 5, 10), (5, 10, 5, 0)),
    "═": ((0, 8, 10, 8), (0, 12, 10, 12)),
    "║": ((3, 0, 3, 20), (7, 0, 7, 20)),
    "╔": ((3, 20, 3, 8), (3, 8, 10, 8), (7, 20, 7, 12), (7, 12, 10, 12)),
    "╗": ((0, 8, 7, 8), (7, 8, 7, 20), (0, 12, 3, 12), (3, 12, 3, 20)),
    "╚": ((3, 0, 3, 12), (3, 12, 10, 12), (7, 0, 7, 8), (7, 8, 10, 8)),
    "╝": ((7, 0, 7, 12), (7, 12, 0, 12), (3, 0, 3, 8), (3, 8, 0, 8)),
}


def svg(canvas: Canvas, palette: Palette) -> str:
    """Return a canvas as the text of an SVG file. ``palette`` has the RGB values of the colours."""
    width, height = canvas.width * _WIDTH, canvas.height * _HEIGHT
    colours = [f"#{red:02x}{green:02x}{blue:02x}" for (red, green, blue), _ in palette.colours]
    cells = [[canvas.at(row, column) for column in range(canvas.width)] for row in range(canvas.height)]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="16" shape-rendering="crispEdges">'
    ]
    for paper, path in _by_colour(_papers(cells)):
        lines.append(f'<path fill="{colours[paper]}" d="{path}"/>')
    for ink, path in _by_colour(_blocks(cells)):
        lines.append(f'<path fill="{colours[ink]}" d="{path}"/>')
    for shade, opacity in _SHADES.items():
        for ink, path in _by_colour(_filled(cells, shade)):
            lines.append(f'<path fill="{colours[ink]}" fill-opacity="{opacity}" d="{path}"/>')
    for ink, path in _by_colour(_strokes(cells)):
        lines.append(f'<path fill="none" stroke="{colours[ink]}" stroke-width="1.5" d="{path}"/>')
    if canvas.caret is not None:
        row, column = canvas.caret
        lines.append(f'<path fill="{colours[cells[row][column].ink]}" d="{_rect(row, column, 1)}"/>')
    for ink, row, column, text in _words(cells):
        places = " ".join(str((column + index) * _WIDTH) for index in range(len(text)))
        shown = f'<text x="{places}" y="{row * _HEIGHT + _BASELINE}" fill="{colours[ink]}">{escape(text)}</text>'
        lines.append(shown)
    return "\n".join([*lines, "</svg>\n"])


def _by_colour(shapes: Iterable[Shape]) -> Iterator[tuple[int, str]]:
    """Join the shapes of each colour. Yield each colour with its path."""
    paths: dict[int, list[str]] = {}
    for colour, shape in shapes:
        paths.setdefault(colour, []).append(shape)
    for colour, found in sorted(paths.items()):
        yield colour, "".join(found)


def _rect(row: int, column: int, count: int) -> str:
    """Return the path around ``count`` cells in a row, the first of them in ``column``."""
    return f"M{column * _WIDTH} {row * _HEIGHT}h{count * _WIDTH}v{_HEIGHT}h-{count * _WIDTH}z"


def _papers(cells: Cells) -> Iterator[Shape]:
    """Yield a shape for each run of cells with the same paper (background colour)."""
    for row, line in enumerate(cells):
        column = 0
        for paper, run in groupby(line, key=lambda cell: cell.paper):
            count = len(list(run))
            yield paper, _rect(row, column, count)
            column += count


def _filled(cells: Cells, char: str) -> Iterator[Shape]:
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell.char == char:
                yield cell.ink, _rect(row, column, 1)


def _blocks(cells: Cells) -> Iterator[Shape]:
    wide, high = _WIDTH // 2, _HEIGHT // 2
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            for index, filled in enumerate(_QUARTERS.get(cell.char, ())):
                if filled:
                    left, top = column * _WIDTH + index % 2 * wide, row * _HEIGHT + index // 2 * high
                    yield cell.ink, f"M{left} {top}h{wide}v{high}h-{wide}z"


def _strokes(cells: Cells) -> Iterator[Shape]:
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            left, top = column * _WIDTH, row * _HEIGHT
            for x, y, to_x, to_y in _LINES.get(cell.char, ()):
                yield cell.ink, f"M{left + x} {top + y}L{left + to_x} {top + to_y}"


def _words(cells: Cells) -> Iterator[tuple[int, int, int, str]]:
    """Yield the ink, row, first column and text of characters that need a font."""
    drawn = {*_QUARTERS, *_SHADES, *_LINES, " ", REST}
    for row, line in enumerate(cells):
        numbered = [(column, cell) for column, cell in enumerate(line) if cell.char not in drawn]
        for (ink, _), run in groupby(enumerate(numbered), key=lambda item: (item[1][1].ink, item[1][0] - item[0])):
            found = [numbered_cell for _, numbered_cell in run]
            yield ink, row, found[0][0], "".join(cell.char for _, cell in found)
