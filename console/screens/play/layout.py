"""The layout of the game screen: the board is as large as possible, the other parts get the rest."""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from console.game.naming import Naming
from console.screens.widgets.board import BoardLayout
from console.screens.widgets.glyphs import SIZES
from console.terminal.canvas import Rect

# Widths are in columns, heights in rows.
_PANEL: Final = 25
_WIDEST_PANEL: Final = 72
_NARROW_PANEL: Final = 15
_TALK_WIDTH: Final = 30  # the least width of the conversation in the column
_TALK_ROWS: Final = 9  # of the conversation in the column, with its frame
_ROWS_BELOW: Final = 3  # the fewest rows of the conversation below the board
_WIDE_BOARD: Final = 48  # so wide a board has room for sentences below it
_ROOMY: Final = 50  # columns of a panel in which two lines are enough for the opponent's words
_STRIP: Final = 6
_EIGHT: Final = 8  # rows of most boards
_NARROW_SQUARE: Final = 4  # columns
_LARGE: Final = 3  # rows of a square
_CARDS: Final = ((20, 4, 2), (16, 2, 2), (0, 1, 1))
"""The rows of a panel that give the upper and the lower player so many rows."""


class PanelParts(NamedTuple):
    """The parts of a panel: the upper player, the moves, the lower player. Each has a line with a title above it."""

    upper: Rect
    moves: Rect
    lower: Rect


class PlayLayout(NamedTuple):
    """The parts of the screen. A part without room is None.

    ``panel`` is beside the board, for players and moves. The key bar is the last row, and the title the first.
    ``parts`` are the parts of a panel with a frame. ``frame`` is the frame of a conversation below the panel, with
    which it shares a line. ``tray`` is the place of the captured pieces below the board.
    """

    board: BoardLayout
    conversation: Rect
    panel: Rect
    has_bar: bool = False
    has_header: bool = False
    parts: PanelParts | None = None
    frame: Rect | None = None
    tray: Rect | None = None

    @property
    def strip(self) -> Rect:
        """The panel without its first column."""
        return self.panel._replace(column=self.panel.column + 1, width=self.panel.width - 1)

    @property
    def is_scored_below(self) -> bool:
        """True if the score is below the board, between the captured pieces."""
        return self.tray is not None and self.tray.height > 1

    @property
    def above_the_keys(self) -> Rect:
        """The place of the conversation, without its last row if that is needed for the keys."""
        talk = self.conversation
        return talk if self.has_bar else talk._replace(height=talk.height - 1)


@lru_cache
def play_layout(naming: Naming, width: int, height: int) -> PlayLayout:
    """Return the layout with the largest squares that leaves enough room for text. Its board has Black at the bottom.

    ``width`` and ``height`` are those of the screen in cells. Raises ValueError if no layout fits. One always fits into
    40 x 20 cells.
    """
    for size, compose, outside in product(reversed(SIZES), (_composed, _compact), (True, False)):
        found = compose(BoardLayout(naming, size, labels_outside=outside), width, height)
        if found is not None:
            return found
    raise ValueError(f"no board fits into {width}x{height}")


def panel_parts(panel: Rect) -> PanelParts:
    """Return the parts of a panel with a frame."""
    above, below = next((above, below) for least, above, below in _CARDS if panel.height >= least)
    above = min(above, 3) if panel.width >= _ROOMY else above
    row, column, height, width = panel.inside(1)
    return PanelParts(
        upper=Rect(row, column, above, width),
        moves=Rect(row + above + 1, column, height - above - below - 2, width),
        lower=Rect(row + height - below, column, below, width),
    )


def _composed(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """Return a layout with the panel beside the board, or None if too little room is left for text.

    The conversation is below the panel if the squares are large or the board takes the height, else below the board.
    """
    panel = min(_WIDEST_PANEL, width - board.width - 1)
    below = height - 2 - board.height
    is_large, has_talk_below = board.size.height >= _LARGE, below >= _ROWS_BELOW
    in_column = panel >= _TALK_WIDTH and (is_large or not has_talk_below)
    if (
        panel < _NARROW_PANEL
        or below < 0
        or _is_cramped(board, panel)
        or not (in_column or (has_talk_below and not is_large))
    ):
        return None
    left = (width - board.width - 1 - panel) // 2
    board = board._replace(row=1, column=left)
    under = Rect(1 + board.height, left + 1, below, board.width - 1)
    beside = Rect(1, left + board.width + 1, height - 2, panel)
    if in_column:
        frame = beside._replace(row=height - 1 - _TALK_ROWS, height=_TALK_ROWS)
        beside = beside._replace(height=height - 1 - _TALK_ROWS)
        tray = under if below else None
        return PlayLayout(board, frame.inside(2), beside, True, True, panel_parts(beside), frame, tray)
    if board.width < _WIDE_BOARD:
        beside, under = beside._replace(height=board.height), under._replace(width=width - 2 * left - 2)
    talk = under._replace(column=left + 2, width=under.width - 2)
    return PlayLayout(board, talk, beside, True, True, panel_parts(beside))


def _is_cramped(board: BoardLayout, beside: int) -> bool:
    """Return True if wide squares of a board of more than eight rows leave no whole panel beside it."""
    return board.geometry.size > _EIGHT and board.size.width > _NARROW_SQUARE and beside < _PANEL


def _compact(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """Return a layout for narrow windows: a board without a frame, a strip beside it, the conversation below both."""
    board = board._replace(framed=False)
    strip = width - board.width
    spare = height - board.height
    is_large = board.size.height >= _LARGE or _is_cramped(board, strip)
    if is_large or not (board.labels_outside and _STRIP <= strip < _PANEL and spare >= _ROWS_BELOW):
        return None
    return PlayLayout(
        board,
        conversation=Rect(board.height, 0, spare, width),
        panel=Rect(0, board.width, board.height, strip),
    )
