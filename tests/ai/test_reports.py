"""What is reported while the computer thinks changes nothing of what it finds."""

import random

import pytest

from ai.engine import SearchInfo
from ai.levels import LEVELS
from ai.opponent import Opponent
from engine.game import Game
from engine.rules import RULE_SETS


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_reports_change_nothing(rules: str) -> None:
    """The expected line was once worked out on the generator of the search under way, which lost its moves by it."""
    games = []
    for report in (None, list[SearchInfo]().append):
        game, opponent, rng = Game(RULE_SETS[rules]), Opponent(), random.Random(3)
        for _ in range(12):
            if game.outcome is None:
                info = opponent.choose_move(game, LEVELS[3], rng, lambda: False, report)
                game.play(info.move)
        games.append([turn.move for turn in game.turns])
    assert games[0] == games[1]


def test_reports_grow_deeper_and_expect_legal_play() -> None:
    game, told = Game(RULE_SETS["american"]), list[SearchInfo]()
    last = Opponent().choose_move(game, LEVELS[5], random.Random(1), lambda: False, told.append)
    assert [info.depth for info in told] == list(range(1, len(told) + 1))
    assert last.depth == told[-1].depth
    for info in told:
        again = game.copy()
        for move in info.pv:
            again.play(move)
