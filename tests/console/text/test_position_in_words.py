"""The messages of "where" and "look": complete descriptions of a position, enough to play a game without a board."""

import re
from random import Random

import pytest
from support.cases import cases
from support.conversation import converse, options

from console.game.move_input import JumpPath, parse_squares
from console.game.naming import RANK_NAMES, Naming
from console.text.phrases import PHRASES
from console.text.position import ME, YOU, look, where
from engine.game import Game
from engine.geometry import WHITE
from engine.printable import printable
from engine.rules import RULE_SETS

NAMED = re.compile(r"\b(men|man|kings?|triple kings?) on ((?:[A-J]\d+(?:, | and (?!a))?)+)")


def answer(lines: list[str], word: str, **fields: object) -> str:
    """Return the messages between a word and the next question, as running text."""
    transcript = converse([*lines, word], options(**fields))  # type: ignore[arg-type]  # the types of the fields differ
    after = transcript[transcript.rindex(f"? {printable(word)}\n") :].partition("\n")[2]
    return " ".join(after[: after.rindex("\n", 0, after.rindex("? ")) + 1].split())


def test_where_describes_pieces_turn_and_jumps() -> None:
    assert answer([], "where", fen="B:W18,K5,K9,32:B11,4,15", jumping="forced") == (
        "You (Black) have 3 men on A1, C3 and D4. I (White) have 2 men on E5 and H2, and 2 kings on B8 and C7. "
        "I am one piece ahead, 4 to 3. It is your move. You can jump from D4."
    )


def test_names_two_players() -> None:
    message = answer([], "where", fen="B:WK32:B1", players="two", other="Eve")
    assert (
        message
        == "Dan (Black) has a man on A7. Eve (White) has a king on H2. The pieces are even, 1 each. It is Dan's move."
    )


def test_names_the_sides_before_the_players_are_known() -> None:
    message = answer([], "where", first=None, fen="B:WK32:B1")
    assert message == "Black has a man on A7. White has a king on H2. The pieces are even, 1 each. It is Black's move."


@pytest.mark.parametrize(("typed", "message"), cases("looks"))
def test_look_describes_a_square(typed: str, message: str) -> None:
    assert answer([], typed, fen="B:W18,K5:B15", jumping="free") == message


@pytest.mark.parametrize(
    ("lines", "word", "end"),
    [
        ([], "where", "It is your move."),
        (["c3 e5"], "where", "You are in the middle of a jump."),
        ([], "look c3", "Your man is on C3."),
        ([], "look d4", "My man is on D4."),
        (["c3"], "look c3", "Your man is on C3."),
    ],
)
def test_under_huff_does_not_say_who_can_move(lines: list[str], word: str, end: str) -> None:
    assert answer(lines, word, fen="B:W15,22,32:B11,1").endswith(end)


def test_under_huff_a_question_for_jumps_is_not_answered() -> None:
    assert answer([], "can i jump?", fen="B:W15,22,32:B11,1").startswith(PHRASES["nothing"]["jumps in huff"])


def test_under_huff_says_what_is_in_danger_when_asked() -> None:
    assert answer([], "where danger", fen="B:W18,32:B15,1") == "D4 is in danger."


def test_says_what_a_move_puts_in_danger_but_not_what_it_passes_up() -> None:
    message = answer([], "what if f8 g7?", fen="B:W15,22,32:B11,21")
    assert message == "After F8 G7, C3 can be jumped."


def test_counts_the_moves() -> None:
    assert "That makes 1 move so far." in answer(["c3 d4"], "where")


def test_describes_a_jump_under_way_and_the_jumped_pieces() -> None:
    message = answer(["b6 d8"], "where", fen="W:W9,29:B4,6,11,23", rules="russian", jumping="forced")
    assert message.endswith(
        "c7 and f6 have been jumped and come off when the turn ends. "
        "You are in the middle of a jump, and g5 can jump to c1 or d2."
    )


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_describes_every_piece_and_every_move(rules: object) -> None:
    rng = Random(3)
    game = Game(rules, "forced")  # type: ignore[arg-type]  # a parameter of the test
    naming = Naming(game.rules, WHITE, "console")
    while game.ply < 60 and game.outcome is None:
        game.play(rng.choice(game.legal_moves()))
        if game.ply % 4:
            continue
        path, persons = JumpPath.of(game), (ME, YOU)
        first, second, *_ = where(game, path, naming, persons).values()
        found = {}
        for side, sentence in ((game.side, first), (1 - game.side, second)):
            assert sentence.startswith(persons[side].subject)
            for kind, squares in NAMED.findall(sentence):
                rank = RANK_NAMES.index(kind.replace("men", "man").removesuffix("s"))
                for number in parse_squares(squares.replace("and", ""), Naming(game.rules, WHITE, "console")):
                    found[number] = (side, rank)
        pieces = {number: game.position.piece(number) for number in range(1, game.rules.geometry.squares + 1)}
        assert found == {number: (piece.side, piece.rank) for number, piece in pieces.items() if piece is not None}
        moves = game.legal_moves()
        for number in found:
            message = look(number, game, path, naming, persons)
            ways = {naming.square(move.path[1]) for move in moves if move.start == number}
            assert set(re.findall(r"[A-J]\d+", message.partition(":")[2])) == ways
