"""The tutor's lessons, and the offer of them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support.conversation import Script, converse, options, talk
from support.play_screen import PlaySession
from support.stored_games import disk, played_session

from ai.levels import LEVELS
from console.activities.play.tutor import Tutor
from console.dialogue.messages import Ask, Lesson
from console.game.options import Options, default_jumping
from engine.rules import RULE_SETS


def lessons(lines: Sequence[str], chosen: Options, opponent: Script | None = None) -> list[str]:
    """Return the lessons while these lines are typed; check the form of each."""
    heard = [
        step.text for step in talk(replace(chosen, teach=True), opponent).type(*lines).steps if isinstance(step, Lesson)
    ]
    for text in heard:
        assert heard.count(text) == 1
        assert len(re.findall(r"[.!?](?: |$)", text.replace("...", ""))) == 2, text
        assert len(text) <= 160
    return heard


def test_explains_the_first_move_once() -> None:
    heard = lessons(["C3 D4", "B2 C3", "quit"], options(), Script(["24-20", "28-24"]))
    assert len([text for text in heard if "step one square" in text]) == 1
    assert "like C3 D4" in heard[0]


@pytest.mark.parametrize(
    ("jumping", "said"), [("forced", "It must be made"), ("huff", "you lose a piece"), ("free", "You may leave it")]
)
def test_points_out_a_jump_and_the_price_of_missing_it(jumping: str, said: str) -> None:
    chosen = options(fen="B:W18,32:B15,1", jumping=jumping)  # type: ignore[arg-type]  # one of the three
    first, second = lessons(["moves", "moves"], chosen)[:2]
    assert "step one square" in first
    assert second.startswith("You have a jump: D4 F6 takes E5.")
    assert said in second


@pytest.mark.parametrize(
    ("fields", "lines", "reply", "lesson"),
    [
        ({"fen": "B:W18,26,32:B15,1"}, ["moves"] * 3, "", "A jump that can go on is a multiple jump: D4 F6 H4."),
        ({"fen": "B:W23,22:B15,1,2"}, ["D4 E5"], "23x14", "I jumped E5"),
        ({"fen": "B:W32:B27,1"}, ["G3 H4", "moves"], "32-28", "A man on the far row becomes a king. His turn ends"),
        ({"fen": "B:W32:B27,1"}, ["G3 H4", "moves"], "32-28", "Your king on H4 steps one square"),
        ({"fen": "W:WK18,32:B1", "rules": "russian"}, ["moves"] * 3, "", "Your king on D4 steps any distance"),
        ({"fen": "B:W29,30:BK5,12", "rules": "triple-king"}, ["B8 A7"], "30-25", "A king back on his own first row is"),
        ({"fen": "B:W18,32:B15,1,12"}, ["A7 B6"], "32-28", "That was a huff: you could have jumped"),
        (
            {"fen": "W:W32,17:B27,19,14,1", "rules": "brazilian"},
            ["moves"] * 5,
            "",
            "Not every jump will do here: these rules want the greatest. That is ",
        ),
    ],
)
def test_explains_each_kind_of_move_once(fields: dict[str, str], lines: list[str], reply: str, lesson: str) -> None:
    jumping = default_jumping(RULE_SETS[fields.get("rules", "american")])
    heard = lessons(lines, options(jumping=jumping, **fields), Script([reply] if reply else []))
    assert sum(text.startswith(lesson) for text in heard) == 1


def test_explains_no_capture_before_it_happens() -> None:
    heard = lessons(["C3 D4"], options(fen="B:W22,32:B11,1"), Script(["22-18"]))
    assert not any("I jumped" in text for text in heard)


def test_mentions_the_review_at_the_end() -> None:
    heard = lessons(["D4 F6", "N", "N"], options(fen="B:W18:B15"))
    assert heard[-1].endswith('The word "review" shows where this game was decided.')


def test_teaches_by_the_switch() -> None:
    lesson = "Your men step one square diagonally forward, up the board."
    assert lesson in converse(["C3 D4", "quit"], options(teach=True))
    assert lesson not in converse(["C3 D4", "quit"], options())


def test_gives_one_lesson_at_a_time() -> None:
    dialogue = talk(options(fen="B:W18,26,32:B15,K1", teach=True))
    tutor = Tutor(dialogue.state)
    spoken = [tutor.lesson(dialogue.asked) for _ in range(6)]
    assert spoken[3] is not None
    assert spoken[4:] == [None, None]
    assert len(set(spoken[:4])) == 4


def test_gives_lessons_after_the_computers_move() -> None:
    chosen = options(fen="B:W23,22:B15,1,2", teach=True)
    spoken = talk(chosen, Script(["23x14"])).type("D4 E5").texts
    moved = next(place for place, text in enumerate(spoken) if text.startswith("I move"))
    taken = next(place for place, text in enumerate(spoken) if text.startswith("I jumped E5"))
    assert moved < taken


def test_turns_lessons_on_and_off_by_the_word() -> None:
    paper = converse(["teach", "teach", "C3 D4", "quit"])
    assert paper.count("Your men step one square") == 1
    assert "I explain nothing more." in paper
    assert "Your men step" not in converse(["C3 D4", "quit"])


class TestTheQuestion:
    """A new player at a terminal is offered lessons once."""

    QUESTION = "Shall I explain as we go (Y/N)?"
    LEVEL = "How strong am I to be, 1 to 9 (Enter: 5)?"
    MEETING = "You meet the County Champion, who will let you hear about it."
    NEW = Options(at_terminal=True, drawing=False)

    def test_begins_lessons_after_a_yes(self, tmp_path: Path) -> None:
        paper = played_session(["Dan", "Y", "Y", "C3 D4", "quit"], disk(tmp_path), self.NEW)
        assert paper.count(self.QUESTION) == 1
        assert "Your men step one square" in paper

    def test_begins_lessons_after_the_level_is_chosen(self, tmp_path: Path) -> None:
        for typed in (["3"], ["C3 D4"]):
            paper = played_session(["Dan", "Y", "Y", *typed, "quit"], disk(tmp_path / typed[0]), self.NEW)
            assert paper.index(self.LEVEL) < paper.index("Your men step one square")

    @pytest.mark.parametrize("no", ["N", ""])
    def test_gives_no_lessons_after_a_no(self, tmp_path: Path, no: str) -> None:
        paper = played_session(["Dan", "Y", no, "C3 D4", "quit"], disk(tmp_path), self.NEW)
        assert f"{self.QUESTION} {no}\n{self.LEVEL} C3 D4\n{self.MEETING}\nI move" in paper
        assert "Your men step" not in paper

    @pytest.mark.parametrize(("typed", "level"), [("3", 3), ("", 5), ("level 7", 7), ("C3 D4", 5)])
    def test_offers_a_level_after_the_lessons(self, tmp_path: Path, typed: str, level: int) -> None:
        dialogue = talk(self.NEW, store=disk(tmp_path)).type("Dan", "N", "Y", typed)
        asked = [step.prompt for step in dialogue.steps if isinstance(step, Ask)]
        assert asked[3:5] == [f"{self.LEVEL} ", "Your move (like C3 D4)? "]
        assert dialogue.state.level == level
        assert not dialogue.state.table.helped

    def test_introduces_the_opponent_after_the_level_is_chosen(self, tmp_path: Path) -> None:
        for typed, level, name in (("3", 3, "Barber"), ("", 5, "County Champion"), ("level 2", 2, "")):
            paper = played_session(["Dan", "Y", "N", typed, "C3 D4", "quit"], disk(tmp_path / f"{level}"), self.NEW)
            assert paper.count("You meet the") == 1
            assert paper.index(self.LEVEL) < paper.index(f"You meet the {name}")

    def test_lists_the_levels_after_a_question_mark(self, tmp_path: Path) -> None:
        paper = played_session(["Dan", "Y", "N", "?", "4", "quit"], disk(tmp_path), self.NEW)
        listed = paper[paper.index(f"{self.LEVEL} ?") : paper.rindex(self.LEVEL)]
        assert all(level.name in listed for level in LEVELS.values())

    def test_asks_for_no_level_that_the_command_line_has(self, tmp_path: Path) -> None:
        chosen = replace(self.NEW, level=2, given=frozenset({"level"}))
        assert "How strong" not in played_session(["Dan", "Y", "N", "C3 D4", "quit"], disk(tmp_path), chosen)

    def test_takes_a_move_for_a_no(self, tmp_path: Path) -> None:
        paper = played_session(["Dan", "Y", "C3 D4", "quit"], disk(tmp_path), self.NEW, Script(["22-18"]))
        assert f"{self.QUESTION} C3 D4\n{self.MEETING}\nI move F6 E5 (22-18).\nYour move" in paper

    def test_does_not_read_an_unreadable_line_as_an_answer(self, tmp_path: Path) -> None:
        paper = played_session(["Dan", "Y", "go on then", "D4 C3", "Y, please", "", "quit"], disk(tmp_path), self.NEW)
        assert paper.count(self.QUESTION) == 3
        assert "Your men step one square" in paper

    def test_repeats_the_offer_until_it_is_answered(self, tmp_path: Path) -> None:
        """Afterwards N is the word for a new game again."""
        paper = played_session(["Dan", "Y", "?", "N", "C3 D4", "N", "N", "quit"], disk(tmp_path), self.NEW)
        assert paper.count(self.QUESTION) == 2
        assert "Leave this game for a new one (Y/N)? N" in paper
        assert "Your men step" not in paper

    def test_makes_the_offer_on_the_players_turn(self, tmp_path: Path) -> None:
        paper = played_session(["Dan", "N", "Y", "", "quit"], disk(tmp_path), self.NEW, Script(["11-15"]))
        assert paper.index("I move") < paper.index(self.QUESTION) < paper.index("Your men step")

    def test_offers_nothing_to_a_known_player(self, tmp_path: Path) -> None:
        played_session(["Dan", "Y", "quit"], disk(tmp_path), self.NEW)
        again = played_session(["Dan", "Y", "quit"], disk(tmp_path), self.NEW)
        assert self.QUESTION not in again
        assert self.QUESTION in played_session(["Eve", "Y", "quit"], disk(tmp_path), self.NEW)

    def test_knows_players_of_the_hall_of_fame(self, tmp_path: Path) -> None:
        played_session(["Dan", "Y", "", "resign", "Y", "N"], disk(tmp_path), self.NEW)
        played_session(["Eve", "Y", "quit"], disk(tmp_path), self.NEW)
        assert self.QUESTION not in played_session(["Dan", "Y", "quit"], disk(tmp_path), self.NEW)

    @pytest.mark.parametrize(
        "chosen", [Options(), replace(NEW, name="Dan"), replace(NEW, players="two"), replace(NEW, teach=True)]
    )
    def test_makes_no_offer_to_anybody_else(self, tmp_path: Path, chosen: Options) -> None:
        """In a pipe, with a name on the command line, with two players, or with lessons on."""
        paper = played_session(["Dan", "Eve", "Y", "C3 D4", "quit"], disk(tmp_path), chosen)
        assert "explain as we go" not in paper

    def test_makes_no_offer_without_a_store(self) -> None:
        assert "explain as we go" not in converse(["Dan", "Y", "quit"], self.NEW)

    def test_answers_the_offer_by_one_key(self, tmp_path: Path) -> None:
        session = PlaySession(self.NEW, store=disk(tmp_path))
        session.type("Dan")
        session.send("y")
        assert self.QUESTION in session.rows[-2]
        assert session.rows[-1].lstrip().startswith("Y Yes F1 Help")
        session.send("n", "backspace", "y", "enter")
        assert session.rows[-2].strip() == self.LEVEL, "and Enter behind it is no answer"


@pytest.mark.parametrize(
    ("lines", "first", "said"), [(["teach"], True, "up"), (["teach"], False, "up"), (["flip", "teach"], True, "down")]
)
def test_describes_forward_as_the_board_is_drawn(lines: list[str], first: bool, said: str) -> None:
    """Up for the player at the bottom, also for White; down if the board was turned."""
    heard = [step.text for step in talk(options(first=first)).type(*lines, "moves").steps if isinstance(step, Lesson)]
    assert f"forward, {said} the board" in heard[0]
