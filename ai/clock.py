"""How long to think: what a move may take out of a clock. The caller owns the clock; nothing here looks at one."""

import math
from dataclasses import dataclass
from typing import Final

_MOVES_AHEAD: Final = 25  # the length of the rest of a game that nobody has told the length of
_LAG: Final = 0.05  # seconds kept back for what happens outside the search, at most
_LAG_SHARE: Final = 0.1  # of what is left, where that is less
_STRETCH: Final = 3.0  # how many times its share a move may take when an iteration will not end
_LATEST_START: Final = 0.55  # of its share: an iteration begun later would rarely be completed
_MOVE_LAG: Final = 0.004


@dataclass(frozen=True)
class Budget:
    """Seconds for one move: no iteration begins after ``soft``, and none goes on after ``hard``."""

    soft: float = math.inf
    hard: float = math.inf


FREE: Final = Budget()


def for_move(seconds: float) -> Budget:
    """All of a fixed time, but for what it takes to hand the move over."""
    usable = max(0.0, seconds - min(_MOVE_LAG, _LAG_SHARE * seconds))
    return Budget(usable, usable)


def for_game(left: float, increment: float = 0.0, moves: int | None = None) -> Budget:
    """A share of a game's clock.

    ``left`` is on the clock before the increment of this move, which is added first; ``moves`` are to be made with it,
    this one included (None: all that are still to come). ``hard`` always leaves some of the clock.
    """
    now = max(0.0, left + increment)
    usable = now - min(_LAG, _LAG_SHARE * now)
    ahead = _MOVES_AHEAD if moves is None else max(1, min(moves, _MOVES_AHEAD))
    share = min(usable, usable / ahead + (increment * (ahead - 1) / ahead))
    hard = usable if ahead == 1 else min(_STRETCH * share, usable / 2)
    return Budget(min(hard, _LATEST_START * share), hard)
