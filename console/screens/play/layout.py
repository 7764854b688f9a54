"""Where everything of the board's screen stands in a window: the board first, the rest in what it leaves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from console.screens.widgets.board import SIZES, Layout, Size
from console.terminal.canvas import Rect
from engine.geometry import Geometry

_PANEL: Final = 25
_WIDE_PANEL: Final = 40
_NARROW_PANEL: Final = 15
_STRIP: Final = 6
_TALK_ROWS: Final = 3
_MORE_TALK_ROWS: Final = 6
_TALK_BESIDE: Final = 9
_RULES_ROWS: Final = 2
_LARGE: Final = 3  # rows of a square
_EASY_TALK: Final = 36


@dataclass(frozen=True)
class Arrangement:
    """The parts of the screen; what a window has no room for is None.

    ``panel`` stands beside the board; without one ``above`` and ``below`` are a line for each player. ``talk`` is for
    the conversation, ``bar`` the row of the keys, ``header`` the row of the title; where there is no title ``rules``
    may be the place for what it says of the rules.
    """

    layout: Layout
    talk: Rect
    panel: Rect | None = None
    above: Rect | None = None
    below: Rect | None = None
    bar: int | None = None
    header: int | None = None
    rules: Rect | None = None


def arrange(geometry: Geometry, width: int, height: int) -> Arrangement:
    """The arrangement with the largest squares, the roomiest of those.

    Raises ValueError where none fits; in 40 x 20 cells there is always one.
    """
    for size in reversed(SIZES):
        for attempt in _ATTEMPTS:
            for layout in _layouts(geometry, size):
                found = attempt(layout, width, height)
                if found is not None and _leaves_room(found, size):
                    return found
    raise ValueError(f"no board fits into {width}x{height}")


def _leaves_room(found: Arrangement, size: Size) -> bool:
    """Whether squares are not bought with the words: large ones leave the keys a row and the conversation some width.

    The largest leave the moves their place too.
    """
    if size.height < _LARGE:
        return True
    return found.bar is not None and found.talk.width >= _EASY_TALK and (size.height == _LARGE or bool(found.panel))


def _layouts(geometry: Geometry, size: Size) -> Iterator[Layout]:
    for outside in (True, False):
        yield Layout(geometry, size, labels_outside=outside)


def _moved(layout: Layout, row: int, column: int) -> Layout:
    return replace(layout, row=row, column=column)


def _side_by_side(layout: Layout, width: int, height: int) -> Arrangement | None:
    """Board and panel side by side, the conversation under both."""
    panel = min(_WIDE_PANEL, width - layout.width - 1)
    spare = height - layout.height - 2
    if panel < _PANEL or spare < _TALK_ROWS:
        return None
    talk = min(spare, _MORE_TALK_ROWS)
    top, left = 1 + (spare - talk) // 2, (width - layout.width - 1 - panel) // 2
    under = top + layout.height
    return Arrangement(
        _moved(layout, top, left),
        talk=Rect(under, left + 1, talk, width - 2 * left - 2),
        panel=Rect(top, left + layout.width + 1, layout.height, panel),
        bar=height - 1,
        header=0,
    )


def _stacked(layout: Layout, width: int, height: int) -> Arrangement | None:
    """A line for each player above and below the board, the conversation under them."""
    header = height >= layout.height + 4 + _TALK_ROWS
    spare = height - layout.height - 3 - header
    if layout.width > width or spare < _TALK_ROWS:
        return None
    talk = min(spare, _MORE_TALK_ROWS)
    top, left = 1 + header + (spare - talk) // 2, (width - layout.width) // 2
    under = top + layout.height
    start = max(0, left - 8)
    return Arrangement(
        _moved(layout, top, left),
        talk=Rect(under + 1, start, talk, width - 2 * start),
        above=Rect(top - 1, start, 1, width - 2 * start),
        below=Rect(under, start, 1, width - 2 * start),
        bar=height - 1,
        header=0 if header else None,
    )


def _beside(layout: Layout, width: int, height: int) -> Arrangement | None:
    """Panel and conversation one above the other, beside the board."""
    panel = min(_WIDE_PANEL, width - layout.width - 1)
    spare = height - layout.height - 1
    if panel < _NARROW_PANEL or spare < 0:
        return None
    header = 1 if spare else 0
    top, left = header + (spare - header) // 2, (width - layout.width - 1 - panel) // 2
    column = left + layout.width + 1
    split = layout.height - _TALK_BESIDE
    untitled = 0 if header else _RULES_ROWS
    return Arrangement(
        _moved(layout, top, left),
        talk=Rect(top + split, column, _TALK_BESIDE, panel),
        panel=Rect(top + untitled, column, split - untitled, panel),
        bar=height - 1,
        header=0 if header else None,
        rules=Rect(top, column + 1, untitled, panel - 1) if untitled else None,
    )


def _compact(layout: Layout, width: int, height: int) -> Arrangement | None:
    """A board without a frame, a strip beside it and the conversation on the last lines, for the smallest windows."""
    layout = replace(layout, framed=False)
    strip = width - layout.width
    spare = height - layout.height
    if not layout.labels_outside or strip < _STRIP or spare < _TALK_ROWS:
        return None
    return Arrangement(
        layout,
        talk=Rect(layout.height, 0, spare, width),
        panel=Rect(0, layout.width, layout.height, strip),
    )


_ATTEMPTS: Final[tuple[Callable[[Layout, int, int], Arrangement | None], ...]] = (
    _side_by_side,
    _stacked,
    _beside,
    _compact,
)
