"""The offers to a new player: the first lesson, and a level."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.conversation import Script, talk
from support.play_screen import PlaySession
from support.set_clock import Clock
from support.stored_games import disk, played_session

from ai.levels import LEVELS
from console.activities.course.lessons import lessons
from console.dialogue.messages import Ask, Command
from console.game.options import Options
from console.game.seats import Program
from console.storage.settings import Settings
from console.terminal.events import Key
from console.terminal.screen_stack import Pop
from console.text import sentences

LESSON = sentences.OFFER_LESSON.strip()
LEVEL = sentences.OFFER_LEVEL.strip()
FIRST = sentences.ASK_FIRST.strip()
FITTED = "Fitted to you, 1200: the Barber, who plays between customers."
NEW = Options(at_terminal=True, drawing=False)


def session(lines: Sequence[str], folder: Path, chosen: Options = NEW, opponent: Script | None = None) -> str:
    """Return the transcript of a session of play in a folder."""
    return played_session(lines, disk(folder), chosen, opponent)


class TestLesson:
    def test_takes_as_long_as_the_offer_says(self) -> None:
        assert lessons()[0].minutes == 3
        assert "three minutes" in LESSON

    def test_is_answered_by_one_key(self, tmp_path: Path) -> None:
        screen = PlaySession(NEW, store=disk(tmp_path))
        screen.type("Dan")
        assert any(LESSON in row for row in screen.rows)
        assert screen.rows[-1].lstrip().startswith("Y Yes N No")
        screen.send("n")
        assert any(row.strip() == FIRST for row in screen.rows)


class TestLevel:
    @pytest.mark.parametrize(
        ("typed", "level", "rating"),
        [("3", 3, None), ("", 3, 1200), ("N", 3, 1200), ("fit", 3, 1200), ("level 7", 7, None), ("C3 D4", 3, 1200)],
    )
    def test_fits_unless_another_level_is_chosen(
        self, tmp_path: Path, typed: str, level: int, rating: int | None
    ) -> None:
        store = disk(tmp_path)
        dialogue = talk(NEW, store=store).type("Dan", "N", "N", typed)
        asked = [step.prompt.strip() for step in dialogue.steps if isinstance(step, Ask)]
        assert asked[3:5] == [LEVEL, "Your move (like C3 D4)?"]
        table = dialogue.state.table
        assert dialogue.state.opponent == table.opponent == Program(level, rating)
        assert dialogue.state.opponent.is_fitted == store.settings.fit == (rating is not None)
        assert not table.helped

    @pytest.mark.parametrize(
        ("typed", "meeting"),
        [("4", "You meet the Club Player, "), ("", FITTED), ("C3 D4", FITTED), ("level 2", "You meet the Porch Pl")],
    )
    def test_introduces_the_opponent_after_it_is_chosen(self, tmp_path: Path, typed: str, meeting: str) -> None:
        paper = session(["Dan", "N", "Y", typed, "C3 D4", "quit"], tmp_path)
        assert paper.count(", who ") == 1
        assert paper.index(LEVEL) < paper.index(meeting)

    def test_lists_the_levels_after_a_question_mark(self, tmp_path: Path) -> None:
        paper = session(["Dan", "N", "Y", "?", "4", "quit"], tmp_path)
        listed = paper[paper.index(f"{LEVEL} ?") : paper.rindex(LEVEL)]
        assert all(level.name in listed for level in LEVELS.values())
        assert ">    Your Match, fit" in listed

    def test_is_not_offered_again_after_the_list(self, tmp_path: Path) -> None:
        """The list opens at the level that is fitted."""
        screen = self.offered(tmp_path)
        screen.type("?")
        assert screen.opened.handle(Key("enter")) == Pop(Command("level", "fit"))
        screen.come_back(Command("level", "fit"))
        assert screen.text.rindex(LEVEL) < screen.text.index(FITTED) < screen.text.index("Your move (like C3 D4)?")

    @pytest.mark.parametrize(("seconds", "is_answer"), [(0.2, False), (3.0, True)])
    def test_is_answered_by_enter_unless_it_belongs_to_the_answer_before(
        self, tmp_path: Path, seconds: float, is_answer: bool
    ) -> None:
        """Y answers the question at once, and the Enter after it does not answer the next one."""
        clock = Clock()
        screen = self.offered(tmp_path, clock)
        clock.seconds += seconds
        screen.send("enter")
        assert (FITTED in screen.text) == is_answer

    def offered(self, folder: Path, now: Callable[[], float] = time.monotonic) -> PlaySession:
        """Return a session of play in which a level is offered, after the key Y."""
        screen = PlaySession(NEW, store=disk(folder), now=now)
        screen.type("Dan", "N")
        screen.send("y")
        return screen

    def test_is_not_offered_if_the_command_line_has_it(self, tmp_path: Path) -> None:
        chosen = replace(NEW, level=2, given=frozenset({"level"}))
        paper = session(["Dan", "N", "Y", "C3 D4", "quit"], tmp_path, chosen)
        assert LEVEL not in paper
        assert "You play Black: american, huff, level 2." in paper

    def test_fits_a_new_player_named_on_the_command_line(self, tmp_path: Path) -> None:
        chosen = replace(NEW, name="Sam", first=True)
        paper = session(["C3 D4", "quit"], tmp_path, chosen)
        assert FITTED in paper
        assert LESSON not in paper
        assert LEVEL not in paper
        assert disk(tmp_path).settings.fit

    @pytest.mark.parametrize(
        "other", [{"given": frozenset({"level"})}, {"at_terminal": False}, {"name": "Dan"}, {"name": "dan"}]
    )
    def test_fits_nobody_else_named_on_the_command_line(self, tmp_path: Path, other: dict[str, Any]) -> None:
        """A player at a given level, in a script, or with results or settings."""
        disk(tmp_path).remember(Settings(name="Dan"))
        table = talk(replace(NEW, **{"name": "Sam", "first": True, **other}), store=disk(tmp_path)).state.table
        assert table.opponent == Program(5)
