"""Unbalanced openings."""

from dataclasses import replace

import pytest

from ai.engine import Limits
from ai.lab.match.unbalanced import OpeningFinder, Window, is_level, unbalanced_opening, window_of
from ai.openings.ballots import has_ballots
from engine.fen import parse_fen
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules, losing_game


def finder(rules: Rules, jumping: Jumping = "forced", tries: int = 1000) -> OpeningFinder:
    """Return a finder that searches with few nodes."""
    return OpeningFinder(rules, jumping, Limits(nodes=300), tries)


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
    some = finder(rules)
    game = some.find(1, 0)
    assert game.outcome is None
    assert is_level(game.position)
    assert MoveGenerator(rules).is_quiet(game.position)
    assert window_of(rules).least <= abs(some.advantage(game)) <= window_of(rules).most


def test_either_side_may_be_better() -> None:
    some = finder(AMERICAN)
    assert {some.advantage(some.find(1, number)) > 0 for number in range(6)} == {True, False}


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
        some = finder(AMERICAN)
        return [some.find(seed, number).position for number in range(2)]

    assert positions(1) == positions(1)
    assert len({*positions(1), *positions(2)}) == 4


@pytest.mark.parametrize("rules", [AMERICAN, RULE_SETS["pool"]], ids=lambda rules: str(rules.name))
def test_sets_with_ballots_begin_with_eleven_men(rules: Rules) -> None:
    start, game = Game(rules).position, finder(rules).find(1, 1)
    missing = start.black.bit_count() - game.start.black.bit_count()
    assert missing == start.white.bit_count() - game.start.white.bit_count() == has_ballots(rules)
    assert 4 <= game.ply <= 8


@pytest.mark.parametrize("jumping", ["huff", "free"])
def test_no_huff_is_pending_in_an_opening(jumping: Jumping) -> None:
    some = finder(AMERICAN, jumping)
    for game in (some.find(1, number) for number in range(2)):
        assert game.jumping == jumping
        assert not game.huffable


def test_playing_an_opening_does_not_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.lab.match.unbalanced._finder", finder)
    game = unbalanced_opening(AMERICAN, "forced", 1, 0)
    game.play(game.legal_moves()[0])
    assert unbalanced_opening(AMERICAN, "forced", 1, 0).ply == game.ply - 1


def test_uses_the_last_candidate_if_none_is_inside_the_window() -> None:
    assert finder(AMERICAN, tries=5).find(1, 0, Window(1, 0)).outcome is None


def test_both_limits_of_the_window_are_inside() -> None:
    some = finder(AMERICAN)
    game = some.find(1, 0)
    advantage = abs(some.advantage(game))
    assert some.find(1, 0, Window(advantage, advantage)).position == game.position


def test_house_rules_have_openings() -> None:
    rules = replace(RULE_SETS["thai"], name="house", kings_fly=False, kings_range=False, landing="anywhere")
    assert finder(rules).find(1, 0).outcome is None
