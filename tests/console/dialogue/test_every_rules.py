"""Conversations under every rule set, through the plain front end."""

import pytest
from support.cases import cases
from support.conversation import Script, converse, message_lines, options, said, talk
from support.paths import DATA

from console.game.move_input import JumpPath, parse_squares
from console.game.naming import Naming
from console.game.options import default_jumping
from console.text.board import board_text
from console.text.sentences import NO_MORE_JUMPS
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import SIDE_NAMES, WHITE
from engine.rules import RULE_SETS, Jumping, Rules

EVERY_SET = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


def game_messages(
    name: str, fen: str | None, typed: list[str], *replies: str, jumping: Jumping | None = None
) -> list[str]:
    """Return the messages of a game after its first line, without the counts of taken men."""
    chosen = options(fen=fen, rules=name, jumping=jumping or default_jumping(RULE_SETS[name]))
    lines = message_lines(converse(typed, chosen, Script(replies)))[1:-1]
    return [line for line in lines if not line.startswith(("Taken: ", "Your move"))]


@EVERY_SET
def test_plays_either_side_and_shows_a_legal_first_move_as_the_example(rules: Rules) -> None:
    for first in (True, False):
        heard = talk(options(rules=rules.name, jumping=default_jumping(rules), first=first))
        naming = Naming.of(rules, rules.first if first else 1 - rules.first, None)
        assert f"like {naming.example})" in heard.asked.prompt
        if first:
            assert naming.example in map(naming.move, heard.state.game.legal_moves())
        else:
            assert f"You play {SIDE_NAMES[1 - rules.first]} against level 5." in heard.texts[0]
            assert heard.texts[-1].startswith("I move ")


RUSSIAN_KING = "W:W9,29:B4,6,11,23"
PASSING_MAN = "W:W9,24,29:B6,7,16,19,4"


@pytest.mark.parametrize(("name", "fen", "typed", "reply", "lines"), cases("multiple_jumps"))
def test_plays_a_multiple_jump_by_its_landing_squares(name: str, fen: str, typed: str, reply: str, lines: str) -> None:
    """The answers Y and N are ignored with forced jumping, which asks no questions."""
    for jumping in RULE_SETS[name].jumpings:
        messages = game_messages(name, fen, typed.split(";"), reply, jumping=jumping)
        for line in lines.split(";"):
            if line != NO_MORE_JUMPS or jumping == "huff":
                assert line in messages


@pytest.mark.parametrize(("name", "jumping", "fen", "typed", "reason"), cases("rejected_moves"))
def test_rejects_an_illegal_move_with_the_right_reason(
    name: str, jumping: str, fen: str, typed: str, reason: str
) -> None:
    assert reason in said(typed.split(";"), rules=name, fen=fen, jumping=jumping)
    assert len(reason) <= 78


def test_shows_the_board_during_a_jump() -> None:
    """Jumped pieces are marked until the jump ends. Russian rules crown a man during a jump, Brazilian do not."""
    output = converse(["b6 d8", "board"], options(fen=RUSSIAN_KING, rules="russian", jumping="forced"))
    assert "8 | .   .   .   . x |\n7 |   . - .   .   . |\n6 | .   .   . - .   |\n5 |   .   .   . O . |" in output
    assert "- is jumped and still stands" in output
    for name, fen, row in (
        ("russian", RUSSIAN_KING, "H | .   . O .   . x |"),
        ("brazilian", PASSING_MAN, "H | .   . o .   . x |"),
    ):
        game = Game(RULE_SETS[name], "forced", parse_fen(fen, RULE_SETS[name]))
        naming = Naming(game.rules, WHITE, "console")
        jump = JumpPath.of(game).along(*parse_squares("F2 H4", naming))
        assert board_text(jump.position, naming, WHITE, jump.standing).splitlines()[1] == row
    output = converse(["C1 A3", "Y", "board"], options(fen="B:BK12,10,4:W8,14,29", rules="triple-king", jumping="free"))
    assert "B | .   .   .   .   |\nA | x . * .   .   . |" in output
    assert "still stands" not in output


def test_draws_triple_kings_with_distinct_characters() -> None:
    output = converse([], options(fen="B:BT1,K6,4:WT29,K30", rules="triple-king"))
    assert "H | .   .   . O . @ |" in output
    assert "B | .   .   . X .   |\nA | x .   .   . * . |" in output
    assert "  triple-king, huff; kings are capitals, triple kings * and @\n" in output


def test_draws_a_ten_by_ten_board() -> None:
    board = (DATA / "ten_by_ten.txt").read_text("ascii")
    assert f"\n{board}" in converse([], options(rules="international", jumping="forced"))


def test_mirrors_the_italian_board() -> None:
    output = converse([], options(rules="italian", jumping="forced"))
    assert "25 | o . o . o . o . | 28\n29 | . o . o . o . o | 32" in output
