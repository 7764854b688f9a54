"""What a score says: hundredths of a man from the view of the side to move, in three bands that never meet.

=====================================  ==============================================================================
``|score| < EVALUATION_LIMIT``         an evaluation: who stands better, and by how much
``EVALUATION_LIMIT <= |score| < WIN``  won or lost for certain, in an unknown number of plies: what endgame tables say
``WIN <= |score| <= MATE``             won or lost in ``MATE - |score|`` plies
=====================================  ==============================================================================
"""

from typing import Final, NamedTuple

EVALUATION_LIMIT: Final = 20_000
WIN: Final = 29_000
MATE: Final = 30_000
CERTAIN: Final = (EVALUATION_LIMIT + WIN) // 2  # a win of which nothing else is known


def is_decided(score: int) -> bool:
    """Whether a score says that the game is won or lost, however long that may take."""
    return abs(score) >= EVALUATION_LIMIT


def mate_distance(score: int) -> int | None:
    """In how many plies the game is won or lost; None where the score does not say."""
    return MATE - abs(score) if abs(score) >= WIN else None


class ExactValue(NamedTuple):
    """What a position is worth if both sides play their best, from the view of the side to move.

    ``outcome`` is 1 for a win, 0 for a draw, -1 for a loss; ``plies`` is how many the winner needs against the longest
    defence, None in a draw and where it is not known.
    """

    outcome: int
    plies: int | None = None

    @property
    def score(self) -> int:
        """The same as a score."""
        return self.outcome * (CERTAIN if self.plies is None else MATE - self.plies)
