"""The verdict on a solver's move, from the reply of the defense."""

from typing import Final

from ai.engine import SearchInfo
from ai.problems.solution import NOT_WON
from ai.score import EVALUATION_LIMIT

_STILL_WON: Final = 2 * NOT_WON
_STILL_DRAWN: Final = -100


def proves(outcome: int, answer: SearchInfo, exact: bool) -> bool:
    """Return True if the search of the reply proves that the solver's move wins, or at least draws if ``outcome`` is 0.

    ``exact``: the endgame tables contain the position.
    """
    worth = -answer.score
    return worth >= EVALUATION_LIMIT or (not outcome and exact and worth >= 0)


def keeps(outcome: int, answer: SearchInfo) -> bool:
    """Return True if a move of the solver after the first keeps the win, or the draw if ``outcome`` is 0."""
    return -answer.score >= (_STILL_WON if outcome else _STILL_DRAWN)
