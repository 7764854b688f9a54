"""Time management: the seconds for a move, and the timer that measures them."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

_MOVES_AHEAD: Final = 22  # moves to go that are assumed in a game of unknown length
_LAG: Final = 0.05  # seconds reserved for work outside the search
_LAG_LATER: Final = 0.01  # seconds reserved for each further move to the time control
_MOST_LAG: Final = 0.2  # fraction of the time on the clock: the upper limit of the reserve
_STRETCH: Final = 2.0  # extra shares of time that an unfinished iteration may use
_FULL_STRETCH: Final = 0.5  # seconds: the smallest share with the full _STRETCH
_LATEST_START: Final = 0.55  # fraction of a share: an iteration that starts later is rarely completed
_RECENT: Final = 5  # iterations that are compared to tell a settled search from an unsettled one
_SETTLED: Final = 0.5  # fraction of _LATEST_START for a settled search
_UNSETTLED: Final = 2.0  # multiple of _LATEST_START for an unsettled search
_FALL: Final = 15  # centimen: a fall of the score that makes a search unsettled
_MOVE_LAG: Final = 0.004
_MOST_MOVE_LAG: Final = 0.1


class TimeControl(NamedTuple):
    """The seconds for all moves of a game, and the increment for each move."""

    seconds: float
    increment: float


@dataclass(frozen=True)
class Budget:
    """The seconds for one move.

    No iteration starts after ``soft``; the search stops at ``hard``. ``settled`` replaces ``soft`` in a settled search
    if it is earlier, ``unsettled`` in an unsettled search if it is later.
    """

    soft: float = math.inf
    hard: float = math.inf
    settled: float = math.inf
    unsettled: float = 0.0

    def latest_start(self, moves: Sequence[object], scores: Sequence[int]) -> float:
        """Return the seconds after which no further iteration starts.

        ``moves`` and ``scores`` are the best moves of the completed iterations and their scores, the latest last. A
        search is unsettled if the last iteration changed the best move, or if the score has fallen clearly in the last
        iterations. Otherwise it is settled if the last iterations agree on the best move.
        """
        has_changed = len(moves) > 1 and moves[-1] != moves[-2]
        if has_changed or max(scores[-_RECENT:]) - scores[-1] >= _FALL:
            return max(self.soft, self.unsettled)
        if moves[-_RECENT:].count(moves[-1]) == _RECENT:
            return min(self.soft, self.settled)
        return self.soft


UNLIMITED: Final = Budget()


class Timer:
    """A stopwatch in seconds; ``now`` reads the clock."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._start = math.inf

    @classmethod
    def started(cls, now: Callable[[], float] = time.monotonic) -> Self:
        """Return a running timer."""
        timer = cls(now)
        timer.start()
        return timer

    def start(self) -> None:
        """Start or restart."""
        self._start = self._now()

    def elapsed(self) -> float:
        """Return the seconds since the start. Before the start return minus infinity, which is within any budget."""
        return self._now() - self._start


def for_move(seconds: float) -> Budget:
    """Return the budget for a fixed time per move: ``seconds`` minus the lag of sending the move."""
    usable = max(0.0, seconds - min(_MOVE_LAG, _MOST_MOVE_LAG * seconds))
    return Budget(usable, usable)


def for_game(left: float, increment: float = 0.0, moves: int | None = None) -> Budget:
    """Return the budget for a move of a game with a clock.

    ``left`` is the time on the clock before this move's increment, which is added first. ``moves`` is the number of
    moves to the next time control, this one included; None if there is none. ``hard`` never uses up the clock.
    """
    now = max(0.0, left + increment)
    ahead = _MOVES_AHEAD if moves is None else max(1, min(moves, _MOVES_AHEAD))
    usable = now - min(_LAG + _LAG_LATER * (ahead - 1), _MOST_LAG * now)
    share = min(usable, usable / ahead + increment * (ahead - 1) / ahead)
    stretched = share * (1 + _STRETCH * min(1.0, share / _FULL_STRETCH))
    hard = usable if ahead == 1 else min(stretched, max(share, usable / 2))
    soft = min(hard, _LATEST_START * share)
    return Budget(soft, hard, _SETTLED * soft, min(hard, _UNSETTLED * soft))
