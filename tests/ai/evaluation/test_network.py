"""The network and the patterns against their definitions, and the files of trained evaluations."""

import lzma
import random

import pytest
from support.endings import random_ending

from ai.evaluation.evaluate import Evaluator
from ai.evaluation.network import PHASES, SHIFT, STATES, SUM_WORDS, UNITS, Network, pieces_in_states
from ai.evaluation.patterns import SPAN, Patterns
from ai.evaluation.trained_evaluation import (
    Weights,
    material_evaluation,
    pack_evaluation,
    packed,
    piece_values,
    ranks,
    unpack_evaluation,
    unpack_weights,
)
from engine.fen import parse_fen
from engine.native_types import i64, vec
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Rules

BOARDS = [RULE_SETS[name] for name in ("american", "triple-king", "italian", "international")]
SUMS = vec[i64]([0] * SUM_WORDS)


class Values:
    """Random weights: ``phases`` as in a file, the others as in the definition."""

    def __init__(self, rules: Rules, seed: int) -> None:
        rng = random.Random(seed)
        self.columns = {4: (0, 2), 5: (0, 2, 3)}[rules.geometry.per_row]
        blocks = (rules.size - 1) * len(self.columns)
        self.phases: list[Weights] = []
        self.weights: list[list[int]] = []
        self.first: list[list[int]] = []
        self.shares: list[list[list[int]]] = []
        for _ in range(PHASES):
            self.weights.append([rng.randint(-9000, 9000) for _ in range(UNITS - 1)])
            self.first.append([rng.randint(-90, 90) for _ in range(UNITS)])
            self.shares.append([rng.choices(range(-200, 201), k=UNITS) for _ in range(ranks(rules) * blocks * STATES)])
            inputs = [share for state in self.shares[-1] for share in state]
            patterns = [0] * int(Patterns(rules.geometry, PHASES).size)
            self.phases.append(Weights(*map(packed, (patterns, self.weights[-1], self.first[-1], inputs))))

    def score(self, rules: Rules, position: Position, phase: int) -> int:
        """Return the score of the network for the side to move, by the definition."""
        seen = position.turned() if position.side else position
        per_row = rules.geometry.per_row
        pieces = [seen.piece(number) for number in sorted(range(1, rules.geometry.squares + 1), key=rules.geometry.bit)]
        sums = list(self.first[phase])
        block = 0
        for rank in range(ranks(rules)):
            for row in range(rules.size - 1):
                for column in self.columns:
                    squares = [(row + up) * per_row + column + right for up in (0, 1) for right in (0, 1)]
                    found = [pieces[square] for square in squares]
                    digits = [0 if piece is None or piece.rank != rank else 1 + piece.side for piece in found]
                    state = sum(digit * 3**place for place, digit in enumerate(digits))
                    if state:
                        share = self.shares[phase][block * STATES + state - 1]
                        sums = [total + each for total, each in zip(sums, share, strict=True)]
                    block += 1
        hidden = sum(max(unit, 0) ** 2 * weight for unit, weight in zip(sums[:-1], self.weights[phase], strict=True))
        return (hidden >> SHIFT) + sums[-1]


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: rules.name)
def test_network_matches_its_definition(rules: Rules) -> None:
    values = Values(rules, 5)
    network = Network(rules.geometry, ranks(rules))
    for phase, weights in enumerate(values.phases):
        network.fill(phase, weights.outputs, weights.biases, weights.inputs)
    rng = random.Random(6)
    for _ in range(6):
        position = random_ending(rules, rng, 24)
        phase = rng.randrange(PHASES)
        assert network.score(*position.words(), phase, SUMS) == values.score(rules, position, phase)


def test_sums_do_not_overflow() -> None:
    """The board is full, and the weights are the largest allowed."""
    geometry = AMERICAN.geometry
    network = Network(geometry, 2)
    for sign in (1, -1):
        shares = [sign * (16_383 // 14)] * UNITS * 2 * 14 * STATES
        network.fill(0, packed([1 << SHIFT - 10] * (UNITS - 1)), packed([0] * UNITS), packed(shares))
        total = sign * (16_383 // 14) * 14
        expected = total + (max(0, total) ** 2 * (UNITS - 1) >> 10)
        for side in (0, 1):
            own = geometry.mask(tuple(range(1, 17)))
            assert network.score(own, geometry.all & ~own, 0, 0, side, 0, SUMS) == expected


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: rules.name)
def test_counts_a_piece_on_two_blocks_once(rules: Rules) -> None:
    pieces = [set(state) for block in pieces_in_states(rules.geometry) for state in block]
    squares = range(rules.geometry.squares)
    assert set.union(*pieces) == {(side, square) for side in (0, 1) for square in squares}
    alone = sorted(piece for state in pieces if len(state) == 1 for piece in state)
    assert set(alone) == set.union(*pieces)
    position = parse_fen("B:WK28:B13,12,K17", rules)
    value = Evaluator(material_evaluation(rules)).evaluate(*position.words())
    man, king = piece_values(rules)[:2]
    assert value == 2 * man + king - king


@pytest.fixture(scope="module")
def phases() -> list[Weights]:
    """Random weights of american."""
    return Values(AMERICAN, 7).phases


@pytest.fixture(scope="module")
def whole(phases: list[Weights]) -> bytes:
    """Return a file of these weights."""
    return pack_evaluation(phases)


def test_phases_may_share_weights(phases: list[Weights], whole: bytes) -> None:
    extremes = phases[0]._replace(
        biases=packed([-32_768, 32_767, -129, -128, -1, 0, 127, 128, 255, 256] + [0] * (UNITS - 10))
    )
    shared = [extremes, extremes, phases[1], extremes]
    content = pack_evaluation(shared)
    assert unpack_weights(content, AMERICAN) == shared
    assert len(content) < 0.6 * len(whole)


def test_rejects_damaged_and_foreign_files(whole: bytes) -> None:
    for content in (
        b"x" * 100,
        whole[:-5],
        lzma.compress(b"EGA Checkers evaluation 4\n"),
        lzma.compress(b"EGA Checkers evaluation 5\n\0\1\2\3" + bytes(1000)),
        whole[:50] + b"?" + whole[51:],
    ):
        with pytest.raises(ValueError, match="american"):
            unpack_evaluation(content, AMERICAN)
    with pytest.raises(ValueError, match="international"):
        unpack_evaluation(whole, RULE_SETS["international"])


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: rules.name)
def test_patterns_match_their_definition(rules: Rules) -> None:
    patterns = Patterns(rules.geometry, 2)
    rng = random.Random(3)
    for place in range(len(patterns.weights)):
        patterns.weights[place] = rng.randint(-500, 500)
    per_row, size = rules.geometry.per_row, int(patterns.size)
    for _ in range(5):
        position = random_ending(rules, rng, 20)
        black, white = position.black & ~position.kings, position.white & ~position.kings
        bits = sorted(rules.geometry.bit(number) for number in range(1, rules.geometry.squares + 1))
        state = [1 if black & bit else 2 if white & bit else 0 for bit in bits]
        expected, at = 0, 0
        for pair in range(0, rules.size - 2, 2):
            for column in range(per_row - 1):
                squares = [(pair + row) * per_row + column + step for row in range(4) for step in (0, 1)]
                feature = sum(state[square] * 3**digit for digit, square in enumerate(squares))
                expected += int(patterns.weights[size + at + feature])
                at += SPAN
        assert patterns.score(black, white, 1) == expected
