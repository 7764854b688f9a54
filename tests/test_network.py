"""The trained evaluation: sums of look-ups against its definition, its symmetry, its file."""

import random
import zlib

import pytest
from support.endings import random_ending

from ai.evaluation.network import PARTS, PHASES, SHIFT, UNITS, Network
from ai.evaluation.patterns import SPAN, Patterns
from ai.evaluation.trained_evaluation import Trained, pack_evaluation, ranks, unpack_evaluation
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Rules

ALL = list(RULE_SETS.values())
SMALLER = [rules for rules in ALL if rules.size == 8]


class Values:
    """Random weights, as a file holds them and as the definition uses them."""

    def __init__(self, rules: Rules, seed: int) -> None:
        rng = random.Random(seed)
        shares = 2 * ranks(rules) * rules.geometry.squares
        self.numbers: list[int] = []
        self.weights: list[list[int]] = []
        self.first: list[list[int]] = []
        self.pieces: list[list[list[int]]] = []
        for _ in range(PHASES):
            self.weights.append([rng.randint(-900, 900) for _ in range(UNITS - 1)])
            self.first.append([rng.randint(-90, 90) for _ in range(UNITS)])
            self.pieces.append([[rng.randint(-200, 200) for _ in range(UNITS)] for _ in range(shares)])
            self.numbers += [0] * int(Patterns(rules.geometry, PHASES).size) + self.weights[-1] + self.first[-1]
            self.numbers += [share for piece in self.pieces[-1] for share in piece]

    def score(self, rules: Rules, position: Position, phase: int) -> int:
        """By the definition: for the side to move, on the board turned to it."""
        seen = position.turned() if position.side else position
        squares = rules.geometry.squares
        order = sorted(range(1, squares + 1), key=rules.geometry.bit)
        sums = list(self.first[phase])
        for place, number in enumerate(order):
            piece = seen.piece(number)
            if piece is not None:
                share = self.pieces[phase][(2 * piece.rank + (piece.side != 0)) * squares + place]
                sums = [total + each for total, each in zip(sums, share, strict=True)]
        hidden = sum(max(unit, 0) * weight for unit, weight in zip(sums[:-1], self.weights[phase], strict=True))
        return (hidden >> SHIFT) + sums[-1]


def unpacked(rules: Rules, numbers: list[int]) -> Trained:
    return unpack_evaluation(pack_evaluation(numbers), rules)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_the_look_ups_are_the_network(rules: Rules) -> None:
    values = Values(rules, 5)
    network = unpacked(rules, values.numbers).network
    rng = random.Random(6)
    for _ in range(40):
        position = random_ending(rules, rng, 24)
        phase = rng.randrange(PHASES)
        assert network.score(*position.words(), phase) == values.score(rules, position, phase)


def test_no_sum_leaves_its_bits() -> None:
    """The largest that a file may hold, on a board full of pieces."""
    geometry = AMERICAN.geometry
    network = Network(geometry, 2)
    for sign in (1, -1):
        shares = [sign * (16_383 // 32)] * UNITS * 4 * 32
        network.fill(0, [1 << SHIFT] * (UNITS - 1), [0] * UNITS, shares)
        total = sign * (16_383 // 32) * 32
        expected = total + max(0, total) * (UNITS - 1)
        for side in (0, 1):
            own = geometry.mask(tuple(range(1, 17)))
            assert network.score(own, geometry.all & ~own, 0, 0, side, 0) == expected


def test_what_is_no_evaluation_is_refused() -> None:
    whole = pack_evaluation(Values(AMERICAN, 1).numbers)
    for content in (
        b"",
        b"x" * 100,
        whole[:-5],
        zlib.compress(b"EGA Checkers evaluation 2\n"),
        whole[:50] + b"?" + whole[51:],
    ):
        with pytest.raises(ValueError, match="american"):
            unpack_evaluation(content, AMERICAN)
    with pytest.raises(ValueError, match="international"):
        unpack_evaluation(whole, RULE_SETS["international"])


@pytest.mark.parametrize("geometry", {rules.geometry for rules in ALL}, ids=str)
def test_patterns_are_four_rows_by_two_columns_in_base_three(geometry: object) -> None:
    rules = next(rules for rules in ALL if rules.geometry == geometry)
    patterns = Patterns(rules.geometry, 2)
    rng = random.Random(3)
    for place in range(len(patterns.weights)):
        patterns.weights[place] = rng.randint(-500, 500)
    per_row, size = rules.geometry.per_row, int(patterns.size)
    for _ in range(30):
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


def test_values_are_counted_in_parts_of_a_hundredth() -> None:
    assert PARTS == 4
