"""A picture of the screen as SVG. Blocks and frames are drawn as shapes, so they need no font."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from console.screens.widgets.glyphs import QUARTERS
from console.screens.widgets.palettes import Palette
from console.terminal.canvas import REST, Canvas, Cell

Cells = Sequence[Sequence[Cell | None]]  # None: not drawn
Shape = tuple[int, str]  # the index of a color, and an SVG path: closed, or a stroke
# The size of a cell, and its baseline counted from the top, in pixels.
_WIDTH: Final = 10
_HEIGHT: Final = 20
_BASELINE: Final = 15
# The quarters of a cell that each character fills: upper left, upper right, lower left, lower right.
_QUARTERS: Final = {char: tuple(bits >> place & 1 for place in range(4)) for bits, char in enumerate(QUARTERS) if bits}
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


def svg(canvas: Canvas, palette: Palette, more: Sequence[str] = ()) -> str:
    """Return a canvas as the text of an SVG file. ``palette`` has the RGB values of the colors.

    ``more`` has elements that are drawn over it.
    """
    width, height = canvas.width * _WIDTH, canvas.height * _HEIGHT
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="16" shape-rendering="crispEdges">'
    )
    return "\n".join([head, *elements(canvas, palette), *more, "</svg>\n"])


def elements(canvas: Canvas, palette: Palette, before: Canvas | None = None) -> list[str]:
    """Return the SVG elements of the cells that differ from those of ``before``, or of all cells."""
    colors = [f"#{red:02x}{green:02x}{blue:02x}" for (red, green, blue), _ in palette.colors]
    cells: list[list[Cell | None]] = [[None] * canvas.width for _ in range(canvas.height)]
    for run in canvas.changed(before):
        cells[run.row][run.column : run.column + len(run.cells)] = run.cells
    kinds = [('fill="INK"', _papers(cells)), ('fill="INK"', _blocks(cells))]
    kinds += [(f'fill="INK" fill-opacity="{part}"', _filled(cells, shade)) for shade, part in _SHADES.items()]
    kinds += [('fill="none" stroke="INK" stroke-width="1.5"', _strokes(cells))]
    found = [(look, color, path) for look, shapes in kinds for color, path in _by_color(shapes)]
    lines = [f'<path {look.replace("INK", colors[color])} d="{path}"/>' for look, color, path in found]
    if canvas.caret is not None:
        row, column = canvas.caret
        lines.append(f'<path fill="{colors[canvas.at(row, column).ink]}" d="{_rect(row, column, 1)}"/>')
    for ink, row, column, text in _words(cells):
        places = " ".join(str((column + index) * _WIDTH) for index in range(len(text)))
        shown = f'<text x="{places}" y="{row * _HEIGHT + _BASELINE}" fill="{colors[ink]}">{escape(text)}</text>'
        lines.append(shown)
    return lines


def _by_color(shapes: Iterable[Shape]) -> Iterator[tuple[int, str]]:
    """Join the shapes of each color. Yield each color with its path."""
    paths: dict[int, list[str]] = {}
    for color, shape in shapes:
        paths.setdefault(color, []).append(shape)
    for color, found in sorted(paths.items()):
        yield color, "".join(found)


def _rect(row: int, column: int, count: int) -> str:
    """Return the path around ``count`` cells in a row, the first of them in ``column``."""
    return f"M{column * _WIDTH} {row * _HEIGHT}h{count * _WIDTH}v{_HEIGHT}h-{count * _WIDTH}z"


def _papers(cells: Cells) -> Iterator[Shape]:
    """Yield a shape for each run of cells with the same paper (background color)."""
    for row, line in enumerate(cells):
        column = 0
        for paper, run in groupby(line, key=lambda cell: None if cell is None else cell.paper):
            count = len(list(run))
            if paper is not None:
                yield paper, _rect(row, column, count)
            column += count


def _drawn(cells: Cells) -> Iterator[tuple[int, int, Cell]]:
    """Yield the row, the column and the content of each cell that is drawn."""
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell is not None:
                yield row, column, cell


def _filled(cells: Cells, char: str) -> Iterator[Shape]:
    return ((cell.ink, _rect(row, column, 1)) for row, column, cell in _drawn(cells) if cell.char == char)


def _blocks(cells: Cells) -> Iterator[Shape]:
    wide, high = _WIDTH // 2, _HEIGHT // 2
    for row, column, cell in _drawn(cells):
        for index, filled in enumerate(_QUARTERS.get(cell.char, ())):
            if filled:
                left, top = column * _WIDTH + index % 2 * wide, row * _HEIGHT + index // 2 * high
                yield cell.ink, f"M{left} {top}h{wide}v{high}h-{wide}z"


def _strokes(cells: Cells) -> Iterator[Shape]:
    for row, column, cell in _drawn(cells):
        left, top = column * _WIDTH, row * _HEIGHT
        for x, y, to_x, to_y in _LINES.get(cell.char, ()):
            yield cell.ink, f"M{left + x} {top + y}L{left + to_x} {top + to_y}"


def _words(cells: Cells) -> Iterator[tuple[int, int, int, str]]:
    """Yield the ink, row, first column and text of characters that need a font."""
    in_shapes = {*_QUARTERS, *_SHADES, *_LINES, " ", REST}
    found = [(row, column, cell) for row, column, cell in _drawn(cells) if cell.char not in in_shapes]
    numbered = ((cell.ink, row, column - number, column, cell.char) for number, (row, column, cell) in enumerate(found))
    for (ink, row, _), run in groupby(numbered, key=lambda item: item[:3]):
        word = list(run)
        yield ink, row, word[0][3], "".join(char for *_, char in word)
