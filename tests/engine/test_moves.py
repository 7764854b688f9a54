"""The move generator: positions with hardly a move, and calls from several threads."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace

from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.geometry import Geometry
from engine.moves import MoveGenerator
from engine.position import Move
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


def test_threads_may_share_a_generator() -> None:
    """The board may be drawn while the computer searches."""
    position = parse_fen("B:W22,23,19,10:BT1,K30,7,8", TRIPLE_KING)
    other = parse_fen("B:W31,23,18,10:BT32,K1,5", TRIPLE_KING)
    expected = MoveGenerator(TRIPLE_KING).routes(position)
    assert len(expected) == 4
    asked: list[Future[list[Move]]] = []

    class Interrupted(Geometry):
        """A board during whose ``number`` another thread calls the generator."""

        def number(self, bit: int) -> int:
            if not asked:
                asked.append(executor.submit(MoveGenerator(TRIPLE_KING).legal_moves, other))
                wait(asked, 0.05)
            return super().number(bit)

    with ThreadPoolExecutor(1) as executor:
        found = MoveGenerator(TRIPLE_KING).routes(replace(position, geometry=Interrupted(8)))
    assert [(move.path, move.captured) for move in found] == [(move.path, move.captured) for move in expected]
    assert [fen_text(move.after) for move in found] == [fen_text(move.after) for move in expected]
    assert [move.path for move in asked[0].result()] == [(32, 14, 3), (32, 14, 7)]
