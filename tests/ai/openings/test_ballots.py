"""The openings of a match: ballots if the rule set has them, random plies otherwise."""

from random import Random

import pytest

from ai.openings.ballots import BALLOTS, ballot_game, find_ballot, game_from, random_plies, tables_of
from ai.openings.names import has_ballots
from engine.fen import parse_fen
from engine.game import Game
from engine.rules import AMERICAN, RULE_SETS, losing_game

WITH_BALLOTS = [rules for rules in RULE_SETS.values() if has_ballots(rules)]


def test_offers_ballots_for_sets_that_begin_like_american() -> None:
    assert [rules.name for rules in WITH_BALLOTS] == ["american", "casual", "triple-king"]


def test_ballots_are_legal_and_lead_to_distinct_positions() -> None:
    assert len(BALLOTS) == 156
    games = [ballot_game(AMERICAN, number) for number in range(1, 157)]
    assert {game.ply for game in games} == {3}
    assert len({game.position for game in games}) == 156


@pytest.mark.parametrize("barred", ["9-13 21-17 10-14", "9-13 24-19 10-15", "12-16 23-19 16-23"])
def test_excludes_barred_openings(barred: str) -> None:
    assert tuple(barred.split()) not in BALLOTS


@pytest.mark.parametrize(
    ("name", "table", "count"),
    [
        ("american", "three-move", 156),
        ("american", "two-move", 43),
        pytest.param("american", "eleven-man", 2253, marks=pytest.mark.slow),
        pytest.param("russian", "drawn", 745, marks=pytest.mark.slow),
        pytest.param("brazilian", "drawn", 736, marks=pytest.mark.slow),
        pytest.param("italian", "eleven-man", 2400, marks=pytest.mark.slow),
    ],
)
def test_every_ballot_can_be_played_and_is_named(name: str, table: str, count: int) -> None:
    rules, chance = RULE_SETS[name], Random(1)
    tables = tables_of(rules)
    usual = "" if table == next(iter(tables)) else f"{table} "
    titles = [f"{usual}{each}" for each in tables[table]]
    games = [game_from(rules, "forced", find_ballot(rules, title, chance)) for title in titles]
    assert len(set(tables[table].values())) == len(games) == count
    assert len({game.position for game in games}) >= count - 3
    assert not any(game.outcome for game in games)
    assert [find_ballot(rules, title.upper(), chance).title for title in titles[:3]] == titles[:3]
    assert find_ballot(rules, f"{usual}random", chance).title in titles


@pytest.mark.parametrize(
    ("name", "title", "fen", "moves"),
    [
        ("russian", "I-2", "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13", 2),
        ("russian", "II-1", "B:W13,21,22,23,24,25,26,27,28,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", 0),
        ("russian", "XXXIII-6", "W:W12,21,22,23,24,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,19", 0),
        ("brazilian", "X-1", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,14", 0),
        ("italian", "1", "W:W21,22,23,24,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,15", 2),
        ("american", "eleven-man 1", "B:W19,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12", 2),
    ],
)
def test_plays_moves_or_lets_men_fly_or_takes_men_off(name: str, title: str, fen: str, moves: int) -> None:
    rules = RULE_SETS[name]
    game = game_from(rules, "forced", find_ballot(rules, title, Random(1)))
    assert (game.position, game.ply) == (parse_fen(fen, rules), moves)


def test_only_some_sets_are_played_from_ballots() -> None:
    names = ["american", "casual", "triple-king", "russian", "brazilian", "italian"]
    assert [name for name, rules in RULE_SETS.items() if tables_of(rules)] == names
    assert not tables_of(losing_game(RULE_SETS["russian"]))


def test_quotes_a_wrong_number_or_set() -> None:
    for number in (0, 157, -1):
        with pytest.raises(ValueError, match=str(number)):
            ballot_game(AMERICAN, number)
    with pytest.raises(ValueError, match="russian"):
        ballot_game(RULE_SETS["russian"], 1)


def test_random_plies_depend_on_the_seed_alone_and_never_end_a_game() -> None:
    games = [Game(AMERICAN) for _ in range(3)]
    for game, seed in zip(games, (1, 1, 2), strict=True):
        random_plies(game, 150, Random(seed))
        assert game.outcome is None
    assert games[0].position == games[1].position != games[2].position
