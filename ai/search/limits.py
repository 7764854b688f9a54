"""The limits of a search, and its stop."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from ai.time_control import UNLIMITED, Budget

MAX_DEPTH: Final = 99

Stop: TypeAlias = Callable[[], bool]


@dataclass(frozen=True)
class Limits:
    """The limits of a search: a depth in plies, a number of nodes (0: none) and a budget of seconds.

    Moves that score at most ``multipv_window`` centimen below the best get exact scores, the others upper bounds. In a
    search that ends before ``depth``, a move that has just entered the window may still have an upper bound. ``lines``
    is the number of variations to return, of moves with exact scores; with more than one the window is ignored.
    """

    depth: int = MAX_DEPTH
    nodes: int = 0
    budget: Budget = UNLIMITED
    multipv_window: int = 0
    lines: int = 1


def never() -> bool:
    """Return False: a ``Stop`` that never ends the search."""
    return False
