"""The layout of the game screen: the board is as large as possible, the other parts get the rest."""

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from console.game.naming import Naming
from console.screens.widgets.board import BoardLayout
from console.screens.widgets.glyphs import SIZES
from console.terminal.canvas import Rect

# Widths are in columns, heights in rows.
_PANEL: Final = 25
_WIDE_PANEL: Final = 40
_WIDEST_PANEL: Final = 72
_WIDE_WINDOW: Final = 102  # a wider window has room for the moves in full
_ROOM_FOR_SENTENCES: Final = 120  # so wide a window has room for whole sentences in each part
_SENTENCE: Final = 48
_PANEL_IN_FULL: Final = 34
_NARROW_PANEL: Final = 15
_STRIP: Final = 6
_EIGHT: Final = 8  # rows of most boards
_NARROW_SQUARE: Final = 4  # columns
_CONVERSATION_ROWS: Final = 3
_MOST_CONVERSATION_ROWS: Final = 6
_TALL_WINDOW: Final = 30  # a higher window keeps room for the conversation instead of larger squares
_MOST_IN_A_TALL_WINDOW: Final = 16
_ROWS_BESIDE: Final = 9
_PART_BESIDE: Final = 3  # the conversation beside the board has a third of its rows
_PART_OF_WIDE: Final = 4  # and in a wide window, a quarter of all rows
_RULES_ROWS: Final = 2
_LARGE: Final = 3  # rows of a square
_EASY_CONVERSATION: Final = 30
_EASY_ROWS: Final = 5
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


class PlayLayout(NamedTuple):
    """The parts of the screen. A part without room is None.

    ``panel`` is beside the board, for players and moves. The key bar is the last row, and the title the first.
    Without a title, ``rules`` is the place for the rules. ``in_full``: the panel has room for the times of
    the moves. ``parts`` are the parts of a panel that is wider than a strip.
    """

    board: BoardLayout
    conversation: Rect
    panel: Rect
    has_bar: bool = False
    has_header: bool = False
    rules: Rect | None = None
    in_full: bool = False
    parts: PanelParts | None = None

    @property
    def strip(self) -> Rect:
        """The panel without its first column."""
        return self.panel._replace(column=self.panel.column + 1, width=self.panel.width - 1)

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
    for size, compose, outside in product(reversed(SIZES), _COMPOSITIONS, (True, False)):
        found = compose(BoardLayout(naming, size, labels_outside=outside), width, height)
        if found is not None and _leaves_room(found, width, height):
            parts = panel_parts(found.panel) if found.has_bar else None
            return found._replace(in_full=width > _WIDE_WINDOW, parts=parts)
    raise ValueError(f"no board fits into {width}x{height}")


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


def _leaves_room(found: PlayLayout, width: int, height: int) -> bool:
    """Return True if squares of this size leave enough room for text.

    On a board of more than eight rows, squares wider than four columns must leave room for a whole panel beside them.
    Large squares must leave a row for the keys and room for the conversation. The largest, and all in a wide window,
    must leave room for the moves too. Labels must not take the row of the title.
    """
    (columns, rows), talk, panel = found.board.size, found.conversation, found.panel
    if rows < _LARGE:
        is_large = found.board.geometry.size > _EIGHT and columns > _NARROW_SQUARE
        return not is_large or panel.width >= _PANEL
    if found.board.labels_outside and not found.has_header:
        return False
    roomy = found.has_bar and talk.width >= _EASY_CONVERSATION
    if height > _TALL_WINDOW:
        roomy = roomy and talk.height >= _EASY_ROWS
    if width > _WIDE_WINDOW:
        least = _SENTENCE if width >= _ROOM_FOR_SENTENCES else _EASY_CONVERSATION
        return roomy and panel.width >= _PANEL_IN_FULL and talk.width >= least
    return roomy


def _panel_width(board: BoardLayout, width: int) -> int:
    """Return the width of a panel beside the board."""
    return min(_WIDEST_PANEL if width > _WIDE_WINDOW else _WIDE_PANEL, width - board.width - 1)


def _side_by_side(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """Return a layout with board and panel side by side, and the conversation under both."""
    panel = _panel_width(board, width)
    spare = height - board.height - 2
    if panel < _PANEL or spare < _CONVERSATION_ROWS:
        return None
    most = min(height - _TALL_WINDOW + _MOST_CONVERSATION_ROWS, _MOST_IN_A_TALL_WINDOW)
    rows = min(spare, max(_MOST_CONVERSATION_ROWS, most))
    top, left = 1 + (spare - rows) // 2, (width - board.width - 1 - panel) // 2
    return PlayLayout(
        board._replace(row=top, column=left),
        conversation=Rect(top + board.height, left + 1, rows, width - 2 * left - 2),
        panel=Rect(top, left + board.width + 1, board.height, panel),
        has_bar=True,
        has_header=True,
    )


def _beside(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """Return a layout with panel and conversation one above the other, beside the board."""
    panel = _panel_width(board, width)
    spare = height - board.height - 1
    if panel < _NARROW_PANEL or spare < 0:
        return None
    header = 1 if spare else 0
    top, left = header + (spare - header) // 2, (width - board.width - 1 - panel) // 2
    column = left + board.width + 1
    is_wide = width > _WIDE_WINDOW
    total = height - 1 - top if is_wide else board.height
    rows = max(_ROWS_BESIDE, total // (_PART_OF_WIDE if is_wide else _PART_BESIDE))
    split = total - rows
    untitled = 0 if header else _RULES_ROWS
    return PlayLayout(
        board._replace(row=top, column=left),
        conversation=Rect(top + split, column + 1, rows, panel - 1),
        panel=Rect(top + untitled, column, split - untitled, panel),
        has_bar=True,
        has_header=bool(header),
        rules=Rect(top, column + 1, untitled, panel - 1) if untitled else None,
    )


def _compact(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """Return a layout for narrow windows: a board without a frame, a strip beside it, the conversation below both."""
    board = board._replace(framed=False)
    strip = width - board.width
    spare = height - board.height
    if not (board.labels_outside and _STRIP <= strip < _PANEL and spare >= _CONVERSATION_ROWS):
        return None
    return PlayLayout(
        board,
        conversation=Rect(board.height, 0, spare, width),
        panel=Rect(0, board.width, board.height, strip),
    )


_COMPOSITIONS: Final[tuple[Callable[[BoardLayout, int, int], PlayLayout | None], ...]] = (
    _side_by_side,
    _compact,
    _beside,
)
