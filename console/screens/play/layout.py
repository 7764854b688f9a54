"""Where everything of the board's screen stands in a window: the board first, the rest in what it leaves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from console.screens.widgets.board import SIZES, BoardLayout, Size
from console.terminal.canvas import Rect
from engine.geometry import Geometry

_PANEL: Final = 25
_WIDE_PANEL: Final = 40
_NARROW_PANEL: Final = 15
_STRIP: Final = 6
_CONVERSATION_ROWS: Final = 3
_MOST_CONVERSATION_ROWS: Final = 6
_ROWS_BESIDE: Final = 9
_RULES_ROWS: Final = 2
_LARGE: Final = 3  # rows of a square
_EASY_CONVERSATION: Final = 36


@dataclass(frozen=True)
class PlayLayout:
    """The parts of the screen; what a window has no room for is None.

    ``panel`` stands beside the board; without one ``above`` and ``below`` are a line for each player. ``conversation``
    is where that stands, ``bar`` the row of the keys, ``header`` the row of the title; where there is no title
    ``rules`` may be the place for what it says of the rules.
    """

    board: BoardLayout
    conversation: Rect
    panel: Rect | None = None
    above: Rect | None = None
    below: Rect | None = None
    bar: int | None = None
    header: int | None = None
    rules: Rect | None = None


def play_layout(geometry: Geometry, width: int, height: int) -> PlayLayout:
    """The layout with the largest squares, and of those the one with the most room for words.

    Raises ValueError where none fits; in 40 x 20 cells there is always one.
    """
    for size in reversed(SIZES):
        for compose in _COMPOSITIONS:
            for board in _boards(geometry, size):
                found = compose(board, width, height)
                if found is not None and _leaves_room(found, size):
                    return found
    raise ValueError(f"no board fits into {width}x{height}")


def _leaves_room(found: PlayLayout, size: Size) -> bool:
    """Whether squares are not bought with the words: large ones leave the keys a row and the conversation some width.

    The largest leave the moves their place too.
    """
    if size.height < _LARGE:
        return True
    roomy = found.bar is not None and found.conversation.width >= _EASY_CONVERSATION
    return roomy and (size.height == _LARGE or found.panel is not None)


def _boards(geometry: Geometry, size: Size) -> Iterator[BoardLayout]:
    for outside in (True, False):
        yield BoardLayout(geometry, size, labels_outside=outside)


def _moved(board: BoardLayout, row: int, column: int) -> BoardLayout:
    return replace(board, row=row, column=column)


def _side_by_side(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """Board and panel side by side, the conversation under both."""
    panel = min(_WIDE_PANEL, width - board.width - 1)
    spare = height - board.height - 2
    if panel < _PANEL or spare < _CONVERSATION_ROWS:
        return None
    rows = min(spare, _MOST_CONVERSATION_ROWS)
    top, left = 1 + (spare - rows) // 2, (width - board.width - 1 - panel) // 2
    under = top + board.height
    return PlayLayout(
        _moved(board, top, left),
        conversation=Rect(under, left + 1, rows, width - 2 * left - 2),
        panel=Rect(top, left + board.width + 1, board.height, panel),
        bar=height - 1,
        header=0,
    )


def _stacked(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """A line for each player above and below the board, the conversation under them."""
    header = height >= board.height + 4 + _CONVERSATION_ROWS
    spare = height - board.height - 3 - header
    if board.width > width or spare < _CONVERSATION_ROWS:
        return None
    rows = min(spare, _MOST_CONVERSATION_ROWS)
    top, left = 1 + header + (spare - rows) // 2, (width - board.width) // 2
    under = top + board.height
    start = max(0, left - 8)
    return PlayLayout(
        _moved(board, top, left),
        conversation=Rect(under + 1, start, rows, width - 2 * start),
        above=Rect(top - 1, start, 1, width - 2 * start),
        below=Rect(under, start, 1, width - 2 * start),
        bar=height - 1,
        header=0 if header else None,
    )


def _beside(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """Panel and conversation one above the other, beside the board."""
    panel = min(_WIDE_PANEL, width - board.width - 1)
    spare = height - board.height - 1
    if panel < _NARROW_PANEL or spare < 0:
        return None
    header = 1 if spare else 0
    top, left = header + (spare - header) // 2, (width - board.width - 1 - panel) // 2
    column = left + board.width + 1
    split = board.height - _ROWS_BESIDE
    untitled = 0 if header else _RULES_ROWS
    return PlayLayout(
        _moved(board, top, left),
        conversation=Rect(top + split, column, _ROWS_BESIDE, panel),
        panel=Rect(top + untitled, column, split - untitled, panel),
        bar=height - 1,
        header=0 if header else None,
        rules=Rect(top, column + 1, untitled, panel - 1) if untitled else None,
    )


def _compact(board: BoardLayout, width: int, height: int) -> PlayLayout | None:
    """A board without a frame, a strip beside it and the conversation on the last lines, for the smallest windows."""
    board = replace(board, framed=False)
    strip = width - board.width
    spare = height - board.height
    if not board.labels_outside or strip < _STRIP or spare < _CONVERSATION_ROWS:
        return None
    return PlayLayout(
        board,
        conversation=Rect(board.height, 0, spare, width),
        panel=Rect(0, board.width, board.height, strip),
    )


_COMPOSITIONS: Final[tuple[Callable[[BoardLayout, int, int], PlayLayout | None], ...]] = (
    _side_by_side,
    _stacked,
    _beside,
    _compact,
)
