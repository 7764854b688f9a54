"""The result of a match: wins, draws and losses, and an Elo difference with its error."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

_CONFIDENCE: Final = 1.959964  # half the width of a 95 % confidence interval, in standard deviations
_SCALE: Final = 400 / math.log(10)


@dataclass
class PairTally:
    """The results of the first player by game and by pair.

    A pair is two games from one opening with the colors exchanged. ``pairs[k]`` is the number of pairs in which the
    first player scored ``k`` half points.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)

    def add(self, points: Sequence[int]) -> None:
        """Add a pair of games. ``points`` are the half points of each game: 2, 1 or 0."""
        self.wins += points.count(2)
        self.draws += points.count(1)
        self.losses += points.count(0)
        self.pairs[sum(points)] += 1

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points, 0 to 1; one half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def deviation(self) -> float:
        """The standard error of the score.

        The two games of a pair share an opening, so they are not independent: the trial is the pair, with five possible
        results (the pentanomial model of M. Van den Bergh, as used by fishtest).
        """
        trials = sum(self.pairs)
        if trials < 2:
            return math.inf
        spread = sum(count * (half / 4 - self.score) ** 2 for half, count in enumerate(self.pairs))
        return math.sqrt(spread / (trials - 1) / trials)

    @property
    def elo(self) -> float | None:
        """The Elo difference of the players, 400 log10(s / (1 - s)); None for a score of 0 or 1."""
        return _SCALE * math.log(self.score / (1 - self.score)) if 0 < self.score < 1 else None

    @property
    def error(self) -> float | None:
        """Half the width of the 95 % confidence interval of ``elo``, linearized; None if unknown."""
        if not 0 < self.score < 1 or math.isinf(self.deviation):
            return None
        return _CONFIDENCE * self.deviation * _SCALE / (self.score * (1 - self.score))

    @property
    def superiority(self) -> float:
        """The likelihood that the first player is the stronger one, 0 to 1."""
        if self.deviation == 0:
            return 0.5 if self.score == 0.5 else float(self.score > 0.5)
        return 0.5 * (1 + math.erf((self.score - 0.5) / self.deviation / math.sqrt(2)))
