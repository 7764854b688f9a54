"""The sight of the levels with a short horizon."""

from collections.abc import Iterator
from random import Random

import pytest

from ai.engine import Engine, Limits, never
from ai.horizon import Onlooker, View, look
from ai.levels import Horizon
from ai.search.options import SMALL_TABLE, SearchOptions
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move
from engine.rules import AMERICAN


def test_a_shot_is_seen_or_overlooked_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four moves allow the same jump: a player who sees it sees it after each of them."""
    game = Game(AMERICAN)
    moves = game.legal_moves()
    reply = Move((22, 15), (18,), MoveGenerator(AMERICAN).legal_moves(moves[0].after)[0].after)
    allowing = set(moves[:4])

    def views(*_: object) -> Iterator[dict[Move, View]]:
        yield {move: View(0, 0, (move,)) for move in moves}
        yield {move: View(-100, 0, (move, reply)) if move in allowing else View(0, 0, (move,)) for move in moves}

    monkeypatch.setattr(Onlooker, "views", views)
    monkeypatch.setattr(Onlooker, "ease", lambda *_: 1.0)
    engine = Engine(AMERICAN, SearchOptions(megabytes=SMALL_TABLE))
    seen = set()
    for seed in range(30):
        found = look(engine, game, Horizon((0.5,), 0), Random(seed), Limits(), never)
        seen.add(frozenset(root.move for root in found.roots if root.score < 0))
    assert seen == {frozenset(), frozenset(allowing)}
