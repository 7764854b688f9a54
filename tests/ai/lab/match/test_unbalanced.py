"""Unbalanced openings."""

from dataclasses import replace

import pytest

from ai.engine import Limits
from ai.lab.match import unbalanced
from ai.lab.match.unbalanced import advantage, is_level, unbalanced_opening, window_of
from ai.openings.names import has_ballots
from engine.fen import parse_fen
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules, losing_game


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge openings by short searches."""
    monkeypatch.setattr(unbalanced, "_LIMITS", Limits(nodes=300))
    unbalanced._found_opening.cache_clear()


def opening(rules: Rules, number: int = 0, seed: int = 1, jumping: Jumping = "forced") -> Game:
    return unbalanced_opening(rules, jumping, seed, number)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=[] if rules.name in ("russian", "thai", "american-losing") else [pytest.mark.slow])
        for usual in RULE_SETS.values()
        for rules in (usual, losing_game(usual))
    ],
    ids=lambda rules: str(rules.name),
)
def test_every_rule_set_has_openings_inside_its_window(rules: Rules) -> None:
    game = opening(rules)
    assert game.outcome is None
    assert is_level(game.position)
    assert MoveGenerator(rules).is_quiet(game.position)
    assert abs(advantage(game)) in window_of(rules)
    assert len({unbalanced._winner(game, limits) for limits in unbalanced._QUICK}) > 1


def test_either_side_may_be_better() -> None:
    assert {advantage(opening(AMERICAN, number)) > 0 for number in range(6)} == {True, False}


@pytest.mark.parametrize(
    ("fen", "levelled"),
    [
        ("B:W30:B1", True),
        ("B:WK30:B1", False),
        ("B:WK30:BK1", True),
        ("B:W30,31:B1", False),
        ("B:W30,K31:BK1,K2", False),
    ],
)
def test_level_means_as_many_men_and_as_many_kings(fen: str, levelled: bool) -> None:
    assert is_level(parse_fen(fen, AMERICAN)) == levelled


def test_openings_depend_on_seed_and_number_alone() -> None:
    def positions(seed: int) -> list[Position]:
        return [opening(AMERICAN, number, seed).position for number in range(2)]

    assert positions(1) == positions(1)
    assert len({*positions(1), *positions(2)}) == 4


@pytest.mark.parametrize("rules", [AMERICAN, RULE_SETS["pool"]], ids=lambda rules: str(rules.name))
def test_sets_with_ballots_begin_with_eleven_men(rules: Rules) -> None:
    start, game = Game(rules).position, opening(rules, 1)
    missing = start.black.bit_count() - game.start.black.bit_count()
    assert missing == start.white.bit_count() - game.start.white.bit_count() == has_ballots(rules)
    assert 4 <= game.ply <= 8


@pytest.mark.parametrize("jumping", ["huff", "free"])
def test_no_huff_is_pending_in_an_opening(jumping: Jumping) -> None:
    for game in (opening(AMERICAN, number, jumping=jumping) for number in range(2)):
        assert game.jumping == jumping
        assert not game.huffable


def test_playing_an_opening_does_not_change_it() -> None:
    game = opening(AMERICAN)
    game.play(game.legal_moves()[0])
    assert opening(AMERICAN).ply == game.ply - 1


def test_uses_the_last_candidate_if_none_is_inside_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unbalanced, "_TRIES", 5)
    monkeypatch.setattr(unbalanced, "window_of", lambda rules: range(0))
    assert opening(AMERICAN).outcome is None


def test_uses_an_opening_inside_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    game = opening(AMERICAN)
    monkeypatch.setattr(unbalanced, "window_of", lambda rules: [abs(advantage(game))])
    unbalanced._found_opening.cache_clear()
    assert opening(AMERICAN).position == game.position


def test_house_rules_have_openings() -> None:
    rules = replace(RULE_SETS["thai"], name="house", kings_fly=False, kings_range=False, landing="anywhere")
    assert opening(rules).outcome is None
