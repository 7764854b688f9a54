"""How long to think: what a move may take out of a clock, and the timer that a search holds it against."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

_MOVES_AHEAD: Final = 22  # the length of the rest of a game that nobody has told the length of
_LAG: Final = 0.05  # seconds kept back for what happens outside the search
_LAG_LATER: Final = 0.01  # more for each move that is to come
_MOST_LAG: Final = 0.2  # of what is left
_STRETCH: Final = 2.0  # how many times its share an iteration that will not end may take beyond it
_PLENTY: Final = 0.5  # seconds a share must have for that; a smaller one is stretched less
_LATEST_START: Final = 0.55  # of its share: an iteration begun later would rarely be completed
_SETTLED: Final = 0.5  # of that, where the best move has not changed for some iterations
_MOVE_LAG: Final = 0.004
_MOST_MOVE_LAG: Final = 0.1


class TimeControl(NamedTuple):
    """Seconds for all moves of a game, and more for each."""

    seconds: float
    increment: float


@dataclass(frozen=True)
class Budget:
    """Seconds for one move: no iteration begins after ``soft``, and none goes on after ``hard``.

    None begins after ``settled`` either where the last iterations agreed on the best move.
    """

    soft: float = math.inf
    hard: float = math.inf
    settled: float = math.inf


UNLIMITED: Final = Budget()


class Timer:
    """Counts seconds from the moment it is started; ``now`` tells the time."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._start = math.inf

    @classmethod
    def started(cls, now: Callable[[], float] = time.monotonic) -> Self:
        """A timer that runs."""
        timer = cls(now)
        timer.start()
        return timer

    def start(self) -> None:
        """Count from now on."""
        self._start = self._now()

    def elapsed(self) -> float:
        """The seconds since the start; before it less than any number, so that no budget is spent."""
        return self._now() - self._start


def for_reply(seconds: float) -> Budget:
    """So many seconds at most, for a player who waits: less where another iteration would rarely be completed."""
    return Budget(_LATEST_START * seconds, seconds)


def for_move(seconds: float) -> Budget:
    """All of a fixed time, but for what it takes to hand the move over."""
    usable = max(0.0, seconds - min(_MOVE_LAG, _MOST_MOVE_LAG * seconds))
    return Budget(usable, usable)


def for_game(left: float, increment: float = 0.0, moves: int | None = None) -> Budget:
    """A share of a game's clock.

    ``left`` is on the clock before the increment of this move, which is added first; ``moves`` are to be made with it,
    this one included (None: all that are still to come). ``hard`` always leaves some of the clock.
    """
    now = max(0.0, left + increment)
    ahead = _MOVES_AHEAD if moves is None else max(1, min(moves, _MOVES_AHEAD))
    usable = now - min(_LAG + _LAG_LATER * (ahead - 1), _MOST_LAG * now)
    share = min(usable, usable / ahead + increment * (ahead - 1) / ahead)
    stretched = share * (1 + _STRETCH * min(1.0, share / _PLENTY))
    hard = usable if ahead == 1 else min(stretched, max(share, usable / 2))
    soft = min(hard, _LATEST_START * share)
    return Budget(soft, hard, _SETTLED * soft)
