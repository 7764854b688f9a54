"""The evaluation bar: a column at the right of the board. Both sides share it; who is ahead has more cells."""

from ai.expectation import expected
from ai.score import is_decided
from console.screens.widgets.board import BoardLayout
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Style
from engine.geometry import BLACK, WHITE
from engine.rules import Rules


def cells_of_black(score: int, cells: int, rules: Rules) -> int:
    """Return how many cells of a bar are Black's, by the score for Black in centimen: his expected result.

    Only a decided game fills the bar.
    """
    if is_decided(score):
        return cells if score > 0 else 0
    return max(1, min(round(expected(score, rules) * cells), cells - 1))


def draw_evaluation_bar(canvas: Canvas, theme: Theme, board: BoardLayout, score: int) -> None:
    """Draw the bar of a score for Black, if there is a column for it."""
    column = board.column + board.width
    cells = board.geometry.size * board.size.height
    black = cells_of_black(score, cells, board.naming.rules)
    for cell in range(cells):
        side = BLACK if (cell >= cells - black if board.bottom == BLACK else cell < black) else WHITE
        canvas.put(board.top + cell, column, *_look(theme, side))


def _look(theme: Theme, side: int) -> tuple[str, Style]:
    """Return the character and style of the cells of a side, which look like its men.

    If the men have the color of the window's background, only half of each cell has that color. The other half has
    the color of a dark square, so that the bar can be seen.
    """
    board, glyphs = theme.palette.board, theme.glyphs
    small = board.small(side)
    if glyphs.letters:
        return glyphs.bodies[side], board.pieces[side].letter
    if board.shaded and board.is_hollow(side):
        return glyphs.bodies[1], small
    hides = small.ink == theme.palette.text.paper
    return glyphs.trail[1] if hides else glyphs.full, small
