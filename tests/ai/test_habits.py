"""The habits of players."""

from random import Random

import pytest
from support.endings import random_ending

from ai import habits
from engine.game import Game
from engine.geometry import Geometry
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import RULE_SETS


def steps(geometry: Geometry, one: int, other: int) -> int:
    """Return the number of a king's steps between two squares."""
    (row, column), (to_row, to_column) = map(geometry.row_and_column, (one, other))
    return max(abs(row - to_row), abs(column - to_column))


def wanted(position: Position, side: int) -> int:
    """Return the steps that the kings of a side are away from the nearest pieces of the other side."""
    geometry = position.geometry
    own, theirs = (list(geometry.numbers(position.of(each))) for each in (side, 1 - side))
    kings = [number for number in own if position.kings & geometry.bit(number)]
    return -sum(min((steps(geometry, king, other) for other in theirs), default=0) for king in kings)


@pytest.mark.parametrize("name", ["american", "italian", "russian"])
def test_kings_hunt_only_with_more_pieces_than_the_other_side(name: str) -> None:
    rules, balances = RULE_SETS[name], set()
    for seed in range(150):
        position = random_ending(rules, Random(seed))
        game, side = Game(rules, start=position), position.side
        for move in MoveGenerator(rules).legal_moves(position):
            more = move.after.of(side).bit_count() - move.after.of(1 - side).bit_count()
            hunts = more > 0 and not rules.kings_fly
            assert habits.hunts(game, move) == (wanted(move.after, side) if hunts else 0)
            balances.add(more)
    assert {-1, 0, 1} <= balances
