"""Matches: points, the end, and the tags of a record."""

import pytest

from console.game.match import Match, is_length
from engine.geometry import BLACK, WHITE


def after(best_of: int, *winners: int | None) -> Match:
    """Return a match after these games, whose sides do not change."""
    match = Match(best_of)
    for winner in winners:
        match = match.after(winner)
    return match


@pytest.mark.parametrize(
    ("winners", "is_over", "leader", "score"),
    [
        ((), False, None, "0 to 0"),
        ((0,), False, 0, "1 to 0"),
        ((1, 1), True, 1, "2 to 0"),
        ((0, 1), False, None, "1 to 1"),
        ((0, 1, 1), True, 1, "2 to 1"),
        ((0, None), False, 0, "1.5 to 0.5"),
        ((None, None, None), True, None, "1.5 to 1.5"),
        ((None, None, 1), True, 1, "2 to 1"),
    ],
)
def test_is_over_when_more_than_half_is_won_or_all_is_played(
    winners: tuple[int | None, ...], is_over: bool, leader: int | None, score: str
) -> None:
    match = after(3, *winners)
    assert (match.is_over, match.leader, match.score, match.number) == (is_over, leader, score, len(winners) + 1)


def test_points_follow_the_players_to_the_other_side() -> None:
    assert after(5, BLACK, None).swapped() == Match(5, (0.5, 1.5))


def test_is_read_back_from_its_tags() -> None:
    match = after(7, WHITE, None, WHITE)
    assert match.tags() == {"Match": "7", "BlackPoints": "0.5", "WhitePoints": "2.5"}
    assert Match.of_tags({**match.tags(), "Event": "x"}) == match


@pytest.mark.parametrize(
    "values", ["", "3", "4 0 0", "101 0 0", "3 2 0", "3 0.5 0", "9 1.25 0.75", "3 -1 1", "3 nan 1", "three 0 1"]
)
def test_tags_that_cannot_be_are_no_match(values: str) -> None:
    assert Match.of_tags(dict(zip(("Match", "BlackPoints", "WhitePoints"), values.split(), strict=False))) is None


def test_the_length_is_odd() -> None:
    assert [games for games in range(-1, 103) if is_length(games)] == list(range(1, 100, 2))
