"""Trained patterns: a weight for each arrangement of men on four rows by two columns. Compiled by mypyc.

Two neighboring rows are a *row pair*, in which a pattern has four squares. Their states (empty, black, white) are the
digits of a number in base three, the *ternary index*. The pattern and its two ternary indices give the *feature index*
of one trained weight. The score is the sum of the weights, as in n-tuple networks and in Scan's evaluation.
"""

from typing import Final

from engine.geometry import Geometry
from engine.native_types import i16, i64, vec

PAIR_SPAN: Final = 81  # four squares in base three
SPAN: Final = PAIR_SPAN * PAIR_SPAN


class Patterns:
    """The weights of all features, one set for each phase of the game; positive is good for Black. Initially zero.

    ``count`` is the number of patterns, which overlap; ``size`` is the number of weights of a phase.
    """

    def __init__(self, geometry: Geometry, phases: int) -> None:
        size = geometry.size
        self.columns: i64 = geometry.per_row - 1
        self.row_pairs: i64 = size // 2
        self.count: i64 = self.columns * (self.row_pairs - 1)
        self.double: i64 = size + 1  # the bits from a row pair to the next: two rows and a ghost bit
        self.mask: i64 = (1 << size) - 1
        # For each set of men of one color in a row pair: the ternary indices of all its patterns, a byte each.
        self.ternary: vec[i64] = vec[i64](ternary_indices(geometry, tuple(range(geometry.per_row - 1))))
        self.size: i64 = self.count * SPAN
        self.weights: vec[i16] = vec[i16]([0] * (phases * int(self.size)))

    def fill(self, phase: i64, weights: bytes) -> None:
        """Set the weights of a phase: little-endian numbers of 16 bits."""
        start = phase * self.size
        for at in range(self.size):
            self.weights[start + at] = i16(number_at(weights, at))

    def score(self, black: i64, white: i64, phase: i64) -> i64:
        """Return the sum of the weights of all patterns for these men."""
        weights = self.weights
        ternary = self.ternary
        mask = self.mask
        total: i64 = 0
        at = phase * self.size
        low = ternary[black & mask] + 2 * ternary[white & mask]
        pairs = self.row_pairs - 1
        while pairs > 0:
            black >>= self.double
            white >>= self.double
            high = ternary[black & mask] + 2 * ternary[white & mask]
            next_low = high
            columns = self.columns
            while columns > 0:
                total += i64(weights[at + (low & 255) + PAIR_SPAN * (high & 255)])
                low >>= 8
                high >>= 8
                at += SPAN
                columns -= 1
            low = next_low
            pairs -= 1
        return total


def number_at(numbers: bytes, at: i64) -> i64:
    """Return one of several little-endian numbers of 16 bits."""
    low: i64 = numbers[2 * at]
    high: i64 = numbers[2 * at + 1]
    return low + ((high - (high & 128) * 2) << 8)


def pattern_squares(geometry: Geometry) -> list[list[int]]:
    """Return the squares of each pattern, in the order of the digits of its feature index."""
    per_row, double = geometry.per_row, geometry.size + 1
    found = []
    for pair in range(geometry.size // 2 - 1):
        for column in range(per_row - 1):
            places = (column, column + 1, per_row + column, per_row + column + 1)
            found.append([geometry.number(1 << place + half * double) for half in (pair, pair + 1) for place in places])
    return found


def ternary_indices(geometry: Geometry, columns: tuple[int, ...]) -> list[int]:
    """Return a table with an entry for each set of men of one color in a row pair.

    The entry packs a ternary index for each of ``columns``, a byte each; the digit of a square with a man is 1, of
    another 0. A column is the first of the two columns of a pattern.
    """
    per_row = geometry.per_row
    found = []
    for bits in range(1 << 2 * per_row):
        packed = 0
        for place, column in enumerate(columns):
            squares = (column, column + 1, per_row + column, per_row + column + 1)
            packed |= sum(3**digit for digit, square in enumerate(squares) if bits >> square & 1) << 8 * place
        found.append(packed)
    return found
