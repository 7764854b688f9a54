"""The sequential probability ratio test of a match."""

import math
from itertools import pairwise

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


def test_is_the_binomial_test_if_all_pairs_are_won_or_lost() -> None:
    """With two scores, the most likely probability of a won pair is the expected score itself."""
    score0, score1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (0, 50))
    expected = 1100 * math.log(score1 / score0) + 900 * math.log((1 - score1) / (1 - score0))
    assert Sprt(0, 50).llr([900, 0, 0, 0, 1100]) == pytest.approx(expected, abs=1e-3)


def test_a_test_of_equal_distances_is_antisymmetric() -> None:
    test, pairs = Sprt(-5, 5), [10, 25, 50, 31, 14]
    assert test.llr(pairs) == pytest.approx(-test.llr(pairs[::-1]))
    assert test.llr([7, 9, 20, 9, 7]) == pytest.approx(0)


@pytest.mark.parametrize("half", range(4))
def test_a_better_pair_raises_the_ratio(half: int) -> None:
    ratios = []
    for more in range(4):
        pairs = [10, 25, 50, 31, 14]
        pairs[half] -= more
        pairs[half + 1] += more
        ratios.append(Sprt(0, 5).llr(pairs))
    assert all(before < after for before, after in pairwise(ratios))


def test_more_pairs_of_the_same_shares_raise_the_ratio_in_proportion() -> None:
    assert Sprt(0, 5).llr([20, 50, 100, 62, 28]) == pytest.approx(2 * Sprt(0, 5).llr([10, 25, 50, 31, 14]))


@pytest.mark.parametrize("pairs", [[0] * 5, [3, 0, 0, 0, 0], [0, 0, 3, 0, 0], [0, 0, 0, 0, 3]])
def test_few_pairs_decide_nothing(pairs: list[int]) -> None:
    assert Sprt(0, 5).decision(pairs) == "undecided"


def test_decides_at_the_bounds() -> None:
    assert pytest.approx(math.log(19)) == BOUND
    test = Sprt(0, 50)
    assert test.decision([40, 50, 100, 80, 60]) == "accepted"
    assert test.decision([60, 80, 100, 50, 40]) == "rejected"
