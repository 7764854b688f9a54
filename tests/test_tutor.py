"""The tutor: each kind of move is explained once, when it first occurs, in two short sentences."""

import re
from collections.abc import Sequence
from random import Random

import pytest
from support.conversation import Script, converse, options

from console.dialogue.loop import Dialogue
from console.dialogue.messages import Ask, Kind, Reply, Say, Think
from console.dialogue.tutor import Tutor, with_lessons
from console.game.options import Options


def lessons(lines: Sequence[str], chosen: Options, opponent: Script | None = None) -> list[str]:
    """What the tutor says while these lines are typed; each lesson is checked for its form."""
    dialogue = Dialogue(chosen, Random(1), opponent or Script())
    tutor = Tutor(dialogue.state)
    heard: list[str] = []
    listening = tutor.lesson

    def lesson(step: object) -> str | None:
        text = listening(step)  # type: ignore[arg-type]  # as it came
        if text is not None:
            heard.append(text)
        return text

    tutor.lesson = lesson  # type: ignore[method-assign]
    steps = with_lessons(dialogue.run(), tutor)
    said: list[str] = []
    reply: Reply = None
    waiting = list(lines)
    while True:
        try:
            step = steps.send(reply)
        except StopIteration:
            break
        reply = None
        if isinstance(step, Say):
            said.append(step.text)
        elif isinstance(step, Ask):
            if not waiting:
                steps.close()
                break
            reply = waiting.pop(0)
        elif isinstance(step, Think):
            reply = step.choose(lambda: False)
    for text in heard:
        assert said.count(text) == 1
        assert len(re.findall(r"[.!?](?: |$)", text.replace("...", ""))) == 2, text
        assert len(text) <= 160
    return heard


def test_the_first_move_is_explained_and_never_again() -> None:
    heard = lessons(["C3 D4", "B2 C3", "quit"], options(), Script(["24-20", "28-24"]))
    assert len([text for text in heard if "step one square" in text]) == 1
    assert "like C3 D4" in heard[0]


@pytest.mark.parametrize(
    ("jumping", "said"),
    [("forced", "It must be made"), ("huff", "you lose a piece"), ("free", "You may leave it")],
)
def test_a_jump_is_pointed_out_with_what_becomes_of_those_who_leave_it(jumping: str, said: str) -> None:
    chosen = options(fen="B:W18,32:B15,1", jumping=jumping)  # type: ignore[arg-type]  # one of the three
    first, second = lessons(["moves", "moves"], chosen)[:2]
    assert "step one square" in first
    assert second.startswith("You have a jump: D4 F6 takes E5.")
    assert said in second


def test_a_multiple_jump_comes_after_the_first_jump() -> None:
    heard = lessons(["moves", "moves", "moves"], options(fen="B:W18,26,32:B15,1"))
    assert heard[2].startswith("A jump that can go on is a multiple jump: D4 F6 H4.")


def test_a_capture_of_the_computer_a_crowning_and_a_king() -> None:
    heard = lessons(["C3 D4", "quit"], options(fen="B:W22,32:B11,1"), Script(["22-18"]))
    assert not any("I jumped" in text for text in heard)
    heard = lessons(["D4 E5", "quit"], options(fen="B:W23,22:B15,1,2"), Script(["23x14"]))
    assert any(text.startswith("I jumped E5") for text in heard)
    heard = lessons(["G3 H4", "moves", "quit"], options(fen="B:W32:B27,1"), Script(["32-28"]))
    assert any("becomes a king. His turn ends there" in text for text in heard)
    assert any(text.startswith("Your king on H4 steps one square") for text in heard)


def test_kings_that_fly_are_told_as_such() -> None:
    heard = lessons(["moves", "moves", "moves"], options(fen="W:WK18,32:B1", rules="russian", jumping="forced"))
    assert any("steps any distance" in text for text in heard)


def test_a_triple_king_is_explained() -> None:
    heard = lessons(["B8 A7", "quit"], options(fen="B:W29,30:BK5,12", rules="triple-king"), Script(["30-25"]))
    assert any("is a triple king" in text for text in heard)


def test_a_huff_is_explained() -> None:
    heard = lessons(["A7 B6", "quit"], options(fen="B:W18,32:B15,1,12"), Script(["32-28"]))
    assert any(text.startswith("That was a huff: Black could have jumped") for text in heard)


def test_the_greatest_jump_is_explained_where_it_must_be_made() -> None:
    chosen = options(fen="W:W32,17:B27,19,14,1", rules="brazilian", jumping="forced")
    heard = lessons(["moves"] * 5, chosen)
    assert heard[-1].startswith("Not every jump will do here: these rules want the greatest. That is ")


def test_the_end_speaks_of_the_review() -> None:
    heard = lessons(["D4 F6", "N", "N"], options(fen="B:W18:B15"))
    assert heard[-1].endswith("The word review shows where this game was decided.")


def test_the_switch_brings_the_tutor() -> None:
    lesson = "Your men step one square diagonally forward, up the board."
    assert lesson in converse(["C3 D4", "quit"], options(teach=True))
    assert lesson not in converse(["C3 D4", "quit"], options())


def test_only_one_lesson_at_a_time() -> None:
    dialogue = Dialogue(options(fen="B:W18,26,32:B15,K1"), Random(1), Script())
    tutor = Tutor(dialogue.state)
    steps = dialogue.run()
    step = steps.send(None)
    while not (isinstance(step, Ask) and step.kind is Kind.MOVE):
        step = steps.send(None)
    told = [tutor.lesson(step) for _ in range(6)]
    assert told[3] is not None
    assert told[4:] == [None, None]
    assert len(set(told[:4])) == 4
