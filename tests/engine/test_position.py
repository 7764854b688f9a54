"""A position as a value: turned round, passed, and in the words that the search takes."""

import random

import pytest
from support.naive_generator import SETS
from support.naive_values import position_of
from support.random_positions import random_state

from engine.fen import fen_text, parse_fen
from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Rules

EVERY_SET = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


def random_positions(rules: Rules, count: int) -> list[Position]:
    """Positions with every kind of piece, the same ones each time."""
    rng = random.Random(rules.name)
    return [position_of(rules, random_state(SETS[rules.name], rng)) for _ in range(count)]


@EVERY_SET
def test_turning_changes_square_and_color_of_every_piece(rules: Rules) -> None:
    last = rules.geometry.squares + 1
    for position in random_positions(rules, 6):
        turned = position.turned()
        assert turned.turned() == position
        assert turned.side == 1 - position.side
        for number in range(1, last):
            piece, other = position.piece(number), turned.piece(last - number)
            assert (piece is None) == (other is None)
            if piece is not None and other is not None:
                assert (other.side, other.rank) == (1 - piece.side, piece.rank)


def test_passes_a_turn() -> None:
    position = parse_fen("W:W5,K32:B1,K14", AMERICAN)
    assert fen_text(position.passed()) == "B:W5,K32:B1,K14"
    assert position.passed().passed() == position


def test_the_words_begin_with_the_side_to_move() -> None:
    triple = parse_fen("W:W5,T32:B1,K14", RULE_SETS["triple-king"])
    geometry = triple.geometry
    white, black, kings = geometry.mask((5, 32)), geometry.mask((1, 14)), geometry.mask((14, 32))
    assert triple.words() == (white, black, kings, geometry.bit(32), WHITE)
    assert triple.passed().words() == (black, white, kings, geometry.bit(32), BLACK)
