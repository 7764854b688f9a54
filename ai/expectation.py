"""The expected result of a game by the score of its position: a logistic curve for each rule set.

``evaluation/trained/curves.txt`` has the scale of each curve, by the evaluation that the scores come from.
``checkers train curve`` fits a curve to training games, and prints it beside their results.
"""

import math
from functools import cache
from typing import Final

from engine.rules import AMERICAN, Rules

_DEFAULT_SCALE: Final = 100  # centimen, for evaluations without a curve
_LOSING_SCALE: Final = 400  # of losing games without a trained evaluation: their scores hardly foretell the result
_LIMIT: Final = 4_000  # centimen; beyond it a game is decided


def logistic(score: int, scale: float) -> float:
    """Return the value of the logistic curve at a score."""
    return 1 / (1 + math.exp(-max(-_LIMIT, min(_LIMIT, score)) / scale))


@cache
def _scales() -> dict[str, int]:
    """Return the scales of the curves in centimen, by the name of the evaluation."""
    from ai.evaluation.trained_evaluation import FOLDER

    lines = (FOLDER / "curves.txt").read_text("ascii").splitlines()
    return {name: int(scale) for name, scale in (line.split()[:2] for line in lines if not line.startswith("#"))}


@cache
def _scale(rules: Rules) -> int:
    from ai.evaluation.trained_evaluation import nearest_evaluation

    nearest, default = nearest_evaluation(rules), _LOSING_SCALE if rules.losing else _DEFAULT_SCALE
    return default if nearest is None else _scales().get(nearest.stem, default)


def expected(score: int, rules: Rules) -> float:
    """Return the expected result for the side that has the score: 0 for a loss, 0.5 for a draw, 1 for a win."""
    return logistic(score, _scale(rules))


def cost(before: int, after: int, rules: Rules) -> float:
    """Return the expected result that a side gives away if its score changes from ``before`` to ``after``."""
    return expected(before, rules) - expected(after, rules)


def centiman(rules: Rules) -> float:
    """Return the centimen of a rule set that change the expected result as one centiman of american checkers does."""
    return _scale(rules) / _scale(AMERICAN)
