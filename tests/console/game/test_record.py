"""A player's record, counted from the stored results."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.levels import LEVEL_RATINGS
from console.game.hall_of_fame import Result, rated
from console.game.record import UNKNOWN, UNNAMED, GameGroup, Point, Record, Runs, record_of, rules_played
from console.game.tally import Score, Tally

WON = Result("Dan", 5, "american", "win", "a", "forced", "2026.11.02", 61, False, "Black", "Cross", 300, "", 0, "21:05")
DRAWN = replace(WON, score="draw", level=4, side="White", opening="", moves=40)
LOST = replace(WON, score="loss", rival="Otis Farnham", rating=1650, moves=121, helped=True)
OLD = Result("Dan", 5, "american", "loss", "b", "forced", "2025.11.21")
"""A result of a version that stored neither side, opening nor time."""


def record(*results: Result, rules: str = "american") -> Record:
    """Return the record of Dan."""
    return record_of(results, "Dan", rules, LEVEL_RATINGS)


def test_counts_the_games_under_one_rule_set() -> None:
    found = record(WON, replace(LOST, rules="russian"), DRAWN)
    assert found.tally == Tally(1, 1, 0)
    assert found.results == (WON, DRAWN)
    assert found.other_rules == (GameGroup("russian", Tally(0, 0, 1)),)


def test_counts_by_opponent_the_strongest_first() -> None:
    assert record(DRAWN, LOST, WON, OLD, replace(WON, level=44)).opponents == (
        GameGroup("County Champion", Tally(1, 0, 1)),
        GameGroup("Otis Farnham", Tally(0, 0, 1)),
        GameGroup("Club Player", Tally(0, 1, 0)),
        GameGroup("level 44", Tally(1, 0, 0)),
    )


def test_counts_a_rival_of_the_season_with_the_opponent_of_the_same_name() -> None:
    """The record had both "The Club Player" and "Club Player"."""
    assert record(DRAWN, replace(LOST, rival="The Club Player")).opponents == (
        GameGroup("Club Player", Tally(0, 1, 1)),
    )


def test_counts_by_color() -> None:
    found = record(OLD, DRAWN, WON, LOST).colors
    assert found == (
        GameGroup("Black", Tally(1, 0, 1)),
        GameGroup("White", Tally(0, 1, 0)),
        GameGroup(UNKNOWN, Tally(0, 0, 1)),
    )


def test_counts_by_opening_the_most_frequent_first() -> None:
    kelso = replace(WON, opening="Kelso")
    assert record(OLD, DRAWN, WON, kelso, kelso).openings == (
        GameGroup("Kelso", Tally(2, 0, 0)),
        GameGroup("Cross", Tally(1, 0, 0)),
        GameGroup(UNNAMED, Tally(0, 1, 0)),
        GameGroup(UNKNOWN, Tally(0, 0, 1)),
    )


def test_counts_by_length_in_moves_of_both_sides() -> None:
    played = [replace(WON, moves=plies) for plies in (0, 40, 41, 80, 120, 121)]
    assert [(group.name, group.tally.won) for group in record(*played, replace(OLD, score="win")).lengths] == [
        ("up to 20 moves", 2),
        ("21 to 40 moves", 2),
        ("41 to 60 moves", 1),
        ("over 60 moves", 1),
        (UNKNOWN, 1),
    ]


def test_adds_the_known_times() -> None:
    found = record(WON, OLD, replace(WON, seconds=45))
    assert (found.seconds, found.timed) == (345, 2)


def test_the_curve_has_the_rating_after_each_rated_game() -> None:
    later = replace(WON, date="2026.11.09")
    found = record(WON, LOST, later)
    (_, first), (_, second) = rated([WON, later], LEVEL_RATINGS)
    assert found.curve == (Point("2026.11.02", first), Point("2026.11.09", second))
    assert found.helped == 1


@pytest.mark.parametrize(
    ("scores", "runs"),
    [
        ("", Runs(0, 0, 0)),
        ("WWLW", Runs(1, 2, 2)),
        ("WDWWD", Runs(0, 2, 5)),
        ("LWWW", Runs(3, 3, 3)),
        ("WLLDD", Runs(0, 1, 2)),
    ],
)
def test_counts_runs(scores: str, runs: Runs) -> None:
    games = {"W": WON, "D": DRAWN, "L": LOST}
    assert record(*(games[score] for score in scores)).runs == runs


def test_lists_the_rule_sets_by_the_number_of_games() -> None:
    russian = replace(WON, rules="russian")
    assert rules_played([WON, russian, russian]) == ["russian", "american"]


SCORES: Sequence[Score] = ("win", "draw", "loss")
RESULTS = st.builds(
    Result,
    st.sampled_from(["Dan", "Eve"]),
    st.integers(1, 12),
    st.sampled_from(["american", "russian"]),
    st.sampled_from(SCORES),
    moves=st.integers(0, 200),
    helped=st.booleans(),
    side=st.sampled_from(["", "Black", "White"]),
    opening=st.sampled_from(["", "Cross", "Kelso"]),
    rival=st.sampled_from(["", "Otis Farnham"]),
)


@settings(max_examples=30)
@given(st.lists(RESULTS))
def test_each_table_counts_each_game_once(results: list[Result]) -> None:
    found = record(*results)
    for table in (found.opponents, found.colors, found.openings, found.lengths):
        assert sum(group.tally.games for group in table) == len(found.results)
        assert [sum(column) for column in zip(*(group.tally for group in table), strict=True)] in (
            [],
            [*found.tally],
        )
        assert len({group.name for group in table}) == len(table)
