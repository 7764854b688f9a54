"""The names of openings and the numbers of ballots."""

import pytest
from support.cases import cases
from support.games import play

from ai.openings.ballots import BALLOTS, ballot_of
from ai.openings.names import LONGEST, OPENINGS, opening_of, openings_of, positions_of
from engine.game import Game
from engine.rules import RULE_SETS


def played(moves: str, rules: str = "american") -> Game:
    """Return a game of these moves."""
    return play(Game(RULE_SETS[rules]), *moves.split())


def test_every_first_move_has_its_name() -> None:
    names = {opening.moves: opening.name for opening in OPENINGS if " " not in opening.moves}
    firsts = {f"{move.start}-{move.end}" for move in Game(RULE_SETS["american"]).legal_moves()}
    assert names.keys() == firsts
    assert (names["9-13"], names["11-15"], names["12-16"]) == ("Edinburgh", "Old Faithful", "Dundee")


@pytest.mark.parametrize(("rules", "count"), [("american", 66), ("russian", 31)])
def test_every_opening_can_be_played_and_is_named_by_its_own_position(rules: str, count: int) -> None:
    openings = openings_of(rules)
    assert len(openings) == len({positions_of(each.moves, RULE_SETS[rules])[-1] for each in openings}) == count
    assert max(len(opening.moves.split()) for opening in openings) <= LONGEST
    for opening in openings:
        assert opening_of(played(opening.moves, rules)) == opening.name
        assert opening.source


@pytest.mark.parametrize(
    ("moves", "name"),
    [("", ""), *cases("opening_names")],
)
def test_the_last_named_position_names_the_game(moves: str, name: str) -> None:
    assert opening_of(played(moves)) == name


def test_a_set_has_its_own_names_or_those_of_the_set_that_it_varies_or_none() -> None:
    assert opening_of(played("22-18 11-16 25-22 10-14 23-19", "russian")) == "City Game"
    assert opening_of(played("11-15 23-19", "casual")) == "Old Faithful"
    assert opening_of(played("22-18 11-15", "brazilian")) == ""


def test_the_number_of_the_ballot() -> None:
    for number in (1, 77, len(BALLOTS)):
        game = played(" ".join(BALLOTS[number - 1]))
        assert ballot_of(game) == number
        game.play(game.routes()[0])
        assert ballot_of(game) == number
    assert ballot_of(played("11-15 23-19")) is None
    assert ballot_of(played("9-13 21-17 10-14")) is None  # barred
