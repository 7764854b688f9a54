"""Tests of the analysis of whole games by several processes."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from ai.analyzer import DeepAnalyzer, deep_analyzer
from ai.engine import never
from ai.tasks import InlineExecutor
from console.game.analysis import analyze_game
from engine.game import Game
from engine.rules import RULE_SETS


def game_of(name: str, plies: int) -> Game:
    game = Game(RULE_SETS[name], "forced")
    for ply in range(plies):
        moves = game.legal_moves()
        game.play(moves[ply % len(moves)])
    return game


class Given(Executor):
    """An executor whose tasks all have one given future."""

    def __init__(self, future: "Future[object]") -> None:
        self._future = future

    def submit(self, fn: Callable[..., object], /, *args: object, **kwargs: object) -> "Future[object]":  # type: ignore[override]
        return self._future


@pytest.mark.parametrize("name", ["american", "russian"])
def test_every_position_gets_its_own_line(name: str) -> None:
    game = game_of(name, 8)
    found = dict(analyze_game(game, DeepAnalyzer(game, None, 0.001, InlineExecutor()), never))
    assert list(found) == list(range(8, -1, -1))
    for ply, info in found.items():
        game.go_to(ply)
        assert info.pv[0] in game.legal_moves()


def test_a_process_that_dies_costs_no_position() -> None:
    game, died = game_of("american", 2), Future[object]()
    died.set_exception(BrokenProcessPool())
    found = dict(analyze_game(game, DeepAnalyzer(game, None, 0.001, Given(died)), never))
    assert [bool(info.pv) for info in found.values()] == [True] * 3


def test_a_stop_does_not_wait_for_the_search() -> None:
    game = game_of("american", 2)
    assert list(analyze_game(game, DeepAnalyzer(game, None, 0.001, Given(Future())), lambda: True)) == []


@pytest.mark.slow
def test_processes_end_with_the_review() -> None:
    game = game_of("american", 40)
    with deep_analyzer(game, None) as analyzer:
        first = next(analyze_game(game, analyzer, never))
    assert first[0] == 40
    assert first[1].depth > 1
