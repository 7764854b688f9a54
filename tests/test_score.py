"""The bands of scores: evaluations, what endgame tables say, and wins that count plies."""

import pytest

from ai.evaluation.evaluate import Evaluator
from ai.evaluation.weights import weights_for
from ai.score import EVALUATION_LIMIT, MATE, WIN, is_decided, mate_distance
from ai.search.node import INFINITE
from ai.search.path import MAX_PLY
from engine.fen import parse_fen
from engine.rules import AMERICAN


def test_the_bands_do_not_meet() -> None:
    """A win at the deepest node, or after the longest line that counts down from it, is above every table's."""
    assert EVALUATION_LIMIT < WIN < MATE - 2 * MAX_PLY
    assert MATE < INFINITE


@pytest.mark.parametrize(
    ("score", "decided", "plies"),
    [
        (0, False, None),
        (EVALUATION_LIMIT - 1, False, None),
        (1 - EVALUATION_LIMIT, False, None),
        (EVALUATION_LIMIT, True, None),
        (-EVALUATION_LIMIT, True, None),
        (WIN - 1, True, None),
        (1 - WIN, True, None),
        (WIN, True, MATE - WIN),
        (MATE - 7, True, 7),
        (8 - MATE, True, 8),
        (-MATE, True, 0),
    ],
)
def test_what_a_score_says(score: int, decided: bool, plies: int | None) -> None:
    assert is_decided(score) is decided
    assert mate_distance(score) == plies


@pytest.mark.parametrize(("fen", "sign"), [("B:W32:B1,2", 1), ("B:W31,32:B1", -1), ("W:W31,32:B1", 1)])
def test_no_evaluation_leaves_its_band(fen: str, sign: int) -> None:
    """However much weight someone gives a man."""
    evaluator = Evaluator(AMERICAN, weights_for(AMERICAN, {"man": 1_000_000}))
    position = parse_fen(fen, AMERICAN)
    score = evaluator.evaluate(*position.words())
    assert score == sign * (EVALUATION_LIMIT - 1)
