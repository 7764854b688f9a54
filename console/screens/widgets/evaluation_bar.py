"""The evaluation bar: a column at the edge of the board. Both sides share it; the side that is ahead has more cells."""

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
    """Draw the bar of a score for Black. It is left out if there is no free column beside the board."""
    column = _free_column(board, canvas.width)
    if column is None:
        return
    cells = board.geometry.size * board.size.height
    black = cells_of_black(score, cells, board.naming.rules)
    for cell in range(cells):
        side = BLACK if (cell >= cells - black if board.bottom == BLACK else cell < black) else WHITE
        canvas.put(board.top + cell, column, *_look(theme, side))


def _free_column(board: BoardLayout, width: int) -> int | None:
    """Return the column between labels and frame or, if the labels are in the frame, one beside the board, or None.

    Labels of two characters leave only the column at the right of the board.
    """
    if max(len(board.row_label(down)) for down in range(board.geometry.size)) == 1:
        if board.labels_outside:
            return board.column + 1
        if board.column > 0:
            return board.column - 1
    right = board.column + board.width
    return right if right < width else None


def _look(theme: Theme, side: int) -> tuple[str, Style]:
    """Return the character and style of the cells of a side, which look like its men.

    If the men have the colour of the window's background, only half of each cell has that colour. The other half has
    the colour of a dark square, so that the bar can be seen.
    """
    colours, glyphs = theme.palette.board, theme.glyphs
    pieces = colours.pieces[side]
    if glyphs.letters:
        return glyphs.bodies[side], pieces.letter
    if colours.is_hollow_when_small(side):
        return glyphs.bodies[1], Style(pieces.rim, colours.dark.paper)
    hides = pieces.rim == theme.palette.text.paper
    return glyphs.trail[1] if hides else glyphs.full, Style(pieces.rim, colours.dark.paper)
