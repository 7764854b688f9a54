"""A fit of the evaluation to samples: mini-batches, Adam (Kingma and Ba 2015), cross-entropy. Needs numpy and scipy.

The label of a sample is its result if the result is exact. Otherwise it is a weighted mean of the result and the result
expected from the search score. Two patterns that are equal after a rotation with the colors exchanged share a weight
with opposite signs. The weights of a block state are the sum of the weights of its pieces on their squares, plus
weights of the state itself. The weights of a rare state are therefore near the sum of its pieces.

A fit may begin with the weights of an evaluation instead of random ones. It then learns in smaller steps and without
decay, which would undo what the evaluation has learned of states that these samples do not contain.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit

from ai.evaluation.evaluate import phase_of
from ai.evaluation.network import (
    LARGEST_SUM,
    PARTS,
    PHASES,
    SHIFT,
    STATES,
    UNITS,
    block_columns,
    block_states,
    count_blocks,
    pieces_in_states,
)
from ai.evaluation.patterns import PAIR_SPAN, SPAN, Patterns
from ai.evaluation.trained_evaluation import Weights, piece_values, ranks
from ai.lab.training.samples import CODES, Sample, records
from engine.rules import Rules

_DTYPE: Final = np.dtype([(name, f"<{code}") for name, code in zip(Sample._fields, CODES, strict=True)])
_VALIDATION: Final = 20  # one game in 20 is used for validation only
_SCALES: Final = range(40, 400, 10)  # centimen
_HIDDEN: Final = UNITS - 1
_LARGEST_WEIGHT: Final = 32_767
_STORED: Final = np.dtype("<i2")
# Input weights of hidden units are multiples of this. A file is a fifth smaller, and scores differ by a centiman.
_INPUT_STEP: Final = 4
# For a fit that begins with an evaluation: the largest sum of a hidden unit, and the largest output weight. A fit that
# begins with random weights comes to values like these.
_USUAL_SUM: Final = 5.0
_USUAL_OUTPUT: Final = 0.25
_OUTPUT_SHARE: Final = 0.8  # the part of the largest output weight that a fit may use, for the sums may still grow
_SMALLER_STEPS: Final = 0.25
_GAP: Final = 100  # seeds; a longer gap separates two ranges of seeds
_MOST_SAMPLES: Final = 1 << 15  # samples in a batch of a forward pass without learning

Floats = NDArray[np.float32]
Report = Callable[[str], None]


@dataclass(frozen=True)
class Hyperparameters:
    """The hyperparameters of a fit. ``trust`` is the weight of the result in a label.

    Learning rates fall to a twentieth over the epochs.
    """

    epochs: int = 10
    batch: int = 1024
    rate: float = 0.002
    pattern_rate: float = 0.006
    decay: float = 1e-5
    trust: float = 0.1
    seed: int = 1

    def continued(self) -> Self:
        """Return the hyperparameters of a fit that begins with the weights of an evaluation."""
        rate, pattern_rate = self.rate * _SMALLER_STEPS, self.pattern_rate * _SMALLER_STEPS
        return replace(self, rate=rate, pattern_rate=pattern_rate, decay=0.0)


class Loss(NamedTuple):
    """The mean cross-entropy over the training games and over the validation games."""

    training: float
    validation: float


def load(paths: Sequence[Path]) -> NDArray[Any]:
    """Return all samples of the files. Raises OSError, and ValueError if a file is truncated or damaged."""
    return np.concatenate([np.frombuffer(records(path), _DTYPE) for path in paths])


def seeds_text(samples: NDArray[Any]) -> str:
    """Return the ranges of the games' seeds as text. Gaps of at most 100 seeds, games without samples, are ignored."""
    seeds = np.unique(samples["game"]).astype(int)
    spans = np.split(seeds, np.flatnonzero(np.diff(seeds) > _GAP) + 1)
    return ", ".join(f"{span[0]} to {span[-1]}" for span in spans if len(span))


