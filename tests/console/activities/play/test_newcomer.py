"""The offer to a new player, the first lesson, and his opponent."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.conversation import Script, talk
from support.play_screen import PlaySession
from support.stored_games import disk, played_session

from console.activities.course.lessons import lessons
from console.dialogue.messages import Ask
from console.game.options import Options
from console.game.seats import Program
from console.storage.settings import Settings
from console.text import sentences

LESSON = sentences.OFFER_LESSON.strip()
FIRST = sentences.ASK_FIRST.strip()
FITTED = "At a rating of 1200, you meet the Barber, who plays between customers."
NEW = Options(at_terminal=True, drawing=False)


def session(lines: Sequence[str], folder: Path, chosen: Options = NEW, opponent: Script | None = None) -> str:
    """Return the transcript of a session of play in a folder."""
    return played_session(lines, disk(folder), chosen, opponent)


class TestLesson:
    def test_takes_as_long_as_the_offer_says(self) -> None:
        assert lessons()[0].minutes == 3
        assert "three minutes" in LESSON

    def test_is_answered_by_a_letter(self, tmp_path: Path) -> None:
        screen = PlaySession(NEW, store=disk(tmp_path))
        screen.type("Dan")
        assert LESSON in screen.said
        assert screen.rows[-1].lstrip().startswith("Y Yes N No")
        screen.type("n")
        assert FIRST in screen.said

    def test_that_does_not_exist_begins_no_game(self, tmp_path: Path) -> None:
        dialogue = talk(NEW, store=disk(tmp_path)).type("Dan", "lesson ninety")
        assert dialogue.texts[-1].startswith('There is no lesson "ninety"')
        assert dialogue.asked.prompt == sentences.ASK_FIRST


def test_is_greeted_with_the_pieces_of_the_game_that_goes_on(tmp_path: Path) -> None:
    session(["Dan", "N", "Y", "C3 D4", "quit"], tmp_path, opponent=Script(["24-20"]))
    assert "Welcome back, Dan: 12 pieces to 12." in session(["Dan", "Y", "quit"], tmp_path)


class TestLevel:
    def test_is_fitted_without_a_question(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        dialogue = talk(NEW, store=store).type("Dan", "N", "N")
        asked = [step.prompt.strip() for step in dialogue.steps if isinstance(step, Ask)]
        assert asked[1:] == [LESSON, FIRST, "Your move (like C3 D4)?"]
        assert dialogue.state.opponent == dialogue.state.table.opponent == Program(3, 1200)
        assert store.settings.fit

    def test_is_the_one_of_the_command_line(self, tmp_path: Path) -> None:
        chosen = replace(NEW, level=2, given=frozenset({"level"}))
        assert "against level 2." in session(["Dan", "N", "Y", "C3 D4", "quit"], tmp_path, chosen)

    def test_fits_a_new_player_named_on_the_command_line(self, tmp_path: Path) -> None:
        chosen = replace(NEW, name="Sam", first=True)
        paper = session(["C3 D4", "quit"], tmp_path, chosen)
        assert FITTED in paper
        assert LESSON not in paper
        assert disk(tmp_path).settings.fit

    @pytest.mark.parametrize(
        "other", [{"given": frozenset({"level"})}, {"at_terminal": False}, {"name": "Dan"}, {"name": "dan"}]
    )
    def test_fits_nobody_else_named_on_the_command_line(self, tmp_path: Path, other: dict[str, Any]) -> None:
        """A player at a given level, in a script, or with results or settings."""
        disk(tmp_path).remember(Settings(name="Dan"))
        table = talk(replace(NEW, **{"name": "Sam", "first": True, **other}), store=disk(tmp_path)).state.table
        assert table.opponent == Program(5)
