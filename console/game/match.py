"""Matches: games between the same two players, who change sides, with the points so far."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from engine.geometry import SIDE_NAMES

MOST_GAMES: Final = 99
_LENGTH: Final = "Match"


class Match(NamedTuple):
    """A match of ``best_of`` games, an odd number.

    ``points`` are those of the two players, in the caller's order: 1 for a win and 0.5 for a draw. The match is over
    when a player has more than half of all points, or after ``best_of`` games.
    """

    best_of: int
    points: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of_tags(cls, tags: Mapping[str, str]) -> Self | None:
        """Return the match of a recorded game, with the points of Black and White before it; None if there is none."""
        try:
            best_of = int(tags[_LENGTH])
            black, white = (float(tags[f"{name}Points"]) for name in SIDE_NAMES)
        except (KeyError, ValueError):
            return None
        match = cls(best_of, (black, white))
        halves = [2 * points for points in match.points]
        is_valid = all(half in range(2 * MOST_GAMES) for half in halves) and sum(halves) % 2 == 0
        return match if is_valid and is_length(best_of) and not match.is_over else None

    def tags(self) -> dict[str, str]:
        """Return the tags of the next game, if ``points`` are those of Black and White."""
        points = {f"{name}Points": points_text(own) for name, own in zip(SIDE_NAMES, self.points, strict=True)}
        return {_LENGTH: str(self.best_of), **points}

    def after(self, winner: int | None) -> Self:
        """Return the match after a game. ``winner`` is the index of its winner, None for a draw."""
        first, second = (0.5, 0.5) if winner is None else (1.0 - winner, float(winner))
        return self._replace(points=(self.points[0] + first, self.points[1] + second))

    def swapped(self) -> Self:
        """Return the match with the players in the other order."""
        return self._replace(points=(self.points[1], self.points[0]))

    @property
    def is_over(self) -> bool:
        """True if no more games are played."""
        return max(self.points) > self.best_of / 2 or sum(self.points) >= self.best_of

    @property
    def number(self) -> int:
        """The number of the next game, from 1."""
        return int(sum(self.points)) + 1

    @property
    def leader(self) -> int | None:
        """The index of the player who has more points; None if both have the same number."""
        first, second = self.points
        return None if first == second else int(second > first)

    @property
    def score(self) -> str:
        """The points of both players, the higher number first."""
        return " to ".join(points_text(points) for points in sorted(self.points, reverse=True))


def is_length(games: int) -> bool:
    """Return True if a match may be the best of so many games."""
    return 1 <= games <= MOST_GAMES and games % 2 == 1


def points_text(points: float) -> str:
    """Return points without a needless decimal: ``2`` or ``1.5``."""
    return f"{points:g}"
