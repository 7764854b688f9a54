"""Tests of the analysis of positions, and of whole games by several processes."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from unittest.mock import Mock

import pytest

from ai.analyzer import Analyzer, DeepAnalyzer, deep_analyzer
from ai.engine import never
from ai.tasks import InlineExecutor
from console.game.analysis import analyze_game
from engine.fen import parse_fen
from engine.game import Game
from engine.notation import read_move
from engine.rules import AMERICAN, RULE_SETS


def game_of(name: str, plies: int) -> Game:
    game = Game(RULE_SETS[name], "forced")
    for ply in range(plies):
        moves = game.legal_moves()
        game.play(moves[ply % len(moves)])
    return game


@pytest.mark.parametrize("name", ["american", "russian"])
def test_every_position_gets_its_own_line(name: str) -> None:
    game = game_of(name, 8)
    found = dict(analyze_game(game, DeepAnalyzer(game, None, 0.001, InlineExecutor()), never))
    assert list(found) == list(range(8, -1, -1))
    for ply, info in found.items():
        game.go_to(ply)
        assert info.pv[0] in game.legal_moves()


@pytest.mark.parametrize(
    ("moves", "is_longer", "is_best"),
    [
        ("12-16 24-20 16-19", True, False),
        ("12-16 24-20 8-12", False, True),
        ("10-14 22-18 7-10", True, True),
    ],
)
def test_searches_longer_around_a_mistake(moves: str, is_longer: bool, is_best: bool) -> None:
    """A short search often found a mistake that was none, or a best move that was worse than the one played."""
    game, analyzer = Game(AMERICAN), Analyzer(AMERICAN, nodes=2_000, seconds=10)
    for each in moves.split():
        game.play(read_move(each, game.routes()))
    _, before = (analyzer.analyze([game.position_at(game.ply - back)], never) for back in (0, 1))
    assert (before.nodes > 4_000) == is_longer
    assert (before.move == game.turns[-1].move) == is_best
    if is_longer and not is_best:
        assert before.lines[0].score == before.score > before.lines[1].score
        assert before.lines[1].pv[0] == game.turns[-1].move


def test_a_process_that_dies_costs_no_position() -> None:
    game, died, executor = game_of("american", 2), Future[object](), Mock()
    died.set_exception(BrokenProcessPool())
    executor.submit.return_value = died
    found = dict(analyze_game(game, DeepAnalyzer(game, None, 0.001, executor), never))
    assert [bool(info.pv) for info in found.values()] == [True] * 3


def test_a_stop_does_not_wait_for_the_search() -> None:
    game, executor = game_of("american", 2), Mock()
    executor.submit.return_value = Future()
    assert list(analyze_game(game, DeepAnalyzer(game, None, 0.001, executor), lambda: True)) == []


@pytest.mark.slow
def test_processes_end_with_the_review() -> None:
    game = game_of("american", 40)
    with deep_analyzer(game, None) as analyzer:
        first = next(analyze_game(game, analyzer, never))
    assert first[0] == 40
    assert first[1].depth > 1


def test_sees_a_shot_that_prob_cut_overlooks() -> None:
    """With ProbCut it takes more than 3,000 nodes."""
    position = parse_fen("B:W11,21,22,23,25,26,28,31,32:B2,4,7,10,12,13,14,16,19", AMERICAN)
    assert Analyzer(AMERICAN, nodes=3_000).analyze([position], never).move.path == (10, 15)
