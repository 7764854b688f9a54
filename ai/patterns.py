"""Trained patterns: what each arrangement of men on two neighbouring rows is worth beyond the named weights.

A *band* is two neighbouring rows; its squares, each empty, black or white, make one number in base three. Compiled by
mypyc; runs interpreted as well.
"""

import math
import zlib
from functools import cache
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engine.geometry import Geometry

FOLDER: Final = Path(__file__).parent / "trained"
LARGEST: Final = 127
_MEMORY: Final = 1.0


class Patterns:
    """The worth of every pattern of every band, in hundredths of a man, from Black's view."""

    def __init__(self, geometry: Geometry) -> None:
        size = geometry.size
        self.bands: i64 = size - 1
        self.span: i64 = 3**size
        self.near: i64 = geometry.per_row
        self.double: i64 = size + 1
        self.mask: i64 = (1 << (size + 1)) - 1
        # A band that begins on an odd row has its ghost bit in the middle, one on an even row at its end.
        self.thirds: vec[i64] = vec[i64]([_thirds(bits, size, size) for bits in range(2 << size)])
        self.odd_thirds: vec[i64] = vec[i64]([_thirds(bits, size, size // 2) for bits in range(2 << size)])
        self.worth: vec[i64] = vec[i64]([0] * int(self.bands * self.span))

    def score(self, black: i64, white: i64) -> i64:
        """The sum over all bands for these men."""
        worth = self.worth
        thirds = self.thirds
        odd_thirds = self.odd_thirds
        mask = self.mask
        near = self.near
        total: i64 = 0
        at: i64 = 0
        last = self.bands * self.span
        while True:
            total += worth[at + thirds[black & mask] + 2 * thirds[white & mask]]
            at += self.span
            if at >= last:
                return total
            total += worth[at + odd_thirds[(black >> near) & mask] + 2 * odd_thirds[(white >> near) & mask]]
            at += self.span
            black >>= self.double
            white >>= self.double

    def places(self, black: i64, white: i64) -> list[int]:
        """Where in ``worth`` the bands of these men stand."""
        found: list[int] = []
        at: i64 = 0
        for band in range(int(self.bands)):
            if band % 2 == 0:
                place = at + self.thirds[black & self.mask] + 2 * self.thirds[white & self.mask]
            else:
                left = (black >> self.near) & self.mask
                right = (white >> self.near) & self.mask
                place = at + self.odd_thirds[left] + 2 * self.odd_thirds[right]
                black >>= self.double
                white >>= self.double
            found.append(place)
            at += self.span
        return found


def fit(
    places: vec[i64],
    scores: vec[float],
    results: vec[float],
    bands: i64,
    worth: vec[float],
    scale: float,
    rate: float,
    shrink: float,
) -> float:
    """One pass of logistic regression over all samples; returns the mean loss. Source: AdaGrad (Duchi et al. 2011).

    Sample i has ``bands`` places, a fixed score in hundredths of a man and a result from 0 to 1, all from Black's view.
    ``worth`` holds the weights and, in its second half, the sums of squared gradients.
    """
    half: i64 = len(worth) // 2
    loss = 0.0
    samples: i64 = len(results)
    i: i64 = 0
    while i < samples:
        total = scores[i]
        k: i64 = i * bands
        end = k + bands
        while k < end:
            total += worth[places[k]]
            k += 1
        expected = 1.0 / (1.0 + math.exp(-total / scale))
        error = expected - results[i]
        loss += error * error
        k = i * bands
        while k < end:
            place = places[k]
            gradient = error * (100.0 / scale) + shrink * worth[place]
            worth[half + place] += gradient * gradient
            worth[place] -= rate * gradient / math.sqrt(_MEMORY + worth[half + place])
            k += 1
        i += 1
    return loss / float(samples)


def _thirds(bits: int, size: int, ghost: int) -> int:
    """The number in base three whose ones are these bits, the ghost bit left out."""
    squares = bits & ((1 << ghost) - 1) | bits >> (ghost + 1) << ghost
    return sum(3**place for place in range(size) if squares >> place & 1)


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
