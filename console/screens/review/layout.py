"""Where everything of a review stands: a board small enough to leave its plot and its moves some room."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from console.screens.widgets.board import SIZES, Layout
from console.terminal.canvas import Rect
from engine.geometry import Geometry

_PANEL: Final = 38
_WIDEST_PANEL: Final = 64
_PANEL_ROWS: Final = 15
_STRIP: Final = 13
_TALK: Final = (3, 6)
_LEAST_TALK: Final = 2
_PLOT: Final = (4, 10)
_WORST: Final = 3


class Places(NamedTuple):
    """The parts of the window; ``frame`` goes round those in the panel, lines stand on the rows of ``rules``."""

    layout: Layout
    plot: Rect
    talk: Rect
    moves: Rect | None
    worst: Rect | None
    frame: Rect | None
    progress: Rect


def places(geometry: Geometry, width: int, height: int) -> Places:
    """The places in a window of at least 40 x 20 cells; row 0 is for the title, the last one for the keys."""
    for layout in _layouts(geometry):
        found = _beside(layout, width, height)
        if found is not None:
            return found
    for strip in (_STRIP, 0):
        for layout in _layouts(geometry):
            found = _under(layout, width, height, strip)
            if found is not None:
                return found
    raise ValueError(f"no board fits into {width}x{height}")


def _layouts(geometry: Geometry) -> Iterator[Layout]:
    for size in reversed(SIZES):
        yield Layout(geometry, size)
        yield Layout(geometry, size, labels_outside=False)


def _beside(layout: Layout, width: int, height: int) -> Places | None:
    """Moves, plot and worst moves in a panel beside the board, what is said under both."""
    panel = min(_WIDEST_PANEL, width - layout.width - 2)
    spare = height - 2 - layout.height
    if panel < _PANEL or spare < _TALK[0] or layout.height < _PANEL_ROWS:
        return None
    talk = min(spare, _TALK[1])
    top, left = 1 + (spare - talk) // 2, (width - layout.width - 1 - panel) // 2
    column = left + layout.width + 1
    inside = layout.height - 2
    # Two lines divide the panel; the worst moves and a line about the work stand at its bottom.
    plot = min(_PLOT[1], (inside - 3 - _WORST) * 3 // 5)
    plot -= plot % 2
    worst = _WORST + (1 if inside > 24 else 0)
    moves = inside - plot - worst - 3
    frame = Rect(top, column, layout.height, panel)
    row = top + 1
    return Places(
        replace(layout, row=top, column=left),
        plot=Rect(row + moves + 1, column + 1, plot, panel - 2),
        talk=Rect(top + layout.height, left + 1, talk, width - 2 * left - 2),
        moves=Rect(row, column + 1, moves, panel - 2),
        worst=Rect(row + moves + plot + 3, column + 1, worst, panel - 2),
        frame=frame,
        progress=Rect(row + moves + plot + 2, column + 1, 1, panel - 2),
    )


def _under(layout: Layout, width: int, height: int, strip: int) -> Places | None:
    """The moves in a strip beside the board, plot and talk under it."""
    beside = width - layout.width - 1
    spare = height - 2 - layout.height
    if beside < strip or layout.width > width or spare < _PLOT[0] + _LEAST_TALK:
        return None
    talk = min(_TALK[1], max(_LEAST_TALK, spare // 2 - 1))
    plot = min(_PLOT[1], spare - talk)
    plot -= plot % 2
    under = 1 + layout.height
    left = max(0, (width - layout.width - (min(beside, 2 * _STRIP) + 1 if strip else 0)) // 2)
    moves = Rect(1, left + layout.width + 1, layout.height, min(beside, 2 * _STRIP)) if strip else None
    return Places(
        replace(layout, row=1, column=left),
        plot=Rect(under, 1, plot, width - 2),
        talk=Rect(under + plot, 1, spare - plot, width - 2),
        moves=moves,
        worst=None,
        frame=None,
        progress=Rect(0, width // 2, 1, width - width // 2 - 1),
    )
