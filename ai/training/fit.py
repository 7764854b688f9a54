"""Fits a trained evaluation to samples: mini-batches, Adam (Kingma and Ba 2015), cross-entropy. Needs numpy.

The label of a sample is its result, mixed with what the score of the search promises unless the result is exact.
Patterns that are each other turned half round with the colours exchanged share a weight, with the sign changed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.evaluation.network import FEW_PIECES, LARGEST_SUM, PARTS, PHASES, SHIFT, UNITS
from ai.evaluation.patterns import PAIR_SPAN, SPAN, Patterns
from ai.evaluation.trained_evaluation import piece_values, ranks
from ai.training.samples import FIELDS, RECORD
from engine.rules import Rules

_DTYPE: Final = np.dtype(list(zip(FIELDS, ("<u8", "<u8", "<u8", "<u8", "<u4", "<i2", "i1", "u1"), strict=True)))
_VALIDATION: Final = 20  # every so many games one is kept to measure with
_SCALES: Final = range(40, 400, 10)
_HIDDEN: Final = UNITS - 1
_LARGEST: Final = 32_767
_GAP: Final = 100  # seeds: a longer gap parts two runs of games
_MOST_SAMPLES: Final = 1 << 17  # judged at once

Floats = NDArray[np.float32]
Report = Callable[[str], None]


@dataclass(frozen=True)
class Settings:
    """How a fit goes: ``trust`` is the part of the result in a label; rates fall to a twentieth over the epochs."""

    epochs: int = 10
    batch: int = 1024
    rate: float = 0.002
    pattern_rate: float = 0.006
    decay: float = 1e-5
    trust: float = 0.25
    seed: int = 1


class Loss(NamedTuple):
    """The mean cross-entropy of labels, over what was learned from and over games that were not."""

    training: float
    validation: float


def load(paths: Iterable[Path]) -> NDArray[Any]:
    """All samples of some files. Raises OSError, ValueError."""
    assert _DTYPE.itemsize == RECORD.size
    return np.concatenate([np.fromfile(path, _DTYPE) for path in paths])


def seeds_told(samples: NDArray[Any]) -> str:
    """The seeds of the games of samples, which are their numbers: from where to where. Short gaps gave no samples."""
    seeds = np.unique(samples["game"]).astype(int)
    spans = np.split(seeds, np.flatnonzero(np.diff(seeds) > _GAP) + 1)
    return ", ".join(f"{span[0]} to {span[-1]}" for span in spans if len(span))


class Fit:
    """The weights in the course of a fit; values are in hundredths of a man divided by ``scale``."""

    def __init__(self, rules: Rules, samples: NDArray[Any], settings: Settings) -> None:
        self.settings = settings
        self._rng = np.random.default_rng(settings.seed)
        self._geometry = rules.geometry
        self._ranks = ranks(rules)
        patterns = Patterns(rules.geometry, PHASES)
        self._size = int(patterns.size)
        self._turned = _turned_features(patterns, self._size)
        self._bits = np.array(
            sorted(self._geometry.bit(n).bit_length() - 1 for n in range(1, self._geometry.squares + 1)), np.uint64
        )
        self.scale = _best_scale(samples)
        self.games = len(np.unique(samples["game"]))
        validation = samples["game"] % _VALIDATION == 0
        self._training = self._prepared(samples[~validation])
        self._validation = self._prepared(samples[validation])
        planes = 2 * self._ranks * len(self._bits)
        self.patterns = np.zeros((PHASES, self._size), np.float32)
        self.linear = np.zeros((PHASES, planes), np.float32)
        squares = len(self._bits)
        for plane in range(2 * self._ranks):
            value = piece_values(rules)[plane // 2] / self.scale * (1 if plane % 2 == 0 else -1)
            self.linear[:, plane * squares : (plane + 1) * squares] = value
        self.bias = np.zeros((PHASES, 1), np.float32)
        self.inner = (self._rng.standard_normal((PHASES, planes, _HIDDEN)) * 0.1).astype(np.float32)
        self.inner_bias = np.full((PHASES, _HIDDEN), 0.1, np.float32)
        self.outer = (self._rng.standard_normal((PHASES, _HIDDEN)) * 0.1).astype(np.float32)

    def _prepared(self, samples: NDArray[Any]) -> "_Prepared":
        """The features and labels of samples, by phase."""
        men_own = samples["own"] & ~samples["kings"]
        men_opp = samples["opp"] & ~samples["kings"]
        pieces = _counts(samples["own"] | samples["opp"])
        phase = np.where(samples["kings"] == 0, 0, np.where(pieces > FEW_PIECES, 1, 2)).astype(np.int8)
        promised = 1 / (1 + np.exp(-samples["score"].astype(np.float32) / self.scale))
        result = (samples["result"].astype(np.float32) + 1) / 2
        trust = np.where(samples["exact"] == 1, 1.0, self.settings.trust).astype(np.float32)
        labels = (trust * result + (1 - trust) * promised).astype(np.float32)
        masks = [men_own, men_opp]
        plain = samples["kings"] & ~samples["triples"]
        masks += [samples["own"] & plain, samples["opp"] & plain]
        if self._ranks == 3:
            masks += [samples["own"] & samples["triples"], samples["opp"] & samples["triples"]]
        features = _features(Patterns(self._geometry, PHASES), men_own, men_opp)
        return _Prepared(phase, labels, np.stack(masks, axis=1), features)

    def _planes(self, masks: NDArray[np.uint64]) -> Floats:
        """One number, 0 or 1, for each rank, side and square."""
        bits = (masks[:, :, None] >> self._bits[None, None, :]) & np.uint64(1)
        return bits.reshape(len(masks), masks.shape[1] * len(self._bits)).astype(np.float32)

    def run(self, report: Report) -> Loss:
        """All epochs; ``report`` hears of each."""
        parameters = [self.patterns, self.linear, self.bias, self.inner, self.inner_bias, self.outer]
        adam = _Adam(parameters)
        batches = max(1, len(self._training.labels) // self.settings.batch)
        total = self.settings.epochs * batches
        step = 0
        loss = Loss(0.0, 0.0)
        for epoch in range(self.settings.epochs):
            order = self._rng.permutation(len(self._training.labels))
            # Samples of one phase together, batches of all phases in turn.
            chosen = []
            for phase in range(PHASES):
                places = order[self._training.phase[order] == phase]
                chosen += [
                    (phase, places[at : at + self.settings.batch]) for at in range(0, len(places), self.settings.batch)
                ]
            self._rng.shuffle(chosen)
            losses = []
            for phase, places in chosen:
                rate = 1 - 0.95 * min(1.0, step / total)
                losses.append(self._learn(adam, phase, places, rate) * len(places))
                step += 1
            loss = Loss(sum(losses) / len(self._training.labels), self._judged(self._validation))
            report(f"epoch {epoch + 1}: {loss.training:.5f}, games not learned from {loss.validation:.5f}")
        return loss

    def _learn(self, adam: "_Adam", phase: int, places: NDArray[np.int64], rate: float) -> float:
        data = self._training
        features, labels = data.features[places], data.labels[places]
        planes, units, active, value = self._forward(data, phase, places, self._patterns_of(phase))
        expected = _odds(value)
        error = (expected - labels) / len(labels)
        back = error[:, None] * self.outer[phase] * (units > 0)
        by_feature = np.bincount(features.ravel(), np.repeat(error, features.shape[1]), self._size).astype(np.float32)
        settings = self.settings
        adam.step(0, phase, by_feature - by_feature[self._turned], settings.pattern_rate * rate, settings.decay)
        adam.step(1, phase, planes.T @ error, settings.rate * rate, 0.0)
        adam.step(2, phase, np.array([error.sum()]), settings.rate * rate, 0.0)
        adam.step(3, phase, planes.T @ back, settings.rate * rate, settings.decay)
        adam.step(4, phase, back.sum(axis=0), settings.rate * rate, 0.0)
        adam.step(5, phase, active.T @ error, settings.rate * rate, settings.decay)
        return _entropy(labels, expected)

    def _forward(
        self, data: "_Prepared", phase: int, places: NDArray[np.int64], weights: Floats
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """The inputs of some samples of a phase, the hidden units before and after ReLU, and the values."""
        planes = self._planes(data.masks[places])
        units = planes @ self.inner[phase] + self.inner_bias[phase]
        active = np.maximum(units, 0)
        value = weights[data.features[places]].sum(axis=1) + planes @ self.linear[phase] + self.bias[phase, 0]
        return planes, units, active, value + active @ self.outer[phase]

    def values(self, samples: NDArray[Any]) -> Floats:
        """What samples are worth to their sides to move, in units of ``scale`` hundredths of a man."""
        data = self._prepared(samples)
        found = np.zeros(len(samples), np.float32)
        for phase in range(PHASES):
            places = np.flatnonzero(data.phase == phase)
            found[places] = self._forward(data, phase, places, self._patterns_of(phase))[-1]
        return found

    def _patterns_of(self, phase: int) -> Floats:
        free = self.patterns[phase]
        shared: Floats = free - free[self._turned]
        return shared

    def _judged(self, data: "_Prepared") -> float:
        total = 0.0
        for phase in range(PHASES):
            places = np.flatnonzero(data.phase == phase)
            weights = self._patterns_of(phase)
            for at in range(0, len(places), _MOST_SAMPLES):
                some = places[at : at + _MOST_SAMPLES]
                value = self._forward(data, phase, some, weights)[-1]
                total += _entropy(data.labels[some], _odds(value)) * len(some)
        return total / max(1, len(data.labels))

    def rounded(self) -> list[int]:
        """All weights as integers, in the order of a file."""
        unit = self.scale * PARTS
        squares = len(self._bits)
        numbers: list[NDArray[Any]] = []
        for phase in range(PHASES):
            inner, first = self.inner[phase].astype(float), self.inner_bias[phase].astype(float)
            # Any pieces on all squares must leave each sum within its bits.
            by_square = np.abs(inner).reshape(2 * self._ranks, squares, _HIDDEN).max(axis=0).sum(axis=0)
            scales = (LARGEST_SUM - squares) / np.maximum(by_square + np.abs(first), 1e-9)
            outer = self.outer[phase] * unit / scales * (1 << SHIFT)
            linear = self.linear[phase] * unit
            shares = np.concatenate([inner * scales, linear[:, None]], axis=1)
            begin = np.concatenate([first * scales, self.bias[phase] * unit])
            numbers += [self._patterns_of(phase) * unit, outer, begin, shares]
        flat = np.concatenate([np.rint(part).ravel() for part in numbers])
        if np.abs(flat).max() > _LARGEST:
            raise ValueError("a weight is too large for two bytes")
        return [int(number) for number in flat]


class _Prepared(NamedTuple):
    """What is learned from: for each sample its phase, label, masks by rank and side, and pattern features."""

    phase: NDArray[np.int8]
    labels: Floats
    masks: NDArray[np.uint64]
    features: NDArray[np.int32]


class _Adam:
    """The moments of all parameters; those of a phase are stepped together."""

    def __init__(self, parameters: list[Floats]) -> None:
        self._parameters = parameters
        self._first = [np.zeros_like(each) for each in parameters]
        self._second = [np.zeros_like(each) for each in parameters]
        self._steps = np.zeros((len(parameters), PHASES), np.int64)

    def step(self, which: int, phase: int, gradient: NDArray[Any], rate: float, decay: float) -> None:
        """Move the parameters of a phase against a gradient."""
        weights = self._parameters[which][phase]
        self._steps[which, phase] += 1
        steps = self._steps[which, phase]
        first, second = self._first[which][phase], self._second[which][phase]
        gradient = gradient + decay * weights
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient * gradient - second)
        correction = np.sqrt(1 - 0.999**steps) / (1 - 0.9**steps)
        weights -= (rate * correction) * first / (np.sqrt(second) + 1e-8)


def _odds(value: Floats) -> Floats:
    """The result that a value promises."""
    return (1 / (1 + np.exp(-value))).astype(np.float32)


def _entropy(labels: Floats, expected: Floats) -> float:
    sure = np.clip(expected, 1e-6, 1 - 1e-6)
    return float(-(labels * np.log(sure) + (1 - labels) * np.log(1 - sure)).mean())


def _counts(masks: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many bits each mask has."""
    return np.bitwise_count(masks).astype(np.int64)


