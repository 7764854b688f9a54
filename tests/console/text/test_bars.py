"""Bars of wins, draws and losses."""

import pytest

from console.text.bars import bar, bar_lengths


@pytest.mark.parametrize(
    ("results", "width", "shown"),
    [
        ((1, 1, 1), 6, "##::.."),
        ((2, 1, 1), 8, "####::.."),
        ((0, 5, 0), 4, "::::"),
        ((0, 0, 0), 4, "    "),
        ((1, 998, 1), 6, "#::::."),
        ((1, 1, 0), 5, "###::"),
    ],
)
def test_divides_the_width_in_proportion(results: tuple[int, int, int], width: int, shown: str) -> None:
    assert bar(*results, width) == shown


def test_uses_the_signs_given() -> None:
    assert bar(1, 1, 2, 4, "+=-") == "+=--"


@pytest.mark.parametrize("width", range(3, 40))
def test_fills_the_width_and_shows_every_result(width: int) -> None:
    for wins in (0, 1, 7, 1000):
        for draws in (0, 1, 13, 5000):
            for losses in (0, 1, 999):
                lengths = bar_lengths(wins, draws, losses, width)
                if wins or draws or losses:
                    assert sum(lengths) == width
                assert [length > 0 for length in lengths] == [count > 0 for count in (wins, draws, losses)]
