"""The layout of a review: the board is as large as the plot, the comments and the moves allow."""

from functools import partial
from itertools import product
from typing import Final, NamedTuple

from console.game.naming import Naming
from console.screens.widgets.board import BoardLayout
from console.screens.widgets.glyphs import SIZES
from console.terminal.canvas import Rect

# Widths are in columns, heights in rows. A pair is the least and the greatest height.
_PANEL: Final = 34
_WIDEST_PANEL: Final = 64
_PANEL_ROWS: Final = 15
_STRIP: Final = 13
_COMMENTS: Final = (3, 6)
_FEW_COMMENTS: Final = 4
_LEAST_COMMENTS: Final = 2
_PLOT: Final = (4, 10)
_WORST: Final = 3


class ReviewLayout(NamedTuple):
    """The parts of the screen. A part without room is None. ``frame`` is the border of the panel beside the board."""

    board: BoardLayout
    plot: Rect
    comments: Rect
    moves: Rect | None
    worst: Rect | None
    frame: Rect | None
    progress: Rect


def review_layout(naming: Naming, width: int, height: int) -> ReviewLayout:
    """Return the layout for a screen of ``width`` x ``height`` cells, at least 40 x 19.

    The first row is left to the title, and the last row to the keys.
    """
    compositions = (_beside, partial(_under, strip=_STRIP), partial(_under, strip=0))
    sizes = product(reversed(SIZES), (True, False))
    boards = [BoardLayout(naming, size, labels_outside=outside) for size, outside in sizes]
    return next(filter(None, (compose(board, width, height) for compose in compositions for board in boards)))


def _beside(board: BoardLayout, width: int, height: int) -> ReviewLayout | None:
    """Return a layout with moves, plot and worst moves in a panel beside the board, and the comments below; or None.

    If there are more rows than the comments need, the panel has the height of the window, and the comments are below
    the board only.
    """
    panel = min(_WIDEST_PANEL, width - board.width - 2)
    spare = height - 2 - board.height
    if panel < _PANEL or spare < _COMMENTS[0] or board.height < _PANEL_ROWS:
        return None
    is_tall = spare > _FEW_COMMENTS
    top, left = 1, (width - board.width - 1 - panel) // 2
    column = left + board.width + 1
    rows = height - 2 if is_tall else board.height
    inside = rows - 2
    # Two lines divide the panel. The worst moves and the progress are at its bottom.
    plot = min(max(_PLOT[1], inside // 3), (inside - 3 - _WORST) * 3 // 5)
    plot -= plot % 2
    worst = _WORST + (1 if inside > 24 else 0)
    moves = inside - plot - worst - 3
    row = top + 1
    return ReviewLayout(
        board._replace(row=top, column=left),
        plot=Rect(row + moves + 1, column + 1, plot, panel - 2),
        comments=Rect(top + board.height, left + 1, spare, (board.width if is_tall else width - 2 * left) - 2),
        moves=Rect(row, column + 1, moves, panel - 2),
        worst=Rect(row + moves + plot + 3, column + 1, worst, panel - 2),
        frame=Rect(top, column, rows, panel),
        progress=Rect(row + moves + plot + 2, column + 1, 1, panel - 2),
    )


def _under(board: BoardLayout, width: int, height: int, strip: int) -> ReviewLayout | None:
    """Return a layout with moves in a strip beside the board, and plot and comments below; or None.

    ``strip`` is the least width of the strip; 0 for no strip.
    """
    beside = width - board.width - 1
    spare = height - 2 - board.height
    if beside < strip or board.width > width or spare < _PLOT[0] + _LEAST_COMMENTS:
        return None
    comments = min(_COMMENTS[1], max(_LEAST_COMMENTS, spare // 2 - 1))
    plot = min(_PLOT[1], spare - comments)
    plot -= plot % 2
    under = 1 + board.height
    left = max(0, (width - board.width - (min(beside, 2 * _STRIP) + 1 if strip else 0)) // 2)
    moves = Rect(1, left + board.width + 1, board.height, min(beside, 2 * _STRIP)) if strip else None
    return ReviewLayout(
        board._replace(row=1, column=left),
        plot=Rect(under, 1, plot, width - 2),
        comments=Rect(under + plot, 1, spare - plot, width - 2),
        moves=moves,
        worst=None,
        frame=None,
        progress=Rect(0, width - 11, 1, 10),
    )
