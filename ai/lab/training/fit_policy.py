"""The fit of the policy to people's choices, by maximum likelihood. Needs numpy and scipy.

Each group of rule sets and each rating of the policy has its own weights, which are drawn toward those of all groups
together: a group without choices at a rating gets the common ones.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from ai.engine import Engine
from ai.features import FEATURES, Scene
from ai.lab.training.people import Choice, is_same
from ai.policy import GROUPS, RATINGS, glance, group, share_of
from ai.search.options import SMALL_TABLE, SearchOptions

_MOST: Final = 1_500  # choices: a larger set counts as if it had so many
_COMMON: Final = 0.5  # penalties for the squares of the weights
_OWN: Final = 4.0
Floats = NDArray[np.float64]


class Sample(NamedTuple):
    """A choice: the features of the legal moves, the number of the chosen one, the group, and the share of ratings."""

    features: Floats
    chosen: int
    group: str
    share: float


def samples(found: Iterable[Choice]) -> Iterator[Sample]:
    """Yield the samples of choices."""
    engine: Engine | None = None
    for game, move, rating in found:
        if engine is None or engine.rules != game.rules:
            engine = Engine(game.rules, SearchOptions(megabytes=SMALL_TABLE))
        scores = glance(engine, game)
        chosen = next(number for number, each in enumerate(scores) if is_same(each, move))
        scene = Scene(game, scores)
        features = np.array([[float(feature(scene, each)) for feature in FEATURES.values()] for each in scores])
        yield Sample(features, chosen, group(game.rules), share_of(rating))


class PolicyFit:
    """A fit to several sets of samples: a set is weighted as if it had at most ``_MOST`` of them."""

    def __init__(self, sets: Iterable[list[Sample]]) -> None:
        weighted = [(sample, min(1.0, _MOST / len(some))) for some in sets for sample in some]
        self._samples = [sample for sample, _ in weighted]
        self._weights = np.array([weight for _, weight in weighted])
        counts = [len(sample.features) for sample in self._samples]
        self._starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        self._of = np.repeat(np.arange(len(counts)), counts)
        self._chosen = self._starts + [sample.chosen for sample in self._samples]
        self._features = np.vstack([sample.features for sample in self._samples])
        shares = np.array([sample.share for sample in self._samples])[self._of]
        self._shares = np.stack([1 - shares, shares], axis=1)
        self._groups = np.array([GROUPS.index(sample.group) for sample in self._samples])[self._of]

    def run(self) -> dict[str, dict[str, float]]:
        """Return the weights by the names of the entries of ``policy.txt``."""
        shape = 1 + len(GROUPS), len(RATINGS), len(FEATURES)
        penalties = np.full(shape, _OWN)
        penalties[0] = _COMMON

        def loss(flat: Floats) -> tuple[float, Floats]:
            parts = flat.reshape(shape)
            weights = parts[0] + parts[1:]
            logits = np.zeros(len(self._of))
            for number in range(len(GROUPS)):
                rows = self._groups == number
                each = self._features[rows] @ weights[number].T
                logits[rows] = (each * self._shares[rows]).sum(axis=1)
            logits -= np.maximum.reduceat(logits, self._starts)[self._of]
            odds = np.exp(logits)
            chances = odds / np.add.reduceat(odds, self._starts)[self._of]
            error = chances * self._weights[self._of]
            error[self._chosen] -= self._weights
            slope = penalties * parts
            for number in range(len(GROUPS)):
                rows = self._groups == number
                own = (self._shares[rows] * error[rows, None]).T @ self._features[rows]
                slope[0] += own
                slope[1 + number] += own
            likelihood = self._weights @ np.log(chances[self._chosen])
            return float((penalties * parts**2).sum() / 2 - likelihood), slope.ravel()

        found = minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 200})
        parts = found.x.reshape(shape)
        return {
            f"{name} {rating}": dict(zip(FEATURES, map(float, parts[0, at] + parts[1 + number, at]), strict=True))
            for number, name in enumerate(GROUPS)
            for at, rating in enumerate(RATINGS)
        }
