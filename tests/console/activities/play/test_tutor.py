"""The tutor's lessons."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from support.conversation import Script, converse, options, talk

from console.activities.play.tutor import Tutor
from console.dialogue.messages import Taught
from console.game.options import Options, default_jumping
from engine.rules import RULE_SETS


def lessons(lines: Sequence[str], chosen: Options, opponent: Script | None = None) -> list[str]:
    """Return the lessons while these lines are typed; check the form of each."""
    heard = [
        step.text for step in talk(replace(chosen, teach=True), opponent).type(*lines).steps if isinstance(step, Taught)
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
    ("jumping", "said"),
    [("forced", "It must be made"), ("huff", "and you lose a piece"), ("free", "You may pass it up")],
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
        (
            {"fen": "B:W32:B27,1"},
            ["G3 H4", "moves"],
            "32-28",
            "A man on the king row becomes a king, who moves backward, too. His turn ends",
        ),
        ({"fen": "B:W32:B27,1"}, ["G3 H4", "moves"], "32-28", "Your king on H4 steps one square"),
        ({"fen": "W:WK18,32:B1", "rules": "russian"}, ["moves"] * 3, "", "Your king on d4 steps any distance"),
        ({"fen": "B:W29,30:BK5,12", "rules": "triple-king"}, ["B8 A7"], "30-25", "A king back on his own back row is"),
        ({"fen": "B:W18,32:B15,1,12"}, ["A7 B6"], "32-28", "That was a huff: you could have jumped"),
        (
            {"fen": "W:W32,17:B27,19,14,1", "rules": "brazilian"},
            ["moves"] * 5,
            "",
            "Not every jump will do here: these rules demand the biggest. That is ",
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


def test_explains_a_crowning_by_a_jump_in_steps() -> None:
    heard = lessons(["15 22", "Y", "29", "N"], options(fen="B:W18,25,12,13:B15,1", jumping="huff"))
    assert any("His turn ends there" in text for text in heard)


def test_mentions_the_review_at_the_end() -> None:
    heard = lessons(["D4 F6", "N", "N"], options(fen="B:W18:B15"))
    assert heard[-1].endswith('The word "review" shows where this game was decided.')


@pytest.mark.parametrize(
    ("line", "fen", "lesson"),
    [
        ("D4 F6", "B:W18:B15", "A side that has no men left has lost."),
        ("resign", "B:W18,32:B15", "That was the whole game."),
    ],
)
def test_says_that_a_stuck_side_has_lost_only_if_it_is_stuck(line: str, fen: str, lesson: str) -> None:
    heard = lessons([line, "Y" if line == "resign" else "N", "N"], options(fen=fen))
    assert heard[-1].startswith(lesson)


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
    assert "I will explain nothing more." in paper
    assert "Your men step" not in converse(["C3 D4", "quit"])


@pytest.mark.parametrize(
    ("lines", "first", "said"), [(["teach"], True, "up"), (["teach"], False, "up"), (["flip", "teach"], True, "down")]
)
def test_describes_forward_as_the_board_is_drawn(lines: list[str], first: bool, said: str) -> None:
    """Up for the player at the bottom, also for White; down if the board was turned."""
    heard = [step.text for step in talk(options(first=first)).type(*lines, "moves").steps if isinstance(step, Taught)]
    assert f"forward, {said} the board" in heard[0]