def _features(patterns: Patterns, own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> NDArray[np.int32]:
    """For each sample the indices of its patterns' weights, as :class:`Patterns` numbers them."""
    shift, mask = np.uint64(patterns.double), np.uint64(patterns.mask)
    table = np.array(list(patterns.ternary), np.int64)
    pairs = []
    for _ in range(int(patterns.row_pairs)):
        pairs.append(table[(own & mask).astype(np.int64)] + 2 * table[(opp & mask).astype(np.int64)])
        own, opp = own >> shift, opp >> shift
    found = [
        (low >> 8 * column & 255) + PAIR_SPAN * (high >> 8 * column & 255)
        for low, high in pairwise(pairs)
        for column in range(int(patterns.columns))
    ]
    return np.stack([SPAN * at + feature for at, feature in enumerate(found)], axis=1).astype(np.int32)


def _turned_features(patterns: Patterns, size: int) -> NDArray[np.int64]:
    """For each feature the one that stands there after a half-turn with the colours exchanged."""
    count, columns = int(patterns.count), int(patterns.columns)
    digits = np.array([[number // 3**place % 3 for place in range(8)] for number in range(SPAN)])
    # Squares of the lower row pair have the digits 0 to 3, of the higher 4 to 7: a half-turn reverses all of them.
    swapped = np.array([0, 2, 1])[digits[:, ::-1]]
    number = (swapped * 3 ** np.arange(8)).sum(axis=1)
    found = np.empty(size, np.int64)
    for pattern in range(count):
        row, column = divmod(pattern, columns)
        other = (int(patterns.row_pairs) - 2 - row) * columns + columns - 1 - column
        found[pattern * SPAN : (pattern + 1) * SPAN] = other * SPAN + number
    return found


def _best_scale(samples: NDArray[Any]) -> float:
    """How many hundredths of a man make odds of e to 1: what explains the results best."""
    some = samples[:: max(1, len(samples) // 200_000)]
    score, result = some["score"].astype(float), (some["result"].astype(float) + 1) / 2
    return float(min(_SCALES, key=lambda scale: float(((1 / (1 + np.exp(-score / scale)) - result) ** 2).mean())))
