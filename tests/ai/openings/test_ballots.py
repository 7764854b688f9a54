"""The openings of a match: ballots if the rule set has them, random plies otherwise."""

from random import Random

import pytest

from ai.openings.ballots import BALLOTS, ballot_game, has_ballots, random_plies
from engine.game import Game
from engine.rules import AMERICAN, RULE_SETS, Rules

WITH_BALLOTS = [rules for rules in RULE_SETS.values() if has_ballots(rules)]


def test_offers_ballots_for_sets_that_begin_like_american() -> None:
    assert [rules.name for rules in WITH_BALLOTS] == ["american", "casual", "triple-king"]


def test_ballots_are_legal_and_lead_to_distinct_positions() -> None:
    assert len(BALLOTS) == 156
    games = [ballot_game(AMERICAN, number) for number in range(1, 157)]
    assert {game.ply for game in games} == {3}
    assert len({game.position for game in games}) == 156


@pytest.mark.parametrize("rules", WITH_BALLOTS, ids=lambda rules: str(rules.name))
def test_sets_with_ballots_have_equal_first_moves(rules: Rules) -> None:
    assert [ballot_game(rules, number).position for number in (1, 97, 156)] == [
        ballot_game(AMERICAN, number).position for number in (1, 97, 156)
    ]


@pytest.mark.parametrize("barred", ["9-13 21-17 10-14", "9-13 24-19 10-15", "12-16 23-19 16-23"])
def test_excludes_barred_openings(barred: str) -> None:
    assert tuple(barred.split()) not in BALLOTS


def test_quotes_a_wrong_number_or_set() -> None:
    for number in (0, 157, -1):
        with pytest.raises(ValueError, match=str(number)):
            ballot_game(AMERICAN, number)
    with pytest.raises(ValueError, match="russian"):
        ballot_game(RULE_SETS["russian"], 1)


@pytest.mark.parametrize("name", RULE_SETS)
def test_random_plies_depend_on_the_seed_alone(name: str) -> None:
    games = [Game(RULE_SETS[name]) for _ in range(3)]
    for game, seed in zip(games, (1, 1, 2), strict=True):
        random_plies(game, 6, Random(seed))
    assert {game.ply for game in games} == {6}
    assert games[0].position == games[1].position != games[2].position


def test_random_plies_never_end_a_game() -> None:
    for seed in range(5):
        game = Game(AMERICAN)
        random_plies(game, 200, Random(seed))
        assert game.outcome is None
