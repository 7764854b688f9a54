"""The policy of people: the features of moves, and what each is worth."""

import re
from random import Random

import pytest
from support.cases import cases
from support.endings import random_ending

from ai.engine import Engine
from ai.features import FEATURES, Scene, distance
from ai.levels import LEVELS
from ai.policy import GROUPS, RATINGS, glance, likes, shares, weights, weights_at
from ai.search.options import SMALL_TABLE, SearchOptions
from engine.fen import parse_fen
from engine.game import Game
from engine.notation import read_move
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Rules, losing_game

QUIET = "B:W21,22,23,24,28:B1,5,9,11,12"
JUMPS = "B:W18,26,17:B14,13,10,K3"
EVERY_RULES = [*RULE_SETS.values(), *map(losing_game, RULE_SETS.values())]


@pytest.mark.parametrize(("feature", "how", "position", "before", "moves"), cases("features_of_moves"))
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_feature_tells_these_moves(
    feature: str, how: str, position: str, before: str, moves: str, is_turned: bool
) -> None:
    """It is the same for both sides: from White's side the board is rotated."""
    fen = {"jumps": JUMPS, "quiet": QUIET}.get(position, position)
    start = parse_fen(fen, AMERICAN) if ":" in fen else Position.start(AMERICAN)
    if is_turned:
        start = start.turned()
        before, moves = (re.sub(r"\d+", lambda square: str(33 - int(square[0])), text) for text in (before, moves))
    game = Game(AMERICAN, start=start)
    for text in before.strip("-").split():
        game.play(read_move(text, game.routes()))
    scene = Scene(game, dict.fromkeys(game.legal_moves(), 0))
    values = {move: FEATURES[feature](scene, move) for move in scene.scores}
    wanted = (max if how == "most" else min)(values.values())
    found = {move.after for move, value in values.items() if value == wanted}
    assert found == {read_move(text, game.routes()).after for text in moves.split()}


def test_a_piece_that_is_taken_for_nothing_hangs() -> None:
    game = Game(AMERICAN, start=parse_fen("B:W22,32:B14,1", AMERICAN))
    scene = Scene(game, dict.fromkeys(game.legal_moves(), 0))
    values = {f"{move.start}-{move.end}": FEATURES["hangs"](scene, move) for move in scene.scores}
    assert values == {"14-18": 1, "14-17": 1, "1-5": 0, "1-6": 0}


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.name)
def test_every_feature_is_a_number_in_every_rule_set(rules: Rules) -> None:
    for seed in range(3):
        game = Game(rules, start=random_ending(rules, Random(seed)))
        moves = game.legal_moves()
        scene = Scene(game, dict.fromkeys(moves, 0)) if moves else None
        assert scene is None or all(
            isinstance(float(each(scene, move)), float) for each in FEATURES.values() for move in moves
        )


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.name)
def test_every_rule_set_has_weights_between_those_of_the_two_ratings(rules: Rules) -> None:
    low, middle, high = (weights(rules, rating) for rating in (800, sum(RATINGS) // 2, 2600))
    for name in middle:
        assert min(low[name], high[name]) <= middle[name] <= max(low[name], high[name])


def test_shares_of_people_are_those_of_the_softmax() -> None:
    game = Game(AMERICAN, start=parse_fen(QUIET, AMERICAN))
    found = shares(game, 1500)
    assert sum(share for _, share in found) == pytest.approx(1)
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)
    assert {move.after for move, _ in found} == {move.after for move in game.legal_moves()}
    crown = Game(AMERICAN, start=parse_fen("B:W21,32:B1,27", AMERICAN))
    assert shares(crown, 1500)[0][0].start == 27


def test_people_crown_and_do_not_hang() -> None:
    """The signs that every fit has found."""
    for name in GROUPS:
        found = weights(RULE_SETS[name], RATINGS[0])
        assert found["crowns"] > 0 > found["hangs"]
        assert found["cost"] < 0


def test_a_lower_temperature_tells_moves_farther_apart() -> None:
    game, engine = Game(AMERICAN), Engine(AMERICAN, SearchOptions(megabytes=SMALL_TABLE))
    scores = glance(engine, game)
    spans = []
    for level in LEVELS.values():
        found = likes(game, scores, weights_at(AMERICAN, level))
        spans.append(max(found) - min(found))
    assert spans[:4] == sorted(spans[:4])
    assert spans[6:] == [0, 0, 0]
    assert distance(AMERICAN.geometry, 1, 32) == 7
