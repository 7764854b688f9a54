"""The offers to a new player: the first lesson, and a level."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.conversation import Script, converse, talk
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
HEADING = "Lesson 1, The moves: Men."


def session(lines: Sequence[str], folder: Path, chosen: Options = NEW, opponent: Script | None = None) -> str:
    """Return the transcript of a session of play in a folder."""
    return played_session(lines, disk(folder), chosen, opponent)


class TestLesson:
    @pytest.mark.parametrize("answer", ["Y", "yes, please", "lesson", "course"])
    def test_begins_the_first_lesson_before_the_game(self, tmp_path: Path, answer: str) -> None:
        paper = session(["Dan", answer, "course off", "", "C3 D4", "quit"], tmp_path, opponent=Script(["22-18"]))
        assert FIRST not in paper
        assert paper.index(HEADING) < paper.index("Back to the game.") < paper.index(LEVEL)
        assert paper.index(LEVEL) < paper.index(FITTED) < paper.index("I move F6 E5")

    @pytest.mark.parametrize("answer", ["N", "", "game"])
    def test_begins_the_game_after_another_answer(self, tmp_path: Path, answer: str) -> None:
        paper = session(["Dan", answer, "Y", "", "quit"], tmp_path)
        assert paper.index(LESSON) < paper.index(FIRST) < paper.index(LEVEL)
        assert HEADING not in paper

    def test_lets_the_computer_begin_if_the_command_line_says_so(self, tmp_path: Path) -> None:
        paper = session(["Dan", "Y", "course off", "quit"], tmp_path, replace(NEW, first=False))
        assert paper.index(HEADING) < paper.index("Back to the game.") < paper.index("I move") < paper.index(LEVEL)

    def test_takes_as_long_as_the_offer_says(self) -> None:
        assert lessons()[0].minutes == 3
        assert "three minutes" in LESSON

    def test_is_offered_once_to_each_new_player(self, tmp_path: Path) -> None:
        session(["Dan", "N", "Y", "quit"], tmp_path)
        assert LESSON not in session(["Dan", "Y", "quit"], tmp_path)
        assert LESSON in session(["Eve", "N", "Y", "quit"], tmp_path)

    def test_is_not_offered_to_a_known_player_who_types_other_capitals(self, tmp_path: Path) -> None:
        session(["Zoë", "N", "Y", "quit"], tmp_path)
        paper = session(["zOË", "Y", "quit"], tmp_path)
        assert LESSON not in paper
        assert "Good-bye, Zoë." in paper

    def test_keeps_the_capitals_of_a_name_in_a_script(self, tmp_path: Path) -> None:
        session(["Zoë", "N", "Y", "quit"], tmp_path)
        assert "Good-bye, zOË." in session(["zOË", "Y", "quit"], tmp_path, Options())

    def test_is_not_offered_to_players_of_the_hall_of_fame(self, tmp_path: Path) -> None:
        session(["Dan", "N", "Y", "", "resign", "Y", "N"], tmp_path)
        session(["Eve", "N", "Y", "quit"], tmp_path)
        assert LESSON not in session(["Dan", "Y", "quit"], tmp_path)

    @pytest.mark.parametrize("chosen", [Options(), replace(NEW, name="Dan"), replace(NEW, players="two")])
    def test_is_not_offered_to_anybody_else(self, tmp_path: Path, chosen: Options) -> None:
        """In a pipe, with a name on the command line, and with two players."""
        assert LESSON not in session(["Dan", "Eve", "Y", "C3 D4", "quit"], tmp_path, chosen)

    def test_is_not_offered_without_a_store(self) -> None:
        assert LESSON not in converse(["Dan", "Y", "quit"], NEW)

    def test_is_answered_by_one_key(self, tmp_path: Path) -> None:
        screen = PlaySession(NEW, store=disk(tmp_path))
        screen.type("Dan")
        assert any(LESSON in row for row in screen.rows)
        assert screen.rows[-1].lstrip().startswith("Y Yes N No")
        screen.send("n")
        assert any(row.strip() == FIRST for row in screen.rows)


def test_says_what_a_huff_is_until_a_game_is_finished(tmp_path: Path) -> None:
    lines = ["Dan", "N", "Y", "", "resign", "Y", "new", "N", "quit"]
    paper = session(lines, tmp_path)
    assert paper.count(sentences.MISS_A_JUMP) == 1
    assert paper.index("american, huff") < paper.index(sentences.MISS_A_JUMP) < paper.index("Fitted to you")
    assert sentences.MISS_A_JUMP not in session(["Eve", "N", "Y", "quit"], tmp_path, replace(NEW, jumping="forced"))


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

    @pytest.mark.parametrize("typed", ["0", "10", "12", "99"])
    def test_does_not_read_a_number_as_a_square(self, tmp_path: Path, typed: str) -> None:
        """Man 12 could be lifted."""
        paper = session(["Dan", "N", "Y", typed, "4", "quit"], tmp_path)
        assert f'"{typed}" is no level' in paper
        assert "You meet the Club Player" in paper

    @pytest.mark.parametrize("typed", ["strong", "eleven", "-3", "9.5", "Y"])
    def test_does_not_read_a_word_as_a_move(self, tmp_path: Path, typed: str) -> None:
        paper = session(["Dan", "N", "Y", typed, "4", "quit"], tmp_path)
        assert f'"{typed}" is no level' in paper
        assert paper.count(LEVEL) == 2
        assert "You meet the Club Player" in paper

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

    def test_is_offered_on_the_players_turn(self, tmp_path: Path) -> None:
        paper = session(["Dan", "N", "N", "", "quit"], tmp_path, opponent=Script(["11-15"]))
        assert paper.index("I move") < paper.index(LEVEL)

    def test_is_offered_until_it_is_answered(self, tmp_path: Path) -> None:
        """Afterwards N is the word for a new game again."""
        paper = session(["Dan", "N", "Y", "go on then", "D4 C3", "hint", "N", "C3 D4", "N", "N", "quit"], tmp_path)
        assert paper.count(LEVEL) == 4
        assert "Leave this game for a new one (Y/N)? N" in paper
