"""The rating of a solver: Elo's, against opponents rated by the difficulty of the problems."""

from dataclasses import dataclass
from typing import Final

from console.game.elo import FIRST_RATING, STEP, elo

_FIRST_STEPS: Final = 400.0  # divided by two more than the number of tries, as long as that is above the usual step
_SURE: Final = 5  # tries from which on a rating is no guess


@dataclass(frozen=True)
class Rating:
    """A rating, and the number of problems tried for it."""

    value: float = FIRST_RATING
    tries: int = 0

    @property
    def is_guess(self) -> bool:
        """True if too few problems were tried to be sure."""
        return self.tries < _SURE

    def after(self, difficulty: int, score: float) -> "Rating":
        """Return the rating after a problem, whose own rating is that of the level that solves it."""
        from ai.levels import LEVEL_RATINGS

        step = max(STEP, _FIRST_STEPS / (self.tries + 2))
        return Rating(elo(self.value, LEVEL_RATINGS[difficulty], score, step), self.tries + 1)
