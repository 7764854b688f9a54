"""A player's record under a rule set: results, rating, runs and time, counted from the stored results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, NamedTuple

from ai.levels import LEVELS
from console.game.hall_of_fame import Result, longest_run, rated
from console.game.naming import in_list
from console.game.tally import Tally
from engine.geometry import SIDE_NAMES

UNKNOWN: Final = "unknown"
"""The name of the group of the results that lack a field, as those of earlier versions do."""
UNNAMED: Final = "no name"
"""The name of the group of the games whose opening has no name."""

_LENGTHS: Final = ((20, "up to 20 moves"), (40, "21 to 40 moves"), (60, "41 to 60 moves"), (10**9, "over 60 moves"))


class GameGroup(NamedTuple):
    """A group of games with something in common, such as the opponent: its name and its results."""

    name: str
    tally: Tally


class Point(NamedTuple):
    """The rating after a game. ``date`` is the date of the game, empty if unknown."""

    date: str
    rating: int


class Runs(NamedTuple):
    """The streaks of a player.

    ``wins`` is the current number of wins in a row, ``most_wins`` the largest. ``most_unbeaten`` is the largest number
    of games in a row without a loss.
    """

    wins: int
    most_wins: int
    most_unbeaten: int


class Share(NamedTuple):
    """A group of exercises, such as the problems of a theme: how many are done, and how many there are."""

    name: str
    done: int
    of: int


@dataclass(frozen=True)
class Exercises:
    """The exercises of a player, either problems or lessons.

    ``all`` counts all of them. ``shares`` count groups, which may overlap. ``facts`` are other numbers by name, such as
    ``rating``.
    """

    name: str
    all: Share
    shares: tuple[Share, ...]
    facts: Mapping[str, int]


@dataclass(frozen=True)
class Record:
    """The record of a player under a rule set.

    ``curve`` has the rating after each game that counts, and ``opponents``, ``colors``, ``openings`` and ``lengths``
    the results by group. ``helped`` is the number of games with help. ``seconds`` is the time played in the ``timed``
    games whose time is known. ``other_rules`` are the results under the other rule sets.
    """

    name: str
    rules: str
    results: tuple[Result, ...]
    tally: Tally
    helped: int
    curve: tuple[Point, ...]
    runs: Runs
    seconds: int
    timed: int
    opponents: tuple[GameGroup, ...]
    colors: tuple[GameGroup, ...]
    openings: tuple[GameGroup, ...]
    lengths: tuple[GameGroup, ...]
    other_rules: tuple[GameGroup, ...]

    @property
    def rating(self) -> int | None:
        """The rating now; None until a game without help was finished."""
        return self.curve[-1].rating if self.curve else None

    @property
    def best(self) -> int | None:
        """The highest rating so far; None until a game without help was finished."""
        return max((point.rating for point in self.curve), default=None)

    @property
    def by_level(self) -> dict[int, Tally]:
        """The results by level, the strongest first."""
        levels = sorted({each.level for each in self.results}, reverse=True)
        return {level: Tally.of(each.score for each in self.results if each.level == level) for level in levels}

    @property
    def first_wins(self) -> dict[int, str]:
        """The date of the first win without help by level, the strongest first; empty if unknown."""
        first = {each.level: each.date for each in reversed(self.results) if each.score == "win" and not each.helped}
        return dict(sorted(first.items(), reverse=True))


def best_first(results: Iterable[Result], level_ratings: Mapping[int, int]) -> list[Record]:
    """Return the records of all players under all rule sets, sorted by rating, then by wins."""
    everywhere = list(results)
    players = dict.fromkeys((each.name, each.rules) for each in everywhere)
    found = [
        record_of([each for each in everywhere if each.name == name], name, rules, level_ratings)
        for name, rules in players
    ]
    return sorted(found, key=lambda one: (-(one.rating or 0), -one.tally.won, one.tally.lost, one.name, one.rules))


def record_of(results: Iterable[Result], name: str, rules: str, level_ratings: Mapping[int, int]) -> Record:
    """Return the record of a player under a rule set from his results under all rule sets."""
    everywhere = list(results)
    own = tuple(result for result in everywhere if result.rules == rules)
    openings = _groups(own, _opening_of, (UNNAMED,))
    strongest_first = sorted(own, key=lambda result: -(result.rating or level_ratings.get(result.level, 0)))
    return Record(
        name,
        rules,
        own,
        Tally.of(each.score for each in own),
        sum(result.helped for result in own),
        tuple(Point(result.date, rating) for result, rating in rated(own, level_ratings)),
        _runs(own),
        sum(result.seconds for result in own),
        sum(result.seconds > 0 for result in own),
        _groups(strongest_first, opponent_of),
        _groups(own, lambda result: result.side or UNKNOWN, SIDE_NAMES),
        tuple(sorted(openings, key=lambda group: (group.name in (UNNAMED, UNKNOWN), -group.tally.games))),
        _groups(own, _length_of, [name for _, name in _LENGTHS]),
        _groups((result for result in everywhere if result.rules != rules), lambda result: result.rules),
    )


def rules_played(results: Iterable[Result]) -> list[str]:
    """Return the rule sets of a player's results, the one with the most results first."""
    played = [result.rules for result in results]
    return sorted(dict.fromkeys(played), key=lambda rules: -played.count(rules))


def opponent_of(result: Result) -> str:
    """Return the name of the computer in a result: its own, that of its level, or ``level N`` for an unknown level.

    A rival with the name of a level counts as that level.
    """
    if result.rival or result.level not in LEVELS:
        return in_list(result.rival) or f"level {result.level}"
    return LEVELS[result.level].name


def _runs(own: Sequence[Result]) -> Runs:
    wins = takewhile(lambda result: result.score == "win", reversed(own))
    most_wins = longest_run(own, lambda result: result.score == "win")
    return Runs(len(list(wins)), most_wins, longest_run(own, lambda result: result.score != "loss"))


def _groups(
    results: Iterable[Result], name_of: Callable[[Result], str], names: Sequence[str] = ()
) -> tuple[GameGroup, ...]:
    """Return the results by group: first the groups of ``names`` in that order, then the others as they come up."""
    groups: dict[str, list[Result]] = {name: [] for name in names}
    for result in results:
        groups.setdefault(name_of(result), []).append(result)
    return tuple(GameGroup(name, Tally.of(each.score for each in some)) for name, some in groups.items() if some)


def _opening_of(result: Result) -> str:
    """Return the name of the opening. A result without a side is of a version that stored no openings."""
    return result.opening or (UNNAMED if result.side else UNKNOWN)


def _length_of(result: Result) -> str:
    """Return the group of a game's length, in moves as score sheets count them."""
    if not result.moves and not result.side:
        return UNKNOWN
    return next(name for most, name in _LENGTHS if (result.moves + 1) // 2 <= most)
