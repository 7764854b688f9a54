"""An engine of another program in the computer's place."""

import sys
import time
from pathlib import Path
from random import Random

from support.other_engine import ENGINE
from support.other_engine import short_patience as short_patience  # for all tests

import ai.hub.client
import ai.hub.program
from ai.engine import SearchInfo, never
from ai.levels import LEVELS, MoveRequest
from ai.opponent import Opponent
from ai.time_control import Budget
from console.activities.engines.opponent import EngineOpponent
from engine.game import Game
from engine.rules import AMERICAN, RULE_SETS

MOVES = {"moves": "11-15 23-19 8-11"}


def asked(opponent: EngineOpponent, game: Game, **rest: object) -> SearchInfo:
    return opponent.choose_move(MoveRequest(game, LEVELS[1], Random(1), Budget(0.05, 2.0)), never, **rest)  # type: ignore[arg-type]  # what rest there is, fits


def test_plays_the_engines_move_and_reports_its_search() -> None:
    """The principal variation ends before the first illegal move."""
    opponent, heard = EngineOpponent(ENGINE, Opponent, MOVES), list[SearchInfo]()
    assert opponent.name == Path(sys.executable).name
    found = asked(opponent, Game(AMERICAN), report=heard.append)
    assert opponent.name == "Other ?one 2"
    assert [move.path for move in found.pv] == [(11, 15), (23, 19), (8, 11)]
    assert (found.score, found.depth, found.nodes) == (25, 7, 99)
    assert [each.pv for each in heard] == [found.pv]
    assert not opponent.trouble
    opponent.close()


def test_stops_an_engine_that_thinks() -> None:
    opponent = EngineOpponent(ENGINE, Opponent, {**MOVES, "deed": "think"})
    opponent.start(AMERICAN, never)
    found = opponent.choose_move(MoveRequest(Game(AMERICAN), LEVELS[1], Random(1)), lambda: True)
    assert found.move.path == (11, 15)
    assert not opponent.trouble
    opponent.close()


def test_rejects_unknown_parameters() -> None:
    opponent = EngineOpponent(ENGINE, Opponent, MOVES)
    opponent.start(AMERICAN, never)
    opponent.restart({"speed": "9"})
    opponent.start(AMERICAN, never)
    assert opponent.trouble.startswith('"Other ?one" has no parameter "speed": it has "')
    opponent.close()


def test_leaves_games_with_huffing_to_our_own_opponent() -> None:
    """A game with huff never starts the engine; each rule set restarts it."""
    opponent = EngineOpponent("/no/such/program", Opponent, {})
    game = Game(AMERICAN, "huff")
    assert asked(opponent, game).move in game.legal_moves()
    assert not opponent.trouble
    changing = EngineOpponent(ENGINE, Opponent, MOVES)
    assert asked(changing, Game(AMERICAN)).depth == 7
    assert asked(changing, Game(RULE_SETS["casual"])).depth == 7
    changing.close()


def test_leaves_our_own_opponent_time_after_a_late_engine() -> None:
    own = Opponent()
    own.choose_move(MoveRequest(Game(AMERICAN), LEVELS[9], Random(1), Budget(0.1, 0.2)), never)  # loads its files
    opponent = EngineOpponent(ENGINE, lambda: own, {**MOVES, "deed": "silent"})
    opponent.start(AMERICAN, never)
    began = time.monotonic()
    opponent.choose_move(MoveRequest(Game(AMERICAN), LEVELS[9], Random(1), Budget(0.1, 0.2)), never)
    assert time.monotonic() - began < ai.hub.client.ANSWER_TIMEOUT
    assert opponent.trouble is not None
    opponent.close()
