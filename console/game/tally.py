"""Scores of games, and how many games were won, drawn and lost."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, Self

Score = Literal["win", "draw", "loss"]


class Tally(NamedTuple):
    """The number of games that were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @classmethod
    def of(cls, scores: Iterable[Score]) -> Self:
        """Count scores."""
        found = list(scores)
        return cls(found.count("win"), found.count("draw"), found.count("loss"))

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    @property
    def text(self) -> str:
        """The results as ``2-1-0``; empty if there are none."""
        return "-".join(map(str, self)) if self.games else ""
