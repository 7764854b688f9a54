"""Trained patterns: what each arrangement of men in a block of four rows by two is worth beyond the named weights.

Two neighbouring rows make a *slice*; in each slice a block has four squares, which, each empty, black or white, make
one number in base three. Compiled by mypyc; runs interpreted as well.
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
_SLICE_SPAN: Final = 81
_SPAN: Final = _SLICE_SPAN * _SLICE_SPAN
_MEMORY: Final = 1.0


class Patterns:
    """The worth of every pattern of every block, in hundredths of a man, from Black's view."""

    def __init__(self, geometry: Geometry) -> None:
        size = geometry.size
        self.columns: i64 = geometry.per_row - 1
        self.slices: i64 = size // 2
        self.blocks: i64 = self.columns * (self.slices - 1)
        self.double: i64 = size + 1
        self.mask: i64 = (1 << size) - 1
        # A byte for each block that a slice has a part in, side by side.
        self.thirds: vec[i64] = vec[i64]([_thirds(bits, geometry.per_row) for bits in range(1 << size)])
        self.worth: vec[i64] = vec[i64]([0] * int(self.blocks * _SPAN))

    def score(self, black: i64, white: i64) -> i64:
        """The sum over all blocks for these men."""
        worth = self.worth
        thirds = self.thirds
        mask = self.mask
        total: i64 = 0
        at: i64 = 0
        low = thirds[black & mask] + 2 * thirds[white & mask]
        slices = self.slices - 1
        while slices > 0:
            black >>= self.double
            white >>= self.double
            high = thirds[black & mask] + 2 * thirds[white & mask]
            next_low = high
            columns = self.columns
            while columns > 0:
                total += worth[at + (low & 255) + _SLICE_SPAN * (high & 255)]
                low >>= 8
                high >>= 8
                at += _SPAN
                columns -= 1
            low = next_low
            slices -= 1
        return total

    def places(self, black: i64, white: i64) -> list[int]:
        """Where in ``worth`` the blocks of these men stand."""
        parts: list[i64] = []
        for _ in range(int(self.slices)):
            parts.append(self.thirds[black & self.mask] + 2 * self.thirds[white & self.mask])
            black >>= self.double
            white >>= self.double
        found: list[int] = []
        at: i64 = 0
        for low, high in pairwise(parts):
            for column in range(int(self.columns)):
                found.append(at + (low >> (8 * column) & 255) + _SLICE_SPAN * (high >> (8 * column) & 255))
                at += _SPAN
        return found


def fit(
    places: vec[i64],
    scores: vec[float],
    results: vec[float],
    blocks: i64,
    worth: vec[float],
    scale: float,
    rate: float,
    shrink: float,
) -> float:
    """One pass of logistic regression over all samples; returns the mean loss. Source: AdaGrad (Duchi et al. 2011).

    Sample i has ``blocks`` places, a fixed score in hundredths of a man and a result from 0 to 1, from Black's view.
    ``worth`` holds the weights and, in its second half, the sums of squared gradients.
    """
    half: i64 = len(worth) // 2
    loss = 0.0
    samples: i64 = len(results)
    i: i64 = 0
    while i < samples:
        total = scores[i]
        k: i64 = i * blocks
        end = k + blocks
        while k < end:
            total += worth[places[k]]
            k += 1
        expected = 1.0 / (1.0 + math.exp(-total / scale))
        error = expected - results[i]
        loss += error * error
        k = i * blocks
        while k < end:
            place = places[k]
            gradient = error * (100.0 / scale) + shrink * worth[place]
            worth[half + place] += gradient * gradient
            worth[place] -= rate * gradient / math.sqrt(_MEMORY + worth[half + place])
            k += 1
        i += 1
    return loss / float(samples)


def _thirds(bits: int, per_row: int) -> int:
    """For each block a byte: the number in base three whose ones are its squares in these two rows."""
    packed = 0
    for column in range(per_row - 1):
        squares = (column, column + 1, per_row + column, per_row + column + 1)
        packed |= sum(3**place for place, square in enumerate(squares) if bits >> square & 1) << 8 * column
    return packed


def pack(worth: list[int]) -> bytes:
    """The file's form: one signed byte a pattern, compressed."""
    return zlib.compress(bytes(max(-LARGEST, min(LARGEST, value)) & 0xFF for value in worth), 9)


@cache
def trained(name: str, geometry: Geometry) -> Patterns | None:
    """The patterns that came with the program for a rule set; None where it has none."""
    path = FOLDER / f"{name}.bin"
    if not path.exists():
        return None
    patterns = Patterns(geometry)
    for place, value in enumerate(zlib.decompress(path.read_bytes())):
        patterns.worth[place] = value - 256 if value > LARGEST else value
    return patterns
