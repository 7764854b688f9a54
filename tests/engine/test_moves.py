"""The move generator: positions with hardly a move, nested calls and calls from several threads."""

from dataclasses import dataclass, replace

from support.played_positions import played_positions

from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.geometry import Geometry
from engine.moves import MoveGenerator
from engine.rules import RULE_SETS

TRIPLE_KING = RULE_SETS["triple-king"]
ONLY_MOVE_IS_A_LEAP = "B:W31:B27,28,T32"


def test_finds_a_leap_that_is_the_only_move() -> None:
    """The men are blocked, and the triple king can only leap over a man of its own side."""
    position = parse_fen(ONLY_MOVE_IS_A_LEAP, TRIPLE_KING)
    generator = MoveGenerator(TRIPLE_KING)
    assert [move.path for move in generator.legal_moves(position)] == [(32, 23)]
    assert generator.can_move(position)
    assert Game(TRIPLE_KING, start=position).outcome is None
    king = parse_fen(ONLY_MOVE_IS_A_LEAP.replace("T", "K"), TRIPLE_KING)
    assert not generator.can_move(king)


@dataclass(frozen=True)
class ReentrantGeometry(Geometry):
    """A board that calls the generator for another position during ``number``."""

    def number(self, bit: int) -> int:
        """Return the square, after calls of the generator."""
        generator = MoveGenerator(TRIPLE_KING)
        other = parse_fen("B:W31,23,18,10:BT32,K1,5", TRIPLE_KING)
        assert [move.path for move in generator.legal_moves(other)] == [(32, 14, 3), (32, 14, 7)]
        assert generator.perft(other, 3) == 20
        return super().number(bit)


def test_calls_may_be_nested() -> None:
    """The board may be drawn while the computer searches."""
    rules = TRIPLE_KING
    position = parse_fen("B:W22,23,19,10:BT1,K30,7,8", rules)
    expected = MoveGenerator(rules).routes(position)
    assert len(expected) == 4
    reentrant = replace(position, geometry=ReentrantGeometry(8))
    found = MoveGenerator(rules).routes(reentrant)
    assert [(move.path, move.captured) for move in found] == [(move.path, move.captured) for move in expected]
    assert [fen_text(move.after) for move in found] == [fen_text(move.after) for move in expected]


def test_the_routes_between_two_squares_are_those_of_all_routes() -> None:
    for rules in RULE_SETS.values():
        generator = MoveGenerator(rules)
        for position in played_positions(rules, 3, 1, 24)[-8:]:
            routes = generator.routes(position)
            for start, end in {(move.start, move.end) for move in routes} | {(1, 2)}:
                wanted = [move for move in routes if (move.start, move.end) == (start, end)]
                found = generator.routes_between(position, start, end)
                assert [(move.path, move.captured, move.after) for move in found] == [
                    (move.path, move.captured, move.after) for move in wanted
                ]
