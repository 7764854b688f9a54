"""Unbalanced openings."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ai.engine import Limits
from ai.lab.match import unbalanced
from ai.lab.match.unbalanced import unbalanced_opening, window_of
from ai.openings.ballots import has_ballots
from engine.fen import parse_fen
from engine.game import Game
from engine.moves import MoveGenerator
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules, losing_game

ALL = [*RULE_SETS.values(), *map(losing_game, RULE_SETS.values())]
FEW = Limits(nodes=300)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Search with few nodes, and forget the openings and engines of other tests."""
    monkeypatch.setattr(unbalanced, "_LIMITS", FEW)
    unbalanced._found_opening.cache_clear()
    yield
    unbalanced._found_opening.cache_clear()


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: str(rules.name))
def test_every_rule_set_has_openings_inside_its_window(rules: Rules) -> None:
    game = unbalanced_opening(rules, "forced", 1, 0)
    position = game.position
    assert game.outcome is None
    assert position.black.bit_count() == position.white.bit_count()
    assert (position.black & position.kings).bit_count() == (position.white & position.kings).bit_count()
    assert MoveGenerator(rules).is_quiet(position)
    engine = unbalanced._engine(rules, "forced")
    engine.new_game()
    score = engine.analyze(game.positions_since_progress(), FEW).score
    assert window_of(rules).least <= abs(score) <= window_of(rules).most


def test_either_side_may_be_better() -> None:
    engine, found = unbalanced._engine(AMERICAN, "forced"), set()
    for number in range(8):
        engine.new_game()
        game = unbalanced_opening(AMERICAN, "forced", 1, number)
        found.add(engine.analyze(game.positions_since_progress(), FEW).score > 0)
    assert found == {True, False}


@pytest.mark.parametrize(
    ("fen", "is_level"),
    [
        ("B:W30:B1", True),
        ("B:WK30:B1", False),
        ("B:WK30:BK1", True),
        ("B:W30,31:B1", False),
        ("B:W30,K31:BK1,K2", False),
    ],
)
def test_level_means_as_many_men_and_as_many_kings(fen: str, is_level: bool) -> None:
    assert unbalanced._is_level(parse_fen(fen, AMERICAN)) == is_level


def test_openings_depend_on_seed_and_number_alone() -> None:
    def positions(seed: int) -> list[object]:
        unbalanced._engine.cache_clear()
        unbalanced._found_opening.cache_clear()
        return [unbalanced_opening(AMERICAN, "forced", seed, number).position for number in range(6)]

    assert positions(1) == positions(1)
    assert len({*positions(1), *positions(2)}) == 12


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: str(rules.name))
def test_sets_with_ballots_begin_with_eleven_men(rules: Rules) -> None:
    start, game = Game(rules).position, unbalanced_opening(rules, "forced", 1, 1)
    missing = start.black.bit_count() - game.start.black.bit_count()
    assert missing == start.white.bit_count() - game.start.white.bit_count() == has_ballots(rules)
    assert 4 <= game.ply <= 8


@pytest.mark.parametrize("jumping", ["huff", "free"])
def test_no_huff_is_pending_in_an_opening(jumping: Jumping) -> None:
    for number in range(4):
        game = unbalanced_opening(AMERICAN, jumping, 1, number)
        assert game.jumping == jumping
        assert not game.huffable


def test_playing_an_opening_does_not_change_it() -> None:
    game = unbalanced_opening(AMERICAN, "forced", 1, 0)
    game.play(game.legal_moves()[0])
    assert unbalanced_opening(AMERICAN, "forced", 1, 0).ply == game.ply - 1


def test_uses_the_last_candidate_if_none_is_inside_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unbalanced, "_TRIES", 5)
    monkeypatch.setattr(unbalanced, "_USUAL_WINDOW", unbalanced.Window(1, 0))
    assert unbalanced_opening(AMERICAN, "forced", 1, 0).outcome is None


def test_house_rules_have_openings() -> None:
    rules = replace(RULE_SETS["thai"], name="house", kings_fly=False, kings_range=False, landing="anywhere")
    assert unbalanced_opening(rules, "forced", 1, 0).outcome is None
