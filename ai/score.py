"""Scores: centimen (hundredths of a man) for the side to move, in three disjoint ranges.

=====================================  ==============================================================================
``|score| < EVALUATION_LIMIT``         an evaluation
``EVALUATION_LIMIT <= |score| < WIN``  a win or loss in an unknown number of plies, from the endgame tables
``WIN <= |score| <= MATE``             a win or loss in ``MATE - |score|`` plies
=====================================  ==============================================================================

A win or loss that a search finds is proved (see ``NodeSearch.search``), but the search assumes that no jump is declined
in *huff*: see ``ai.proof``.
"""

from typing import Final, NamedTuple

EVALUATION_LIMIT: Final = 20_000
WIN: Final = 29_000
MATE: Final = 30_000
CERTAIN: Final = (EVALUATION_LIMIT + WIN) // 2  # a win in an unknown number of plies
LIKELY: Final = EVALUATION_LIMIT // 2  # no evaluation is as large: a win that a search has found and nobody has proved


def is_decided(score: int) -> bool:
    """Return True if the score is a win or loss, in a known or unknown number of plies."""
    return abs(score) >= EVALUATION_LIMIT


def is_likely(score: int) -> bool:
    """Return True if the score is a win or loss, proved or not."""
    return abs(score) >= LIKELY


def mate_distance(score: int) -> int | None:
    """Return the number of plies to the win or loss, or None if the score has no known length."""
    return MATE - abs(score) if abs(score) >= WIN else None


class ExactValue(NamedTuple):
    """The value of a position with best play, for the side to move.

    ``outcome`` is 1 for a win, 0 for a draw, -1 for a loss. ``plies`` is the number of plies to the win against the
    longest defense; None for a draw or an unknown length.
    """

    outcome: int
    plies: int | None = None

    @property
    def score(self) -> int:
        """The value as a score."""
        return self.outcome * (CERTAIN if self.plies is None else MATE - self.plies)