class Fit:
    """The weights during a fit; values are in centimen divided by ``scale``.

    Raises ValueError if there are no samples, or if some are no positions of the rule set.
    """

    def __init__(self, rules: Rules, samples: NDArray[Any], settings: Hyperparameters) -> None:
        self.settings = settings
        self._rng = np.random.default_rng(settings.seed)
        self._geometry = rules.geometry
        self._ranks = ranks(rules)
        patterns = Patterns(rules.geometry, PHASES)
        self._size = int(patterns.size)
        self._turned = _turned_features(patterns, self._size)
        # The phase by the number of pieces and by the presence of kings.
        self._phases = np.array(
            [
                [phase_of((1 << pieces) - 1, kings, rules.geometry.squares) for kings in (0, 1)]
                for pieces in range(rules.geometry.squares + 1)
            ],
            np.int8,
        )
        self._bits = np.array(
            sorted(self._geometry.bit(n).bit_length() - 1 for n in range(1, self._geometry.squares + 1)), np.uint64
        )
        self._check(samples, rules.name)
        self.scale = _fit_scale(samples)
        self.games = len(np.unique(samples["game"]))
        validation = samples["game"] % _VALIDATION == 0
        self._training = self.prepared(samples[~validation])
        self._validation = self.prepared(samples[validation])
        self._blocks = count_blocks(rules.geometry)
        self._ternary = np.array(block_states(rules.geometry), np.int64)
        self._shifts = 8 * np.arange(len(block_columns(rules.geometry.per_row)))
        self._contents = _contents(rules)
        planes, squares = 2 * self._ranks * len(self._bits), len(self._bits)
        self.patterns = np.zeros((PHASES, self._size), np.float32)
        # The biases of the units, the weights of pieces on squares, and the weights of block states. The last unit is
        # linear.
        self.first = np.full((PHASES, UNITS), 0.1, np.float32)
        self.first[:, -1] = 0
        self.pieces = (self._rng.standard_normal((PHASES, planes, UNITS)) * 0.1).astype(np.float32)
        for plane in range(2 * self._ranks):
            value = piece_values(rules)[plane // 2] / self.scale * (1 if plane % 2 == 0 else -1)
            self.pieces[:, plane * squares : (plane + 1) * squares, -1] = value
        self.states = np.zeros((PHASES, self._ranks * self._blocks * STATES, UNITS), np.float32)
        self.outer = (self._rng.standard_normal((PHASES, _HIDDEN)) * 0.1).astype(np.float32)
        self._largest_output = np.full((PHASES, _HIDDEN), np.inf, np.float32)

    def _check(self, samples: NDArray[Any], name: str) -> None:
        """Raise ValueError if there are no samples, or if some are no positions on this board."""
        if not len(samples):
            raise ValueError(f"there are no positions of {name}")
        own, opp, kings = samples["own"], samples["opp"], samples["kings"]
        board = np.bitwise_or.reduce(np.uint64(1) << self._bits)
        if np.any((own | opp) & ~board | own & opp | kings & ~(own | opp)) or np.any(np.abs(samples["result"]) > 1):
            raise ValueError(f"some positions are none of {name}")

    def begin_with(self, phases: Sequence[Weights]) -> None:
        """Replace all weights by those of an evaluation; the inverse of :meth:`rounded`."""
        unit = self.scale * PARTS
        # The weights of pieces that leave the smallest weights to the states themselves, by least squares.
        of_pieces = np.linalg.pinv(self._contents)
        for phase, weights in enumerate(phases):
            patterns, outputs, biases, inputs = (np.frombuffer(part, _STORED).astype(float) for part in weights)
            # A pattern and its rotation share the difference of two weights.
            self.patterns[phase] = patterns / (2 * unit)
            outputs /= unit * (1 << SHIFT)
            largest = np.sqrt(_USUAL_OUTPUT / np.maximum(np.abs(outputs), 1e-9))
            scales = np.append(np.minimum(LARGEST_SUM / _USUAL_SUM, largest), unit)
            self.outer[phase] = outputs * scales[:-1] ** 2
            self.first[phase] = biases / scales
            inputs = inputs.reshape(self._ranks, -1, UNITS) / scales
            pieces = of_pieces @ inputs
            self.pieces[phase] = pieces.reshape(-1, UNITS)
            self.states[phase] = (inputs - self._contents @ pieces).reshape(-1, UNITS)

    def prepared(self, samples: NDArray[Any]) -> "_Prepared":
        """Return the features and labels of samples, by phase."""
        kings, triples = samples["kings"], samples["triples"]
        of_ranks = (~kings, kings & ~triples, triples)[: self._ranks]
        masks = [samples[side] & rank for rank in of_ranks for side in ("own", "opp")]
        pieces = np.bitwise_count(samples["own"] | samples["opp"])
        phase = self._phases[pieces, (kings != 0).astype(np.int8)]
        promised = expit(samples["score"].astype(np.float32) / self.scale)
        result = (samples["result"].astype(np.float32) + 1) / 2
        trust = np.where(samples["exact"] == 1, 1.0, self.settings.trust).astype(np.float32)
        labels = (trust * result + (1 - trust) * promised).astype(np.float32)
        features = _features(Patterns(self._geometry, PHASES), masks[0], masks[1])
        return _Prepared(phase, labels, np.stack(masks, axis=1), features)

    def _planes(self, masks: NDArray[np.uint64]) -> Floats:
        """Return 0 or 1 for each rank, side and square of each sample."""
        bits = (masks[:, :, None] >> self._bits[None, None, :]) & np.uint64(1)
        return bits.reshape(len(masks), masks.shape[1] * len(self._bits)).astype(np.float32)

    def _state_matrix(self, masks: NDArray[np.uint64]) -> csr_array:
        """Return a sparse matrix: a row for each sample, with 1 for each block state that is not empty."""
        size, width = self._geometry.size, np.uint64(self._geometry.per_row)
        together, parted = np.uint64((1 << size) - 1), np.uint64((2 << size) - 1)
        states = []
        for rank in range(self._ranks):
            left = masks[:, 2 * rank : 2 * rank + 2]
            for row in range(size - 1):
                # There is a ghost bit after every second row.
                if row % 2 == 0:
                    digits = self._ternary[left & together]
                    left = left >> width
                else:
                    digits = self._ternary[together + np.uint64(1) + (left & parted)]
                    left = left >> width + np.uint64(1)
                states.append(digits[:, 0] + 2 * digits[:, 1])
        found = (np.stack(states, axis=1)[:, :, None] >> self._shifts) & 255
        found = found.reshape(len(masks), self._ranks * self._blocks)
        is_state = found != 0
        places = (np.arange(found.shape[1]) * STATES + found - 1)[is_state]
        ends = np.concatenate([[0], np.cumsum(is_state.sum(axis=1))])
        ones = np.ones(len(places), np.float32)
        return csr_array((ones, places, ends), shape=(len(masks), found.shape[1] * STATES))

    def run(self, report: Report) -> Loss:
        """Run all epochs, call ``report`` with a line after each, and return the final loss."""
        parameters = [self.patterns, self.first, self.pieces, self.states, self.outer]
        adam = _Adam(parameters)
        batches = max(1, len(self._training.labels) // self.settings.batch)
        total = self.settings.epochs * batches
        step = 0
        loss = Loss(0.0, self._validation_loss())
        report(f"at the start: games not learned from {loss.validation:.5f}")
        self._limit_outputs()
        for epoch in range(self.settings.epochs):
            order = self._rng.permutation(len(self._training.labels))
            # Batches of different phases alternate.
            chosen = _batches(self._training.phase, order, self.settings.batch)
            self._rng.shuffle(chosen)
            losses = []
            for phase, places in chosen:
                rate = 1 - 0.95 * min(1.0, step / total)
                losses.append(self._learn(adam, phase, places, rate) * len(places))
                step += 1
            self._limit_outputs()
            loss = Loss(sum(losses) / len(self._training.labels), self._validation_loss())
            report(f"epoch {epoch + 1}: {loss.training:.5f}, games not learned from {loss.validation:.5f}")
        return loss

    def _learn(self, adam: "_Adam", phase: int, places: NDArray[np.int64], part: float) -> float:
        data = self._training
        features, labels = data.features[places], data.labels[places]
        made = self._forward(data, phase, places, self._patterns_of(phase))
        expected = expit(made.value)
        error = (expected - labels) / len(labels)
        back = np.empty_like(made.sums)
        back[:, :-1] = 2 * error[:, None] * self.outer[phase] * np.maximum(made.sums[:, :-1], 0)
        back[:, -1] = error
        by_feature = np.bincount(features.ravel(), np.repeat(error, features.shape[1]), self._size).astype(np.float32)
        settings = self.settings
        rate = settings.rate * part
        adam.step(0, phase, by_feature - by_feature[self._turned], settings.pattern_rate * part, settings.decay)
        adam.step(1, phase, back.sum(axis=0), rate, 0.0)
        adam.step(2, phase, made.planes.T @ back, rate, settings.decay)
        adam.step(3, phase, made.states.T @ back, rate, settings.decay)
        adam.step(4, phase, made.active.T @ error, rate, settings.decay)
        self._clip_outputs(phase)
        return _cross_entropy(labels, expected)

    def _forward(self, data: "_Prepared", phase: int, places: NDArray[np.int64], weights: Floats) -> "_Forward":
        """Run the forward pass for samples of one phase."""
        masks = data.masks[places]
        planes, states = self._planes(masks), self._state_matrix(masks)
        sums = planes @ self.pieces[phase] + states @ self.states[phase] + self.first[phase]
        active = np.square(np.maximum(sums[:, :-1], 0))
        value = weights[data.features[places]].sum(axis=1) + sums[:, -1] + active @ self.outer[phase]
        return _Forward(planes, states, sums, active, value)

    def values(self, data: "_Prepared") -> Floats:
        """Return the values of samples for their sides to move, in units of ``scale`` centimen."""
        found = np.zeros(len(data.labels), np.float32)
        for phase, places in _batches(data.phase, np.arange(len(found)), _MOST_SAMPLES):
            found[places] = self._forward(data, phase, places, self._patterns_of(phase)).value
        return found

    def _patterns_of(self, phase: int) -> Floats:
        free = self.patterns[phase]
        shared: Floats = free - free[self._turned]
        return shared

    def _validation_loss(self) -> float:
        labels = self._validation.labels
        return _cross_entropy(labels, expit(self.values(self._validation))) if len(labels) else 0.0

    def _limit_outputs(self) -> None:
        """Limit the output weights to what fits into two bytes with the present sums.

        Sums that grow leave less room. So the limit is lower, but not below a weight that fits.
        """
        for phase in range(PHASES):
            _, scales = self._scaled_inputs(phase)
            largest = _LARGEST_WEIGHT / (self.scale * PARTS * (1 << SHIFT)) * scales[:-1] ** 2
            outer = np.abs(self.outer[phase])
            self._largest_output[phase] = np.maximum(_OUTPUT_SHARE * largest, np.minimum(outer, largest))
            self._clip_outputs(phase)

    def _clip_outputs(self, phase: int) -> None:
        limit = self._largest_output[phase]
        self.outer[phase] = np.clip(self.outer[phase], -limit, limit)

    def _scaled_inputs(self, phase: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the input weights of the block states of a phase, and the factor of each unit for rounding.

        The largest weights of all blocks together must not overflow the bits of a sum.
        """
        pieces = self.pieces[phase].astype(float).reshape(self._ranks, -1, UNITS)
        own = self.states[phase].astype(float).reshape(self._ranks, -1, UNITS)
        shares = own + self._contents @ pieces
        by_block = np.abs(shares).reshape(self._ranks * self._blocks, STATES, UNITS).max(axis=1)
        largest = by_block.sum(axis=0) + np.abs(self.first[phase].astype(float))
        scales = (LARGEST_SUM - _INPUT_STEP * len(by_block)) / np.maximum(largest, 1e-9)
        scales[-1] = self.scale * PARTS
        return shares, scales

    def rounded(self) -> list[Weights]:
        """Return the weights of each phase as integers. Raises ValueError if one is too large."""
        unit = self.scale * PARTS
        steps = np.append(np.full(_HIDDEN, _INPUT_STEP), 1)
        found = []
        for phase in range(PHASES):
            shares, scales = self._scaled_inputs(phase)
            first = self.first[phase].astype(float)
            outer = self.outer[phase] * unit / scales[:-1] ** 2 * (1 << SHIFT)
            inputs = np.rint(shares * scales / steps) * steps
            parts = [np.rint(part) for part in (self._patterns_of(phase) * unit, outer, first * scales, inputs)]
            if max(np.abs(part).max() for part in parts) > _LARGEST_WEIGHT:
                raise ValueError("a weight is too large for two bytes")
            found.append(Weights(*(part.astype(_STORED).tobytes() for part in parts)))
        return found


class _Prepared(NamedTuple):
    """Prepared samples: for each its phase, label, masks by rank and side, and pattern features."""

    phase: NDArray[np.int8]
    labels: Floats
    masks: NDArray[np.uint64]
    features: NDArray[np.int32]


class _Forward(NamedTuple):
    """A forward pass of a batch: the inputs, the sums, the activations of the hidden units and the values."""

    planes: Floats
    states: csr_array
    sums: Floats
    active: Floats
    value: Floats


class _Adam:
    """The Adam optimizer with the moments of all parameters; each phase is updated separately."""

    def __init__(self, parameters: list[Floats]) -> None:
        self._parameters = parameters
        self._first = [np.zeros_like(each) for each in parameters]
        self._second = [np.zeros_like(each) for each in parameters]
        self._steps = np.zeros((len(parameters), PHASES), np.int64)

    def step(self, which: int, phase: int, gradient: NDArray[Any], rate: float, decay: float) -> None:
        """Update the parameters of a phase by a gradient."""
        weights = self._parameters[which][phase]
        self._steps[which, phase] += 1
        steps = self._steps[which, phase]
        first, second = self._first[which][phase], self._second[which][phase]
        gradient = gradient + decay * weights
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient * gradient - second)
        correction = np.sqrt(1 - 0.999**steps) / (1 - 0.9**steps)
        weights -= (rate * correction) * first / (np.sqrt(second) + 1e-8)


def _batches(phases: NDArray[np.int8], order: NDArray[np.int64], size: int) -> list[tuple[int, NDArray[np.int64]]]:
    """Split ``order``, indices of samples, into batches. All samples of a batch have the same phase."""
    found = []
    for phase in range(PHASES):
        places = order[phases[order] == phase]
        found += [(phase, places[at : at + size]) for at in range(0, len(places), size)]
    return found


def _cross_entropy(labels: Floats, expected: Floats) -> float:
    sure = np.clip(expected, 1e-6, 1 - 1e-6)
    return float(-(labels * np.log(sure) + (1 - labels) * np.log(1 - sure)).mean())


def _features(patterns: Patterns, own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Return the indices of the pattern weights of each sample, as :class:`Patterns` numbers them."""
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


def _contents(rules: Rules) -> Floats:
    """Return a matrix with 1 where a block state contains a piece. Rows: block and state; columns: side and square."""
    squares = rules.geometry.squares
    states = [pieces for block in pieces_in_states(rules.geometry) for pieces in block]
    found = np.zeros((len(states), 2 * squares), np.float32)
    for row, pieces in zip(found, states, strict=True):
        for side, square in pieces:
            row[side * squares + square] = 1
    return found


def _turned_features(patterns: Patterns, size: int) -> NDArray[np.int64]:
    """Return for each feature its index after a rotation with the colors exchanged."""
    count, columns = int(patterns.count), int(patterns.columns)
    digits = np.array([[number // 3**place % 3 for place in range(8)] for number in range(SPAN)])
    # Digits 0 to 3 are squares of the lower row pair, 4 to 7 of the higher. A rotation reverses their order.
    swapped = np.array([0, 2, 1])[digits[:, ::-1]]
    number = (swapped * 3 ** np.arange(8)).sum(axis=1)
    found = np.empty(size, np.int64)
    for pattern in range(count):
        row, column = divmod(pattern, columns)
        other = (int(patterns.row_pairs) - 2 - row) * columns + columns - 1 - column
        found[pattern * SPAN : (pattern + 1) * SPAN] = other * SPAN + number
    return found


def _fit_scale(samples: NDArray[Any]) -> float:
    """Return the scale of the logistic function that fits the results best: the score, in centimen, of odds e to 1."""
    some = samples[:: max(1, len(samples) // 200_000)]
    score, result = some["score"].astype(float), (some["result"].astype(float) + 1) / 2
    return float(min(_SCALES, key=lambda scale: float(((expit(score / scale) - result) ** 2).mean())))
