"""Plain questions about the board and the game are answered as the commands are."""

import pytest
from support.cases import cases
from support.conversation import Script, options, talk

from console.game.naming import Naming
from console.reading.squares import squares_named
from console.reading.talk import part_asked_about
from engine.geometry import BLACK
from engine.rules import AMERICAN

ROWS = cases("heard_board")


@pytest.mark.parametrize(("question", "command"), ROWS)
def test_a_plain_question_is_answered_as_its_command(question: str, command: str) -> None:
    chosen = options(fen="B:W18,21,31,K13:B5,7,11,12,K2", jumping="free")
    heard = talk(chosen, Script(["31-27", "27-24"])).type("B4 C5", "C5 D6")
    said = [heard.type(line).texts[-1] for line in ("board on", question, command)]
    assert said[1] == said[2]
    assert said[0] != said[1] or command == "repeat"


@pytest.mark.parametrize(
    ("rules", "question", "command"),
    [
        ("international", "what is around 28?", "around 28"),
        ("international", "read me the row of 28", "row 28"),
        ("international", "what's in the second row?", "row 6"),
        ("international", "who is up and to the right of 32?", "diagonal 32 up right"),
        ("international", "read the column of 28", "column 28"),
        ("international", "who stands on 32?", "look 32"),
        ("russian", "what's around d4?", "around d4"),
        ("russian", "read row 3", "row 3"),
        ("russian", "what's in column c?", "column c"),
        ("russian", "who is up left of c3?", "diagonal c3 up left"),
    ],
)
def test_squares_are_named_as_the_rules_name_them(rules: str, question: str, command: str) -> None:
    heard = talk(options(rules=rules, jumping="forced", first=False))
    said = [heard.type(line).texts[-1] for line in ("board on", question, command)]
    assert said[1] == said[2]
    assert said[0] != said[1]


@pytest.mark.parametrize(
    "line",
    [
        "what happens in the last row?",
        "when do I reach row h?",
        "can he jump c3?",
        "is there a row to fill?",
        "is c3 safe?",
    ],
)
def test_a_line_about_moving_is_about_no_part_of_the_board(line: str) -> None:
    naming = Naming(AMERICAN, BLACK, "console")
    assert part_asked_about(line, squares_named(line, naming), naming) is None
