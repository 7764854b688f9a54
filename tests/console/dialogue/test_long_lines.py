"""Lines of any length and spelling: what is too long does nothing, and what is read is read in few steps."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Final

import pytest
from support.conversation import Script, Talk, converse, options, talk
from support.paths import ROOT
from support.play_screen import PlaySession

from console.cli.composition import VOCABULARY

REFUSAL: Final = "is too long for me: a line has at most 500 characters. Nothing of it was done."
TOO_LONG: Final = {
    "undo": f"undo{' ' * 500}please",
    "quit": f"quit{' ' * 500}",
    "a move": f"C5 D6{' ' * 500}",
    "moves": "C5 D6, " * 80,
    "yes": "yes " * 130,
    "talk": "I think so " * 50,
    "a saved name": f"save {'x' * 500}",
    "nothing": " " * 501,
}
QUESTIONS: Final = {
    "move": ["C3 D4"],
    "to": ["C3 D4", "B2"],
    "meant": ["C3 D4", "C1 maybe"],
    "resign": ["C3 D4", "resign"],
    "another": ["C3 D4", "resign", "Y"],
    "storm": ["C3 D4", "storm"],
    "guess": ["C3 D4", "storm", ""],
}
SIGNS: Final = " ,.?!'\"()-0123456789abcdefghxyz\xe9\u0430\u200d\0\x1b\u2603"
MOST_CALLS: Final = 20_000
WORST: Final = [
    ("zzqqxx wibble frobnicate " * 20)[:500],
    "".join(chr(97 + Random(each).randrange(26)) + " " * (each % 7 == 6) for each in range(500)),
    ("no, " * 125)[:500],
    ("thank you. " * 46)[:500],
    ("but so " * 72)[:500],
    ("c1 maybe. " * 50)[:500],
    ("I like the russian, " * 25)[:500],
    ("c3 d4 " * 84)[:500],
    ("1 2 3 " * 84)[:500],
    "take c5 with b4 and d6 over to e7 please",
    ("please how about " * 30)[:500],
    "?" * 500,
    "x" * 500,
]


@pytest.mark.parametrize("line", TOO_LONG.values(), ids=TOO_LONG)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_line_above_the_limit_is_refused_and_does_nothing(question: str, line: str) -> None:
    talk = begun(QUESTIONS[question])
    asked, place, said = talk.asked, talk.state.place, len(talk.texts)
    talk.type(line)
    assert len(talk.texts) == said + 1
    assert talk.texts[-1].endswith(REFUSAL)
    assert (talk.asked, talk.state.place) == (asked, place)


@pytest.mark.parametrize("tail", ["x" * 4_990, "x" * 4_992])
def test_a_comment_may_be_longer(tail: str) -> None:
    talk = begun(["C3 D4", "study"]).type(f"comment {tail}")
    assert talk.texts[-1].endswith(REFUSAL) is (len(f"comment {tail}") > 5_000)


@pytest.mark.parametrize("blanks", [4_000, 5_000])
def test_a_position_may_be_longer(blanks: int) -> None:
    talk = begun(["C3 D4"]).type(f"fen B:W18:{' ' * blanks}B1", "Y")
    assert (talk.state.game.ply == 0) is (blanks < 5_000)


@pytest.mark.parametrize(
    ("lines", "most"),
    [
        (["study"], 5_000),
        (["course 1"], 5_000),
        (["problem"], 5_000),
        (["explore"], 5_000),
        ([], 500),
        (["storm", ""], 500),
        (["explore", "explore off"], 500),
        (["explore", "new", "Y"], 500),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_moves_may_be_longer_where_many_are_looked_through(lines: list[str], most: int) -> None:
    talk = begun(["C3 D4", *lines])
    for length, fits in ((500, True), (501, most > 500), (most, True), (most + 1, False)):
        line = "C3 D4 " * (length // 6 - 1)
        line += "C3".rjust(length - len(line))
        before = len(talk.texts)
        talk.type(line)
        assert any(text.endswith(REFUSAL) for text in talk.texts[before:]) is not fits, length


def test_a_long_line_on_a_pipe_is_refused_and_the_next_one_read() -> None:
    paper = " ".join(converse(["C3 D4", "undo " * 250_000, "C5 D6", "quit"]).split())
    assert paper.count(REFUSAL) == 1
    assert "Taken back" not in paper


def test_a_long_line_pasted_on_the_screen_is_refused_whole() -> None:
    session = PlaySession(options(), Script(["24-20"]))
    session.send(*"C3 D4", "enter")
    session.settle()
    session.send(*"undo ", *" please" * 1_000, "enter")
    session.settle()
    assert REFUSAL.split(":")[0] in session.said
    assert session.dialogue.state.game.ply == 2


# How much is done to read a line


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count the calls of functions."""
    count = [0]

    def note(frame: FrameType, event: str, argument: object) -> None:
        count[0] += event == "call"

    sys.setprofile(note)
    try:
        yield count
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("line", WORST, ids=range(len(WORST)))
@pytest.mark.parametrize("question", ["move", "meant", "resign"])
def test_a_line_is_read_in_few_calls(question: str, line: str) -> None:
    run = begun(QUESTIONS[question]).type("zzqqxx")  # the tables of lines are read once
    with counted() as count:
        run.type(line)
    assert count[0] <= MOST_CALLS


