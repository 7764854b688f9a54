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
    """What a player has done under one rule set.

    ``rating`` is None until a game of his own making counts, and so is the ``best`` it ever was. ``first_wins`` are
    levels, the strongest first, with the date of the first win against each, empty where that is not known. ``founder``
    says who a founder of the hall is, and is empty for everybody else.
    """

    name: str
    rules: str
    wins: int
    draws: int
    losses: int
    streak: int
    rating: int | None
    by_level: tuple[tuple[int, int, int, int], ...]
    """Level, wins, draws and losses, the strongest level first."""
    best: int | None = None
    first_wins: tuple[tuple[int, str], ...] = ()
    founder: str = ""

    @property
    def games(self) -> int:
        """How many games were finished."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Progress:
    """What a game that is over has done to its player's rating under its rules: before and after it, if there is one.

    ``streak`` counts the wins in a row up to it, ``streak_at_level`` those of them that were made without help and
    against the level of that game, without another in between.
    """

    before: int | None
    after: int | None
    streak: int
    streak_at_level: int
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


_FOUNDED: Final = (
    (2350, "Old Man Carrow", "has not lost since the war, and does not say which one."),
    (2180, "Professor Nagy", "proved in a letter that he would have won."),
    (2000, "C. J. Abernathy", "plays twelve boards at once and naps between two of them."),
    (1820, "Irma Vogel", "runs the county library, and the county."),
    (1650, "Otis Farnham", "drives the night bus and thinks at the red lights."),
    (1470, "Gus Lindqvist", "huffs everybody, and reads the rules aloud while he does."),
    (1300, "Mrs. E. Halloran", "learned it to keep her boarders out of the saloon."),
    (1130, "Walt Sorensen", "sells shoes, and has a board under the counter."),
    (960, "Dot Pickering", "always takes the long jump, for the joy of it."),
    (800, "Herb Tuttle", "carved the set himself and is proud of the kings."),
)
FOUNDERS: Final = tuple(
    Standing(name, "1990", 0, 0, 0, 0, rating, (), founder=f"{name} {about}") for rating, name, about in _FOUNDED
)
"""The ten invented masters of 1990 who stood in the hall before anybody had played."""


def with_founders(players: Iterable[Standing]) -> list[Standing]:
    """Standings and the founders among them by their ratings; of equal ratings a player's comes first."""
    return sorted([*players, *FOUNDERS], key=lambda one: -(one.rating or 0))


def passed(before: int, after: int) -> Standing | None:
    """The highest founder whose rating was reached by a rise of one's own."""
    return next((founder for founder in FOUNDERS if before < (founder.rating or 0) <= after), None)


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
        max(ratings(results, level_ratings), default=None),
        tuple(_first_wins(results)),
    )


def _first_wins(results: Sequence[Result]) -> list[tuple[int, str]]:
    dates: dict[int, str] = {}
    for result in results:
        if result.score == "win":
            dates.setdefault(result.level, result.date)
    return sorted(dates.items(), reverse=True)


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
    return next(reversed(ratings(results, level_ratings)), None)


def ratings(results: Iterable[Result], level_ratings: Mapping[int, int]) -> list[int]:
    """The Elo rating after each of these games that counts."""
    now, found = float(FIRST_RATING), []
    for result in results:
        level = level_ratings.get(result.level)
        if level is None or result.helped:
            continue
        expected = 1 / (1 + 10 ** ((level - now) / 400))
        now += _STEP * (SCORES[result.score] - expected)
        found.append(round(now))
    return found
