"""The page of a record: its sections, its curve and its bars."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.levels import LEVEL_RATINGS
from console.game.hall_of_fame import Result
from console.game.record import Exercises, Record, Share, record_of
from console.text.curve import curve
from console.text.record import NO_GAME, duration, record_sections
from console.text.spans import NO_BARS, Signs, plain_lines

WON = Result("Dan", 5, "american", "win", "a", "forced", "2026.11.02", 61, False, "Black", "Cross", 300, "", 0, "21:05")
COURSE = Exercises("The course", Share("lessons done", 2, 30), (Share("Shots", 2, 8),), {"rating": 1432})


def record(*results: Result) -> Record:
    """Return the record of Dan."""
    return record_of(results, "Dan", "american", LEVEL_RATINGS)


def many(count: int) -> list[Result]:
    """Return results that differ in everything."""
    rng = Random(count)
    return [
        replace(
            WON,
            level=rng.randint(1, 9),
            score=rng.choice(["win", "draw", "loss"]),
            side=rng.choice(["", "Black", "White"]),
            opening=rng.choice(["", *(f"The {number}th Gambit of Dundee" for number in range(20))]),
            moves=rng.randrange(200),
            rival=rng.choice(["", "Professor Nagy of Budapest"]),
        )
        for _ in range(count)
    ]


def page(*results: Result, width: int = 78) -> list[str]:
    """Return the page as plain lines."""
    return plain_lines(record_sections(record(*results), [COURSE], width, Signs()))


def test_says_what_was_won_and_how_long_it_took() -> None:
    lines = page(WON, replace(WON, score="loss", helped=True, seconds=0))
    assert lines[:3] == [
        "2 games: 1 won, 0 drawn, 1 lost, 1 not rated.",
        "Wins in a row: 0 now, best 1. Longest run without a loss: 1 game.",
        "Time played: 5 minutes; 1 game was not timed.",
    ]


def test_has_the_results_of_each_group_with_a_bar() -> None:
    lines = page(WON, WON, replace(WON, score="draw"), replace(WON, score="loss", side=""))
    rows = [line.split() for line in lines]
    assert ["Black", "3", "2", "1", "0", "83", "#############:::::::"] in rows
    assert ["unknown", "1", "0", "0", "1", "0", "...................."] in rows


def test_titles_the_columns_of_groups_with_short_names() -> None:
    lines = plain_lines(record_sections(record(replace(WON, rules="russian")), [], 78, Signs()))
    assert ["Other", "rules", "Games", "Won", "Drawn", "Lost", "%"] in [line.split()[:7] for line in lines]


def test_leaves_out_bars_and_curve_without_bars() -> None:
    lines = plain_lines(record_sections(record(WON, WON, WON), [COURSE], 78, NO_BARS))
    assert any(line.split() == ["Black", "3", "3", "0", "0", "100"] for line in lines)
    assert any(line.split() == ["Shots", "2", "8"] for line in lines)
    assert any("after 3 rated games" in line for line in lines)
    assert not any(sign in line for line in lines for sign in ("#", "..", "|", "+", "***"))


def test_says_the_present_and_the_best_rating() -> None:
    lines = page(WON, replace(WON, score="loss"), replace(WON, score="loss"))
    (now, best) = re.findall(r"^(\d+) after 3 rated games; best, (\d+)", "\n".join(lines), re.MULTILINE)[0]
    assert int(now) < int(best)
    for games, is_drawn in ((1, False), (2, True)):
        assert any(line.startswith("1450 |") for line in page(*[WON] * games)) == is_drawn


def test_without_a_game_there_are_the_exercises() -> None:
    assert page() == [
        NO_GAME,
        "",
        "The course",
        "2 of 30 lessons done, rating 1432.",
        "       Done  All",
        "Shots     2    8  #####...............",
    ]


def test_leaves_out_openings_where_none_has_a_name() -> None:
    assert not any(line.startswith("Opening") for line in page(replace(WON, opening="")))
    assert any(line.startswith("Opening") for line in page(WON, replace(WON, opening="")))


def test_adds_up_the_rarest_openings() -> None:
    results = [replace(WON, opening=f"Opening {number}") for number in range(13)]
    lines = page(*results)
    assert any(line.startswith("others  ") and line.split()[1:3] == ["3", "3"] for line in lines)
    assert sum(bool(re.match(r"Opening \d", line)) for line in lines) == 10


@pytest.mark.parametrize("count", [0, 1, 2, 300])
@pytest.mark.parametrize("width", [36, 54, 78])
def test_fits_its_width(count: int, width: int) -> None:
    assert all(len(line) <= width for line in page(*many(count), width=width))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (3600, "1 hour"), (11100, "3 hours 5 minutes")],
)
def test_says_a_long_time_in_words(seconds: int, words: str) -> None:
    assert duration(seconds) == words


class TestCurve:
    def test_draws_labeled_axes(self) -> None:
        lines = plain_lines([curve([1200, 1290, 1230], ("1990.01.01", "1990.03.01"), 36, 6, Signs())])
        assert lines[0].startswith("1300 |")
        assert lines[2].startswith("1250 |")
        assert lines[5:] == [f"1200 |***{'.' * 27}", f"     +{'-' * 30}", "      1990.01.01          1990.03.01"]

    def test_draws_halves_of_cells(self) -> None:
        lines = plain_lines([curve([1200, 1250], ("", ""), 10, 2, Signs(halves="^_#", below=":"))])
        assert lines[:2] == ["1250 |  _^", "1200 |_^::"]
        lines = plain_lines([curve([1250, 1200], ("", ""), 10, 2, Signs(halves="^_#", below=":"))])
        assert lines[:2] == ["1250 |^_", "1200 |::^_"]

    @settings(max_examples=30)
    @given(st.lists(st.integers(100, 2900), min_size=2, max_size=200), st.integers(30, 78), st.integers(2, 12))
    def test_every_column_has_the_curve_once(self, values: list[int], width: int, height: int) -> None:
        lines = plain_lines([curve(values, ("", ""), width, height, Signs(below=" "))])
        drawn = [line[6:].ljust(width - 6) for line in lines[:height]]
        assert len(lines) == height + 2
        for column in zip(*drawn, strict=True):
            marks = "".join(column).strip()
            assert set(marks) == {"*"}, "a steep part is one vertical line"
