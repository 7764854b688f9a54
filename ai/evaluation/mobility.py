"""The mobility of men as weights of the patterns: a man counts for each empty square to which he could step."""

from itertools import permutations
from typing import Final

from ai.evaluation.patterns import SPAN, pattern_squares
from engine.geometry import Geometry

_BLACK: Final = 1  # the states of a square: the digits of a feature index
_WHITE: Final = 2


def mobility_weights(geometry: Geometry, step: int) -> list[int]:
    """Return weights of all patterns that count ``step`` for each empty square ahead of a man.

    Kings are neither counted nor seen: their squares count as empty. A pair of squares that lies in several patterns
    counts in the first of them only.
    """
    patterns = pattern_squares(geometry)
    weights = [0] * (len(patterns) * SPAN)
    seen: set[tuple[int, int]] = set()
    for place, squares in enumerate(patterns):
        for (digit, square), (ahead_digit, ahead) in permutations(enumerate(squares), 2):
            (row, column), (ahead_row, ahead_column) = map(geometry.row_and_column, (square, ahead))
            if abs(ahead_row - row) != 1 or abs(ahead_column - column) != 1 or (square, ahead) in seen:
                continue
            seen.add((square, ahead))
            man, worth = (_BLACK, step) if ahead_row > row else (_WHITE, -step)
            found = [place * SPAN + man * 3**digit]
            for other in {*range(len(squares))} - {digit, ahead_digit}:
                found = [index + state * 3**other for index in found for state in range(3)]
            for index in found:
                weights[index] += worth
    return weights
