"""The rating of a solver, by Glicko-2.

Source: M. E. Glickman, Example of the Glicko-2 system, 2012 (glicko.net/glicko/glicko2.pdf), whose steps are numbered
below. Each problem is a rating period of one game, against an opponent rated by the problem's difficulty.
"""

import math
from dataclasses import dataclass
from typing import Final

_SCALE: Final = 173.7178
_MIDDLE: Final = 1500.0
_TAU: Final = 0.5
_TOLERANCE: Final = 1e-6
_WIDEST: Final = 350.0
_OF_A_PROBLEM: Final = 80.0  # the deviation of a problem's rating


@dataclass(frozen=True)
class Rating:
    """A Glicko-2 rating: its value, its standard deviation, and its volatility."""

    value: float = 1200.0
    deviation: float = _WIDEST
    volatility: float = 0.06


def rating_of(difficulty: int) -> Rating:
    """Return the rating of a problem: that of the level that solves it."""
    from ai.levels import LEVEL_RATINGS

    return Rating(LEVEL_RATINGS[difficulty], _OF_A_PROBLEM)


def rated(solver: Rating, games: list[tuple[Rating, float]]) -> Rating:
    """Return the rating after a period of games: opponents and scores (1 win, 0.5 draw, 0 loss)."""
    mu, phi = (solver.value - _MIDDLE) / _SCALE, solver.deviation / _SCALE  # step 2
    inverse = improvement = 0.0
    for opponent, score in games:
        g = 1 / math.sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (opponent.value - _MIDDLE) / _SCALE)))
        inverse += g * g * expected * (1 - expected)  # step 3
        improvement += g * (score - expected)  # step 4
    variance = 1 / inverse
    sigma = _volatility(phi, solver.volatility, variance, variance * improvement)  # step 5
    before = math.sqrt(phi * phi + sigma * sigma)  # step 6
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)  # step 7
    return Rating(_SCALE * (mu + after * after * improvement) + _MIDDLE, min(_WIDEST, _SCALE * after), sigma)  # step 8


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Find the root of f by the Illinois algorithm (step 5)."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        power = math.exp(x)
        spread = phi * phi + variance + power
        return power * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (_TAU * _TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(a - k * _TAU) < 0:
            k += 1
        high = a - k * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
