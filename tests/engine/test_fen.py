"""FEN: every position is written and read back, and what is wrong with a bad one is quoted."""

import random
import re

import pytest
from support.cases import cases
from support.naive_generator import SETS, read_fen, write_fen
from support.naive_values import position_of, state_of
from support.random_positions import random_state

from engine.fen import fen_squares, fen_text, parse_fen
from engine.geometry import BLACK, WHITE
from engine.position import KING, MAN, TRIPLE, Piece, Position
from engine.printable import quoted
from engine.rules import AMERICAN, RULE_SETS, Rules

TRIPLE_KING = RULE_SETS["triple-king"]


def test_writes_side_to_move_then_squares_and_ranks() -> None:
    position = parse_fen("B:W18,24,K27:B5,K10,T12", TRIPLE_KING)
    assert position.side == BLACK
    assert {number: piece for number in range(1, 33) if (piece := position.piece(number))} == {
        18: Piece(WHITE, MAN),
        24: Piece(WHITE, MAN),
        27: Piece(WHITE, KING),
        5: Piece(BLACK, MAN),
        10: Piece(BLACK, KING),
        12: Piece(BLACK, TRIPLE),
    }
    assert fen_text(position) == "B:W18,24,K27:B5,K10,T12"


@pytest.mark.parametrize("name", RULE_SETS)
def test_writes_the_start(name: str) -> None:
    start = Position.start(RULE_SETS[name])
    last = 50 if name in ("international", "killer", "breakthrough") else 32
    men = {"international": 20, "killer": 20, "breakthrough": 20, "thai": 8}.get(name, 12)
    low, high = (1, men), (last - men + 1, last)
    white, black = (low, high) if name in ("spanish", "portuguese", "thai") else (high, low)
    side = "B" if name in ("american", "casual", "triple-king", "pool", "thai") else "W"
    squares = [",".join(map(str, range(first, end + 1))) for first, end in (white, black)]
    assert fen_text(start) == f"{side}:W{squares[0]}:B{squares[1]}"
    assert parse_fen(fen_text(start), RULE_SETS[name]) == start
    assert parse_fen(f"{side}:W{white[0]}-{white[1]}:B{black[0]}-{black[1]}", RULE_SETS[name]) == start


@pytest.mark.parametrize("name", RULE_SETS)
def test_reads_back_every_position(name: str) -> None:
    rng = random.Random(f"fen {name}")
    rules = RULE_SETS[name]
    for _ in range(30):
        state = random_state(SETS[name], rng)
        position = position_of(rules, state)
        assert fen_text(position) == write_fen(state)
        assert parse_fen(fen_text(position), rules) == position
        assert state_of(parse_fen(write_fen(state), rules)) == state == read_fen(fen_text(position))


@pytest.mark.parametrize(("text", "rules", "fen"), cases("foreign_fen"))
def test_reads_what_others_write(text: str, rules: str, fen: str) -> None:
    assert fen_text(parse_fen(text, RULE_SETS[rules])) == fen_text(parse_fen(fen, RULE_SETS[rules]))


def test_lists_the_squares_of_a_fen_by_their_names() -> None:
    assert fen_squares("B:Wa1,KC3,21-23:BB8,K5.") == ["a1", "c3", "21", "23", "b8", "5"]
    assert fen_squares("hello") == fen_squares("") == []


def test_reads_a_side_without_pieces() -> None:
    assert fen_text(parse_fen("B:W18:B\n", AMERICAN)) == "B:W18:B"
    assert fen_text(parse_fen("B:W:B1-3", AMERICAN)) == "B:W:B1,2,3"


def test_time_is_linear_in_the_length_of_a_fen() -> None:
    for text in (" ", ",", "W:", "[FEN ", ":H0", "-", '"', "G1,"):
        assert isinstance(_read(f"W:W{text * 30_000}!", AMERICAN), str)


@pytest.mark.parametrize(("text", "quoted"), cases("wrong_fen"))
def test_quotes_what_is_wrong(text: str, quoted: str) -> None:
    with pytest.raises(ValueError, match=re.escape(quoted)):
        parse_fen(text, AMERICAN)


def test_cuts_what_it_quotes() -> None:
    digits = "9" * 200
    with pytest.raises(ValueError, match=re.escape(f'FEN "B:W1,{digits[5:]}...": "{digits}..." is no square')):
        parse_fen(f"B:W1,{digits * 500}:B32", AMERICAN)


def _read(text: str, rules: Rules) -> Position | str:
    """Return the position, or the error message."""
    try:
        return parse_fen(text, rules)
    except ValueError as refusal:
        return str(refusal)


def test_reads_or_rejects_random_text() -> None:
    rng = random.Random("fens")
    for _ in range(800):
        parts = ["".join(rng.choices("BWKT0123459,-. ²٣", k=rng.randint(0, 6))) for _ in range(rng.randint(1, 4))]
        text = ":".join(parts)
        for rules in (AMERICAN, RULE_SETS["international"]):
            read = _read(text, rules)
            if isinstance(read, str):
                assert read.startswith(("FEN ", f"{quoted(text)} is not a FEN")), text
            else:
                assert parse_fen(fen_text(read), rules) == read
