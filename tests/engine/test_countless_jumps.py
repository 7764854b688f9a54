"""Positions with too many captures are refused at once, and drawn if a game comes to one."""

import time
from collections.abc import Callable
from functools import cache

import pytest
from support.countless_jumps import BEFORE, COUNTLESS, RULES

from ai.engine import Engine, Limits
from ai.hub.conventions import Convention, SquareOne, position_letters, read_game, read_position
from engine.fen import parse_and_crown, parse_fen
from engine.game import Game, Outcome, Reason
from engine.house_rules import article_line
from engine.moves import MoveGenerator
from engine.pdn.reader import read_sheet
from engine.pdn.record import GameRecord
from engine.pdn.scanner import score_sheets
from engine.position import Position
from engine.rules import Jumping

_REASON = "White can jump in more ways than can be counted"
_SHEET = f'[Variant "granny"]\n[HouseRules "{article_line(RULES)}"]\n[Jumping "free"]\n[FEN "%s"]\n\n%s *\n'


@cache
def _reached() -> Game:
    """Return a game that has come to the position. Tests must not change it."""
    game = Game(RULES, "free", parse_fen(BEFORE, RULES))
    game.play(next(move for move in game.routes() if move.path == (12, 17)))
    return game


def _read(fen: str, moves: str) -> GameRecord:
    return read_sheet(score_sheets(_SHEET % (fen, moves))[0])


def _hub_moves(_: Position) -> None:
    generator = MoveGenerator(RULES, "free")
    way = Convention(SquareOne.UPPER_LEFT, SquareOne.UPPER_LEFT)
    read_game(generator, position_letters(parse_fen(BEFORE, RULES)), "12-17", [way])


@pytest.mark.parametrize(
    "read",
    [
        lambda _: parse_fen(COUNTLESS, RULES),
        lambda _: parse_and_crown(COUNTLESS, RULES),
        lambda _: _read(COUNTLESS, "1. 44-49"),
        lambda position: read_position(position_letters(position), RULES),
        _hub_moves,
    ],
)
def test_refuses_a_position_with_too_many_captures(read: Callable[[Position], object]) -> None:
    position = _reached().position
    began = time.process_time()
    with pytest.raises(ValueError, match=_REASON):
        read(position)
    assert time.process_time() - began < 2


def test_a_game_that_comes_to_it_is_drawn_and_read_back() -> None:
    game = _reached()
    assert game.outcome == Outcome(None, Reason.UNCOUNTABLE)
    assert _read(BEFORE, "1... 12-17").game().outcome == game.outcome
    stopped = _read(BEFORE, "1... 12-17 2. 44-49")
    assert len(stopped.turns) == 1
    assert "the game is drawn: there are more ways to jump than can be counted" in str(stopped.problem)


@pytest.mark.parametrize("jumping", ["forced", pytest.param("free", marks=pytest.mark.slow)])
def test_the_search_goes_on(jumping: Jumping) -> None:
    """The search meets the position at the second ply, and as the root of a review."""
    found = Engine(RULES, jumping=jumping).analyze([parse_fen(BEFORE, RULES)], Limits(nodes=30))
    assert found.move in MoveGenerator(RULES, jumping).legal_moves(parse_fen(BEFORE, RULES))
    Engine(RULES, jumping=jumping).analyze([_reached().position], Limits(nodes=10))
