"""Decisions about the next game, without a conversation."""

from typing import Literal

from console.dialogue.next_game import Ballot, NextGame
from console.dialogue.table import Table
from console.game.clock import Stopwatch
from console.game.match import Match
from console.game.rule_choice import RuleChoice
from console.game.seats import Person, Program, Seats, rival
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

RUSSIAN = RuleChoice(RULE_SETS["russian"], "forced")


def table(opponent: Program, match: Match | None = None) -> Table:
    """Return the table of a game that Dan plays as Black."""
    tags = {} if match is None else match.tags()
    seats = Seats(Person("Dan"), opponent)
    return Table(Game(AMERICAN, "huff"), Stopwatch(lambda: 0.0), seats, BLACK, tags=tags)


def test_other_rules_end_a_match_and_drop_a_ballot() -> None:
    planned = NextGame(start=Ballot("random"), match=Match(3), opponent=rival("Gus Lindqvist", 1500))
    assert planned.by(RUSSIAN) == NextGame(rules=RUSSIAN)


def test_a_position_is_played_by_the_rules_on_the_table_and_chosen_rules_after_it() -> None:
    planned = NextGame(start=Position.start(AMERICAN), rules=RUSSIAN, side=WHITE)
    assert planned.rules_after(table(Program(5))) == RuleChoice(AMERICAN, "huff")
    assert planned.begun() == NextGame(rules=RUSSIAN)
    assert planned.begun().rules_after(table(Program(5))) == RUSSIAN
    assert planned.begun().begun() == NextGame()


def test_a_match_goes_on_against_the_same_strength_if_it_is_fixed() -> None:
    gus = rival("Gus Lindqvist", 1500)
    cases: list[tuple[Program, Program | Literal["chosen"]]] = [(gus, gus), (Program(5), "chosen")]
    for opponent, stays in cases:
        now = Match(3).after(BLACK)
        following = NextGame().after(table(opponent, Match(3)), now, is_void=False)
        assert following == NextGame(match=Match(3, (0.0, 1.0)), side=WHITE, opponent=stays)
        replayed = NextGame().after(table(opponent, Match(3)), Match(3), is_void=True)
        assert replayed == NextGame(match=Match(3), side=BLACK, opponent=stays)


def test_rules_chosen_for_the_next_game_end_a_match_after_this_one() -> None:
    following = NextGame(rules=RUSSIAN, match=Match(3)).after(table(Program(5), Match(3)), Match(3), is_void=True)
    assert following == NextGame(rules=RUSSIAN)


def test_a_rematch_changes_the_sides_and_leaves_matches_alone() -> None:
    assert NextGame(match=None).rematch(table(Program(5))) == NextGame(side=WHITE)
    planned = NextGame(match=Match(3, (1.0, 0.0)), side=WHITE)
    assert planned.rematch(table(Program(5), Match(3))) == planned
    begun = table(Program(5), Match(3, (1.0, 0.0)))
    assert NextGame().rematch(begun) == NextGame(match=Match(3, (0.0, 1.0)), side=WHITE)
