"""The layout of the panel beside the board: the players' boxes, with the moves between them."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from console.screens.widgets.piece_art import Size
from console.terminal.canvas import Rect

# Widths are in columns, heights in rows.
_BOX_ROWS: Final = 3
_PLAYER_ROWS: Final = 2
_TURN_ROWS: Final = 2
_LEAST_BOXED_WIDTH: Final = 24
_LEAST_BOXED_HEIGHT: Final = 13
_BORDERS: Final = 2
_MAN: Final = Size(4, 2)
_LEAST_MOVES: Final = 8


class Tray(NamedTuple):
    """A tray of captured men in a player's box: the size of a man, and the numbers of men and of lines."""

    size: Size
    men: int
    lines: int

    def places(self, box: Rect) -> Iterator[tuple[int, int]]:
        """Yield the upper left cell of each place in the box of a player, line by line."""
        a_line = -(-self.men // self.lines)
        left = box.column + (box.width - a_line * self.size.width) // 2
        for number in range(self.men):
            down, right = divmod(number, a_line)
            yield box.row + 1 + down * self.size.height, left + right * self.size.width


class PanelParts(NamedTuple):
    """The parts of a panel: the players, the moves between them, and below them the lines about whose turn it is.

    ``is_boxed``: the players have boxes. ``tray``: the boxes have trays for the captured men; None: there is no room.
    The row above ``moves`` has the name of the opening.
    """

    upper: Rect
    moves: Rect
    lower: Rect
    turn: Rect
    is_boxed: bool
    tray: Tray | None = None


def panel_parts(panel: Rect, men: int, has_trays: bool) -> PanelParts:
    """Return the parts of a panel. ``men`` is the number of men of a side at the start.

    Without ``has_trays``, or if they would leave too little room for the moves, the boxes have no trays.
    """
    is_boxed = panel.width >= _LEAST_BOXED_WIDTH and panel.height >= _LEAST_BOXED_HEIGHT
    if is_boxed and has_trays:
        tray = Tray(_MAN, men, -(-men // ((panel.width - _BORDERS) // _MAN.width)))
        found = _parts(panel, _BORDERS + tray.lines * _MAN.height, is_boxed, tray)
        if found.moves.height >= _LEAST_MOVES:
            return found
    return _parts(panel, _BOX_ROWS if is_boxed else _PLAYER_ROWS, is_boxed)


def _parts(panel: Rect, rows: int, is_boxed: bool, tray: Tray | None = None) -> PanelParts:
    """Return the parts of a panel with ``rows`` rows for each player."""
    end = panel.row + panel.height
    turn = _TURN_ROWS if is_boxed else 0
    lower = end - turn - rows
    return PanelParts(
        upper=panel._replace(height=rows),
        moves=panel._replace(row=panel.row + rows + 1, height=max(0, lower - panel.row - rows - 2)),
        lower=panel._replace(row=lower, height=rows),
        turn=Rect(end - turn, panel.column + 1, turn, panel.width - 1),
        is_boxed=is_boxed,
        tray=tray,
    )
