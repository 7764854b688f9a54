"""The layout of the panel beside the board: the players' boxes, with the moves between them."""

from typing import Final, NamedTuple

from console.terminal.canvas import Rect

# Widths are in columns, heights in rows.
_BOX_ROWS: Final = 3
_PLAYER_ROWS: Final = 2
_TURN_ROWS: Final = 2
_LEAST_BOXED_WIDTH: Final = 24
_LEAST_BOXED_HEIGHT: Final = 13


class PanelParts(NamedTuple):
    """The parts of a panel: the players, the moves between them, and below them the lines about whose turn it is.

    ``is_boxed``: the players have boxes. The row above ``moves`` has the name of the opening.
    """

    upper: Rect
    moves: Rect
    lower: Rect
    turn: Rect
    is_boxed: bool


def panel_parts(panel: Rect) -> PanelParts:
    """Return the parts of a panel."""
    is_boxed = panel.width >= _LEAST_BOXED_WIDTH and panel.height >= _LEAST_BOXED_HEIGHT
    rows, turn = (_BOX_ROWS, _TURN_ROWS) if is_boxed else (_PLAYER_ROWS, 0)
    end = panel.row + panel.height
    lower = end - turn - rows
    return PanelParts(
        upper=panel._replace(height=rows),
        moves=panel._replace(row=panel.row + rows + 1, height=max(0, lower - panel.row - rows - 2)),
        lower=panel._replace(row=lower, height=rows),
        turn=Rect(end - turn, panel.column + 1, turn, panel.width - 1),
        is_boxed=is_boxed,
    )
