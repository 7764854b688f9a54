"""The bands of scores: evaluations, wins of unknown length, wins in a number of plies."""

import pytest

from ai.evaluation.evaluate import Evaluator
from ai.evaluation.network import PHASES
from ai.evaluation.patterns import Patterns
from ai.evaluation.trained_evaluation import Trained, material_evaluation, packed
from ai.score import EVALUATION_LIMIT, MATE, WIN, is_decided, mate_distance
from ai.search.node import INFINITE
from ai.search.path import MAX_PLY
from engine.fen import parse_fen
from engine.rules import AMERICAN


def test_bands_do_not_overlap() -> None:
    """The latest win of a search is above all wins of unknown length."""
    assert EVALUATION_LIMIT < WIN < MATE - 2 * MAX_PLY
    assert MATE < INFINITE


@pytest.mark.parametrize(
    ("score", "decided", "plies"),
    [
        (0, False, None),
        (EVALUATION_LIMIT - 1, False, None),
        (EVALUATION_LIMIT, True, None),
        (WIN - 1, True, None),
        (WIN, True, MATE - WIN),
        (MATE - 7, True, 7),
        (8 - MATE, True, 8),
        (-MATE, True, 0),
    ],
)
def test_distinguishes_the_bands(score: int, decided: bool, plies: int | None) -> None:
    assert is_decided(score) is decided
    assert mate_distance(score) == plies


@pytest.mark.parametrize(("side", "sign"), [("B", 1), ("B", -1), ("W", 1)])
def test_evaluations_stay_in_their_band(side: str, sign: int) -> None:
    """Every pattern has the largest weight."""
    patterns, network = Patterns(AMERICAN.geometry, PHASES), material_evaluation(AMERICAN).network
    patterns.fill(1, packed([sign * 32_767] * int(patterns.size)))
    position = parse_fen(f"{side}:W31,32:B1,2", AMERICAN)
    score = Evaluator(Trained(patterns, network)).evaluate(*position.words())
    assert score == (sign if side == "B" else -sign) * (EVALUATION_LIMIT - 1)