@pytest.mark.parametrize("said", ["I reckon", "you reckon", "what do you reckon"])
def test_words_are_corrected_once(said: str) -> None:
    run = begun(["C3 D4"])
    with counted() as count:
        run.type(said)
    assert count[0] <= MOST_CALLS
    assert run.texts[-1]


# Lines with slips


def begun(lines: list[str]) -> Talk:
    """Return a conversation in which lines were typed."""
    return talk(options(at_terminal=True), Script(["24-20"])).type(*lines)


def sources() -> list[str]:
    """Return lines that people type, and all commands."""
    rows = (ROOT / "tests" / "data" / "typed_lines.txt").read_text("utf-8").splitlines()
    typed = [row.partition("|")[2] for row in rows if "|" in row and not row.startswith("#")]
    words = [f"{word.name} {word.takes}".strip() for word in VOCABULARY.words]
    return [line for line in (*typed, *words) if not line.startswith(("engine", "deep", "review deep"))]


def mutated(line: str, other: str, rng: Random) -> str:
    """Return a line with one to three changes."""
    for _ in range(rng.randint(1, 3)):
        place, end = sorted((rng.randint(0, len(line)), rng.randint(0, len(line))))
        match rng.randrange(7):
            case 0:
                line = line[:place] + line[end:]
            case 1:
                line = line[:end] + line[place:]
            case 2:
                line = line[:place] + rng.choice(SIGNS) + line[place:]
            case 3:
                line = f"{line}{rng.choice([' ', ', ', '. ', ' and '])}{other}"
            case 4:
                words = line.split()
                line = " ".join(rng.sample(words, len(words)))
            case 5:
                line = line.swapcase()
            case _:
                line = f"{line[:place]}{other[: rng.randint(0, len(other))]}{line[end:]}"
    return line


@pytest.mark.usefixtures("masters_games")
@pytest.mark.parametrize("tens", [0, *(pytest.param(tens, marks=pytest.mark.slow) for tens in range(1, 11))])
def test_no_line_ends_in_an_exception(tens: int) -> None:
    """``tens`` are ten thousands of lines; by default 700 of the first are typed."""
    known, run = sources(), talk()
    for number in range(tens * 10_000, tens * 10_000 + (10_000 if tens else 700)):
        rng = Random(number)
        line = mutated(rng.choice(known), rng.choice(known), rng)
        run.type(line)
        if not run.is_open:
            run = talk(options(at_terminal=True)).type(*rng.choice([*QUESTIONS.values(), []]))
    run.close()
