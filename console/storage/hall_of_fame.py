"""The hall of fame: results against the computer, the best streaks, and ratings measured on its levels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, Literal

Score = Literal["win", "draw", "loss"]
SCORES: Final[dict[Score, float]] = {"win": 1.0, "draw": 0.5, "loss": 0.0}
FIRST_RATING: Final = 1200
_STEP: Final = 32.0


@dataclass(frozen=True)
class Result:
    """A finished game against the computer.

    ``game`` tells games apart, empty where that is not known. ``rules`` may be a set this version does not have.
    ``moves`` counts those of both sides. ``helped`` leaves the rating alone: moves were taken back, a hint, a
    proof or a review was asked for or the level was changed on the way, or a draw was agreed before anything was
    risked.
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


@dataclass(frozen=True)
class Standing:
    """What a player has done under one rule set; ``rating`` is None until a game of his own making counts."""

    name: str
    rules: str
    wins: int
    draws: int
    losses: int
    streak: int
    rating: int | None
    by_level: tuple[tuple[int, int, int, int], ...]
    """Level, wins, draws and losses, the strongest level first."""

    @property
    def games(self) -> int:
        """How many games were finished."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Progress:
    """What a game that is over has done to its player's rating under its rules: before and after it, if there is one.

    ``row`` counts the wins in a row up to it, ``row_at_level`` those of them that were made without help and against
    the level of that game, without another in between.
    """

    before: int | None
    after: int | None
    row: int
    row_at_level: int
    helped: bool


def progress(results: Sequence[Result], game: str, level_ratings: Mapping[int, int]) -> Progress | None:
    """What the game of that identity has done; None if it does not stand among the results."""
    last = next((place for place, result in enumerate(results) if game and result.game == game), None)
    if last is None:
        return None
    now = results[last]
    own = [result for result in results[: last + 1] if (result.name, result.rules) == (now.name, now.rules)]
    wins = list(takewhile(lambda result: result.score == "win", reversed(own)))
    here = list(takewhile(lambda result: result.level == now.level and not result.helped, wins))
    return Progress(rating(own[:-1], level_ratings), rating(own, level_ratings), len(wins), len(here), now.helped)


def standings(results: Iterable[Result], level_ratings: Mapping[int, int]) -> list[Standing]:
    """Every player under every rule set, the best rating first, then the most wins."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.name, result.rules), []).append(result)
    found = [_standing(group, level_ratings) for group in groups.values()]
    return sorted(found, key=lambda one: (-(one.rating or 0), -one.wins, one.losses, one.name, one.rules))


def _standing(results: Sequence[Result], level_ratings: Mapping[int, int]) -> Standing:
    levels = sorted({result.level for result in results}, reverse=True)
    wins, draws, losses = _counts(results)
    return Standing(
        results[0].name,
        results[0].rules,
        wins,
        draws,
        losses,
        best_streak(results),
        rating(results, level_ratings),
        tuple((level, *_counts([result for result in results if result.level == level])) for level in levels),
    )


def _counts(results: Sequence[Result]) -> tuple[int, int, int]:
    scores = [result.score for result in results]
    return scores.count("win"), scores.count("draw"), scores.count("loss")


def best_streak(results: Iterable[Result]) -> int:
    """The most wins in a row."""
    best = run = 0
    for result in results:
        run = run + 1 if result.score == "win" else 0
        best = max(best, run)
    return best


def rating(results: Iterable[Result], level_ratings: Mapping[int, int]) -> int | None:
    """The Elo rating after these games against levels of fixed ratings; helped games leave it as it is."""
    now, counted = float(FIRST_RATING), False
    for result in results:
        level = level_ratings.get(result.level)
        if level is None or result.helped:
            continue
        expected = 1 / (1 + 10 ** ((level - now) / 400))
        now += _STEP * (SCORES[result.score] - expected)
        counted = True
    return round(now) if counted else None
