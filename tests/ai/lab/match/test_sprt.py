"""The sequential probability ratio test of a match."""

import math

import pytest

from ai.lab.match.sprt import BOUND, Sprt


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "llr"),
    [
        (-1, 3, [424, 2948, 5832, 3045, 460], 2.94),
        (0, 2, [1284, 17437, 55536, 18085, 1292], 2.94),
        (-0.5, 1.5, [665, 4806, 9333, 4893, 747], 2.95),
        (0.25, 1.75, [328, 4564, 15580, 4789, 371], 2.98),
        (-1.5, 0.5, [174, 2658, 10273, 2713, 178], 2.96),
        (-1.5, 0.5, [40, 1272, 12142, 1300, 30], 3.01),
    ],
)
def test_agrees_with_published_tests(elo0: float, elo1: float, pairs: list[int], llr: float) -> None:
    """Source: fishtest, as quoted in the pull requests 2493, 2920 and 3017 of official-stockfish/Stockfish."""
    assert round(Sprt(elo0, elo1).llr(pairs), 2) == llr


def test_a_test_of_equal_distances_is_antisymmetric() -> None:
    test, pairs = Sprt(-5, 5), [10, 25, 50, 31, 14]
    assert test.llr(pairs) == pytest.approx(-test.llr(pairs[::-1]))
    assert test.llr([7, 9, 20, 9, 7]) == pytest.approx(0)


@pytest.mark.parametrize("pairs", [[0] * 5, [3, 0, 0, 0, 0], [0, 0, 3, 0, 0], [0, 0, 0, 0, 3]])
def test_few_pairs_decide_nothing(pairs: list[int]) -> None:
    assert Sprt(0, 5).decision(pairs) == "undecided"


def test_decides_at_the_bounds() -> None:
    assert pytest.approx(math.log(19)) == BOUND
    test = Sprt(0, 50)
    assert test.decision([40, 50, 100, 80, 60]) == "accepted"
    assert test.decision([60, 80, 100, 50, 40]) == "rejected"
