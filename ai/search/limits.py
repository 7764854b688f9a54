"""The limits of a search, and the type of its stop function."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from ai.score import MATE
from ai.time_control import UNLIMITED, Budget, Timer

MAX_DEPTH: Final = 99

Stop: TypeAlias = Callable[[], bool]


@dataclass(frozen=True)
class Limits:
    """The limits of a search: a depth in plies, a number of nodes (0: unlimited) and a budget of seconds.

    Moves that score at most ``multipv_window`` centimen below the best get exact scores, the others upper bounds. If
    the search stops before ``depth``, a move that has just entered the window may still have an upper bound. ``lines``
    is the number of variations to return; their moves get exact scores. If ``lines`` exceeds 1, the window is ignored.
    The search ends after an iteration whose best score is at least ``decisive``, or at most ``-decisive``. The budget
    counts from the start of ``timer``, or from the call if it is None.
    """

    depth: int = MAX_DEPTH
    nodes: int = 0
    budget: Budget = UNLIMITED
    multipv_window: int = 0
    lines: int = 1
    decisive: int = MATE + 1
    timer: Timer | None = None


def never() -> bool:
    """Return False: a ``Stop`` that never ends the search."""
    return False
