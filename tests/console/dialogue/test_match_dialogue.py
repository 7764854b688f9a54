"""Matches of two people, and of a player and the computer: their words, and how they go on."""

import re
from pathlib import Path

import pytest
from support.conversation import FIVE_MOVES, Talk, options, talk
from support.play_screen import PlaySession
from support.stored_games import disk

from console.dialogue.messages import Ended
from console.game.clock import Control
from console.game.match import Match
from engine.geometry import BLACK, WHITE

TWO = options(players="two", other="Eve")


def resigned(dialogue: Talk) -> Talk:
    """Return the conversation after the side to move has resigned a game that counts."""
    return dialogue.type(FIVE_MOVES, "resign", "y")


def standing(dialogue: Talk) -> tuple[Match | None, int]:
    """Return the match on the table, with the points of Black and White, and the user's side."""
    table = dialogue.state.table
    return table.match, table.home


def facts(dialogue: Talk) -> str:
    """Return the facts about the last game."""
    return " ".join([step for step in dialogue.steps if isinstance(step, Ended)][-1].facts)


class TestMatch:
    def test_a_draw_agreed_early_with_the_computer_is_played_again(self) -> None:
        dialogue = talk().type("match 3")
        dialogue.state.game.agree_draw()
        dialogue.type("where")
        assert "does not count and will be replayed" in facts(dialogue)
        assert standing(dialogue.type("yes, white please")) == (Match(3), BLACK), "the match has its sides"

    def test_a_first_game_that_does_not_count_is_played_again_by_rematch_too(self) -> None:
        dialogue = talk().type("match 3", FIVE_MOVES, "hint", "resign", "y", "rematch")
        assert standing(dialogue) == (Match(3), BLACK)

    def test_a_draw_gives_half_a_point_to_each(self) -> None:
        dialogue = talk(TWO).type("match 3")
        for points in (0.5, 1.0, 1.5):
            dialogue.state.game.agree_draw()
            dialogue.type("where", "y")
            assert points > 1 or standing(dialogue)[0] == Match(3, (points, points))
        assert "The match is drawn, 1.5 to 1.5." in facts(dialogue)

    def test_a_study_of_a_game_is_none_of_the_match(self) -> None:
        """The panel beside a study had the points of the match, as if it went on there."""
        dialogue = talk(TWO).type("match 3", "C3 D4", "study")
        assert dialogue.state.table.match is None
        assert dialogue.state.activity.record().tag("Match") == "3"


class TestRematch:
    @pytest.mark.parametrize("clock", [None, Control(3, 0)])
    def test_goes_on_after_the_program_was_left_between_two_games(self, tmp_path: Path, clock: Control | None) -> None:
        """The match was forgotten."""
        store = disk(tmp_path)
        resigned(talk(options(clock=clock), store=store).type("match 3")).type("quit")
        store.in_progress.release()
        dialogue = talk(options(first=None, level=None), store=disk(tmp_path))
        asked = "Pick up your game against the County Champion, the next game of the match (Y/N, Enter: Y)? "
        assert dialogue.asked.prompt == asked
        assert standing(dialogue.type("")) == (Match(3, (1, 0)), WHITE)
        assert dialogue.state.table.names == ("Computer", "Dan")

    def test_a_hint_says_that_the_game_will_be_played_again(self, tmp_path: Path) -> None:
        dialogue = talk(store=disk(tmp_path)).type("match 3", "C3 D4", "hint")
        assert "In a match, a game with help is played again." in dialogue.texts
        assert "Game 1 of the match" in dialogue.type("hint", FIVE_MOVES, "resign", "y").asked.prompt

    def test_a_no_leaves_the_match_and_not_the_program(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        dialogue = resigned(talk(store=store).type("match 3")).type("no, thanks")
        assert dialogue.asked.prompt == "Leave the match at 1 to 0 (Y/N)? "
        assert dialogue.type("n").asked.prompt == "Game 2 of the match (Y/N)? "
        assert dialogue.type("n", "y").asked.prompt == "Another game (Y/N)? "
        dialogue.type("n")
        store.in_progress.release()
        assert not disk(tmp_path).unfinished("Dan")

    def test_a_match_that_is_over_is_not_offered_again(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        resigned(resigned(talk(store=store).type("match 3")).type("y")).type("quit")
        store.in_progress.release()
        assert not disk(tmp_path).unfinished("Dan")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 30)])
def test_the_points_stand_beside_the_names(size: tuple[int, int]) -> None:
    session = PlaySession(TWO, size=size)
    session.type("match 3", "resign", "y", "y")
    assert re.search(r"Eve +1\b", session.text)
    assert re.search(r"Dan +0\b", session.text)
    assert ("game 2 of 3" in session.text) == (size[0] > 60), "a strip has no title"


def test_the_points_of_a_game_that_is_over_are_counted() -> None:
    session = PlaySession(TWO)
    session.type("match 3", "resign", "y")
    assert re.search(r"Match +0 +1\b", session.text) or re.search(r"Eve +1\b", session.text)
    assert not re.search(r"Match +0 +0\b", session.text)


def test_the_points_stand_below_the_names_in_a_small_window() -> None:
    session = PlaySession(TWO, size=(40, 20))
    session.type("match 3", "resign", "y", "y")
    rows = session.text.splitlines()
    places = [next(place for place, row in enumerate(rows) if row.endswith(name)) for name in ("Eve", "Dan")]
    assert [rows[place + 2].rstrip()[-1] for place in places] == ["1", "0"]
