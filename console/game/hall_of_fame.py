"""The hall of fame: results against the computer, the longest streaks, and ratings derived from its levels."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path
from typing import Final, NamedTuple

from console.game.elo import FIRST_RATING, rating_after
from console.game.tally import Score

SCORES: Final[dict[Score, float]] = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Result:
    """A finished game against the computer.

    ``game`` is the identity of the game, empty if unknown. ``rules`` may be a set that this version does not have.
    ``moves`` counts the moves of both sides. A ``helped`` game does not change the rating: the player took back moves,
    asked for a hint, a proof or a review, changed the level during the game, or agreed to an early draw.

    ``side`` is the player's side, ``Black`` or ``White``, empty if unknown. ``opening`` is the name of the opening,
    empty if it has none. ``seconds`` is the time played, 0 if unknown. ``rival`` is the computer's name, empty for the
    name of the level. ``rating`` is the computer's rating, 0 for the rating of the level. The game began on ``date`` at
    ``time``, for example ``1990.05.07`` and ``21:05``; both are empty if unknown.
    """

    name: str
    level: int
    rules: str
    score: Score
    game: str = ""
    jumping: str = ""
    date: str = ""
    moves: int = 0
    helped: bool = False
    side: str = ""
    opening: str = ""
    seconds: int = 0
    rival: str = ""
    rating: int = 0
    time: str = ""


class RatingChange(NamedTuple):
    """A player's rating under the rules of a finished game, before and after that game. None means unrated.

    ``streak`` counts the wins in a row up to that game. ``streak_at_level`` counts the latest games of that streak that
    were all without help and against the level of that game.
    """

    before: int | None
    after: int | None
    streak: int
    streak_at_level: int
    helped: bool


def rating_change(results: Sequence[Result], game: str, level_ratings: Mapping[int, int]) -> RatingChange | None:
    """Return the change of the rating by the game with an identity, or None if no result has that identity."""
    last = next((place for place, result in enumerate(results) if game and result.game == game), None)
    if last is None:
        return None
    now = results[last]
    own = [result for result in results[: last + 1] if (result.name, result.rules) == (now.name, now.rules)]
    wins = list(takewhile(lambda result: result.score == "win", reversed(own)))
    here = list(takewhile(lambda result: result.level == now.level and not result.helped, wins))
    return RatingChange(rating(own[:-1], level_ratings), rating(own, level_ratings), len(wins), len(here), now.helped)


class Founder(NamedTuple):
    """A founder of the hall of fame. ``storm`` is the number of problems that he solved in a storm."""

    name: str
    rating: int
    storm: int
    about: str

    @property
    def sentence(self) -> str:
        """The sentence about him."""
        return f"{self.name} {self.about}."


_ROWS: Final = [line.split(" | ") for line in Path(__file__).with_name("founders.txt").read_text("utf-8").splitlines()]
FOUNDERS: Final = [Founder(name, int(rating), int(storm), about) for name, rating, storm, about in _ROWS[1:]]
"""The ten invented masters of 1990 who are in the hall before anybody has played."""


def passed(before: int, after: int) -> Founder | None:
    """Return the highest founder whom a player passes if his rating changes from ``before`` to ``after``, or None."""
    return next((founder for founder in FOUNDERS if before < founder.rating <= after), None)


def longest_run(results: Iterable[Result], counts: Callable[[Result], bool]) -> int:
    """Return the largest number of results in a row that count."""
    return max((len([*run]) for is_counted, run in groupby(results, counts) if is_counted), default=0)


def rating(results: Iterable[Result], level_ratings: Mapping[int, int]) -> int | None:
    """Return the Elo rating after all results, or None if none of them counts."""
    return next((rating for _, rating in reversed(rated(results, level_ratings))), None)


def rated(results: Iterable[Result], level_ratings: Mapping[int, int]) -> list[tuple[Result, int]]:
    """Return the games that count, each with the Elo rating after it (see ``rating_after``).

    A game counts if it was without help, and the opponent has a rating.
    """
    now, games, found = float(FIRST_RATING), [], []
    for result in results:
        opponent = result.rating or level_ratings.get(result.level)
        if opponent is None or result.helped:
            continue
        games.append((opponent, SCORES[result.score]))
        now = rating_after(now, games)
        found.append((result, round(now)))
    return found
