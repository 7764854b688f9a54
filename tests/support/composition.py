"""The use of the window by a picture of the game: the share of the board, and the blank outside of it."""

from typing import NamedTuple

from console.terminal.canvas import Canvas, Rect


class Composition(NamedTuple):
    """The share of the board with its frame and labels, that of the blank cells outside it, and the largest blank area.

    ``hole`` is the number of cells of the largest blank rectangle outside the board.
    """

    board: float
    blank: float
    hole: int


def composition(canvas: Canvas, board: Rect) -> Composition:
    """Measure a picture. A cell is blank if it has a space, whatever its paper."""
    blank, heights, hole = 0, [0] * canvas.width, 0
    for row in range(canvas.height):
        for column in range(canvas.width):
            is_blank = canvas.at(row, column).char == " " and not board.contains(row, column)
            heights[column] = heights[column] + 1 if is_blank else 0
            blank += is_blank
        hole = max(hole, _largest(heights))
    cells, inside = canvas.height * canvas.width, board.height * board.width
    return Composition(inside / cells, blank / (cells - inside), hole)


def _largest(heights: list[int]) -> int:
    """Return the area of the largest rectangle under a row of columns with these heights."""
    best, open_ = 0, list[tuple[int, int]]()  # the first column and the height of rectangles that still grow
    for column, height in enumerate([*heights, 0]):
        first = column
        while open_ and open_[-1][1] >= height:
            first, tall = open_.pop()
            best = max(best, tall * (column - first))
        open_.append((first, height))
    return best
