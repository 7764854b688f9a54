"""Trained patterns: what each arrangement of men on four rows by two columns of squares is worth beside the weights.

Two neighbouring rows make a *row pair*, in which a pattern has four squares. Each empty, black or white, they make a
number in base three, the pattern's *ternary index* there; both together, and which pattern it is, make the *feature
index* of one trained weight. The score is their sum, as in n-tuple networks and Scan's evaluation. Compiled by mypyc;
runs interpreted as well.
"""

import math
import zlib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from engine.geometry import Geometry
from engine.native_types import i64, vec

FOLDER: Final = Path(__file__).parent / "trained"
LARGEST: Final = 127
_PAIR_SPAN: Final = 81  # four squares in base three
_SPAN: Final = _PAIR_SPAN * _PAIR_SPAN
_FIRST_GRADIENTS: Final = 1.0  # what the sums of squared gradients begin with


class Patterns:
    """The weight of every feature, in hundredths of a man, from Black's view. ``count`` patterns overlap on a board."""

    def __init__(self, geometry: Geometry) -> None:
        size = geometry.size
        self.columns: i64 = geometry.per_row - 1
        self.row_pairs: i64 = size // 2
        self.count: i64 = self.columns * (self.row_pairs - 1)
        self.double: i64 = size + 1
        self.mask: i64 = (1 << size) - 1
        # For the men of two rows the ternary indices of all patterns there: a byte each, side by side.
        self.ternary: vec[i64] = vec[i64]([_ternary_indices(bits, geometry.per_row) for bits in range(1 << size)])
        self.weights: vec[i64] = vec[i64]([0] * int(self.count * _SPAN))

    def score(self, black: i64, white: i64) -> i64:
        """The sum of the weights of all patterns for these men."""
        weights = self.weights
        ternary = self.ternary
        mask = self.mask
        total: i64 = 0
        at: i64 = 0
        low = ternary[black & mask] + 2 * ternary[white & mask]
        pairs = self.row_pairs - 1
        while pairs > 0:
            black >>= self.double
            white >>= self.double
            high = ternary[black & mask] + 2 * ternary[white & mask]
            next_low = high
            columns = self.columns
            while columns > 0:
                total += weights[at + (low & 255) + _PAIR_SPAN * (high & 255)]
                low >>= 8
                high >>= 8
                at += _SPAN
                columns -= 1
            low = next_low
            pairs -= 1
        return total

    def feature_indices(self, black: i64, white: i64) -> list[int]:
        """Where in ``weights`` the patterns of these men stand."""
        indices: list[i64] = []
        for _ in range(int(self.row_pairs)):
            indices.append(self.ternary[black & self.mask] + 2 * self.ternary[white & self.mask])
            black >>= self.double
            white >>= self.double
        found: list[int] = []
        at: i64 = 0
        for low, high in pairwise(indices):
            for column in range(int(self.columns)):
                found.append(at + (low >> (8 * column) & 255) + _PAIR_SPAN * (high >> (8 * column) & 255))
                at += _SPAN
        return found


def fit(
    features: vec[i64],
    scores: vec[float],
    targets: vec[float],
    count: i64,
    weights: vec[float],
    scale: float,
    rate: float,
    weight_decay: float,
) -> float:
    """One epoch of logistic regression over all samples; returns the mean squared error.

    Source: AdaGrad (Duchi, Hazan and Singer 2011). Sample i has ``count`` feature indices, a fixed score in hundredths
    of a man and a target from 0 to 1, from Black's view; ``scale`` hundredths make odds of e to 1. ``weights`` holds,
    in its second half, the sums of squared gradients.
    """
    half: i64 = len(weights) // 2
    loss = 0.0
    samples: i64 = len(targets)
    i: i64 = 0
    while i < samples:
        total = scores[i]
        k: i64 = i * count
        end = k + count
        while k < end:
            total += weights[features[k]]
            k += 1
        expected = 1.0 / (1.0 + math.exp(-total / scale))
        error = expected - targets[i]
        loss += error * error
        k = i * count
        while k < end:
            feature = features[k]
            gradient = error * (100.0 / scale) + weight_decay * weights[feature]
            weights[half + feature] += gradient * gradient
            weights[feature] -= rate * gradient / math.sqrt(_FIRST_GRADIENTS + weights[half + feature])
            k += 1
        i += 1
    return loss / float(samples)


def _ternary_indices(bits: int, per_row: int) -> int:
    """For each pattern a byte: the number in base three whose ones are its squares in these two rows."""
    packed = 0
    for column in range(per_row - 1):
        squares = (column, column + 1, per_row + column, per_row + column + 1)
        packed |= sum(3**digit for digit, square in enumerate(squares) if bits >> square & 1) << 8 * column
    return packed


def pack(weights: list[int]) -> bytes:
    """The weights as a file holds them: one signed byte each, compressed."""
    return zlib.compress(bytes(max(-LARGEST, min(LARGEST, value)) & 0xFF for value in weights), 9)


@cache
def trained(name: str, geometry: Geometry) -> Patterns | None:
    """The patterns that came with the program for a rule set; None where it has none."""
    path = FOLDER / f"{name}.bin"
    if not path.exists():
        return None
    patterns = Patterns(geometry)
    for index, value in enumerate(zlib.decompress(path.read_bytes())):
        patterns.weights[index] = value - 256 if value > LARGEST else value
    return patterns
