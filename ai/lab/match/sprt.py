"""The sequential probability ratio test (SPRT) of a match, on pairs of games.

The test decides between two hypotheses: the Elo difference is ``elo0``, or it is ``elo1``. It is the generalized SPRT
for the pentanomial model, as fishtest uses it: M. Van den Bergh, "The Generalized Sequential Probability Ratio Test",
and fishtest, ``server/fishtest/stats/LLRcalc.py``. The Elo is logistic, the expected score is 1 / (1 + 10^(-elo/400)).

A pair has one of five scores ``a``: 0, 1/4, 1/2, 3/4 or 1. With the observed shares ``q`` of ``n`` pairs, the most
likely probabilities with mean ``s`` are q / (1 + t (a - s)), where ``t`` solves sum q (a - s) / (1 + t (a - s)) = 0.
The log-likelihood ratio is n times the sum of q log(p1 / p0), with these probabilities for the two expected scores.
"""

import math
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

_ERROR: Final = 0.05  # the probability of either wrong decision
BOUND: Final = math.log((1 - _ERROR) / _ERROR)
_SCORES: Final = (0, 0.25, 0.5, 0.75, 1)
_UNSEEN: Final = 1e-3  # the count of a score that no pair has had, as in fishtest
_STEPS: Final = 60  # halvings of the interval of ``t``

Decision = Literal["accepted", "rejected", "undecided"]


class Sprt(NamedTuple):
    """A test of ``elo1`` against ``elo0``, which is smaller. Both errors have a probability of 5 %.

    ``pairs`` is the number of pairs by half points of the first player, 0 to 4.
    """

    elo0: float
    elo1: float

    def llr(self, pairs: Sequence[int]) -> float:
        """Return the log-likelihood ratio of ``elo1`` to ``elo0``; 0 before the first pair."""
        if not any(pairs):
            return 0.0
        counts = [count or _UNSEEN for count in pairs]
        weights0, weights1 = _weights(counts, _expected(self.elo0)), _weights(counts, _expected(self.elo1))
        return sum(
            count * math.log(weight0 / weight1)
            for count, weight0, weight1 in zip(counts, weights0, weights1, strict=True)
        )

    def decision(self, pairs: Sequence[int]) -> Decision:
        """Return the decision on ``elo1``. It is accepted at a ratio of ``BOUND`` and rejected at ``-BOUND``."""
        llr = self.llr(pairs)
        return "accepted" if llr >= BOUND else "rejected" if llr <= -BOUND else "undecided"


def _expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _weights(counts: Sequence[float], mean: float) -> list[float]:
    """Return 1 + t (a - mean) of each score: the counts divided by these have the given mean."""
    # Invariant: the sum is positive at ``low`` and negative at ``high``; it decreases between the poles.
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        t = (low + high) / 2
        excess = sum(
            count * (score - mean) / (1 + t * (score - mean)) for count, score in zip(counts, _SCORES, strict=True)
        )
        low, high = (t, high) if excess > 0 else (low, t)
    return [1 + (low + high) / 2 * (score - mean) for score in _SCORES]
