"""FEN: every position is written and read back, and what is wrong with a bad one is quoted."""

import random
import re

import pytest
from support.naive_generator import SETS, read_fen, write_fen
from support.naive_values import position_of, state_of
from support.random_positions import random_state

from engine.fen import fen_squares, fen_text, parse_fen
from engine.geometry import BLACK, WHITE
from engine.position import KING, MAN, TRIPLE, Piece, Position
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
    last = 50 if name in ("international", "killer") else 32
    men = {"international": 20, "killer": 20, "thai": 8}.get(name, 12)
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
    for _ in range(200):
        state = random_state(SETS[name], rng)
        position = position_of(rules, state)
        assert fen_text(position) == write_fen(state)
        assert parse_fen(fen_text(position), rules) == position
        assert state_of(parse_fen(write_fen(state), rules)) == state == read_fen(fen_text(position))


@pytest.mark.parametrize(
    "text",
    [
        "W:W18,K27:B5,K10",
        "W:B5,K10:W18,K27",
        "w:wk27,18:bk10,5",
        "W:W18,K27:B5,K10.",
        " W:W18, K27:B5, K10 ",
        "W:W18-18,K27:B5,K10",
        "W:WK27,18:BK10,5\n",
    ],
)
def test_reads_other_spellings_of_a_position(text: str) -> None:
    assert fen_text(parse_fen(text, AMERICAN)) == "W:W18,K27:B5,K10"


@pytest.mark.parametrize(
    ("text", "rules", "fen"),
    [
        # PDN 3.0: either side alone, several parts of a side, ranges, an unknown side to move
        ("W:W18", "american", "W:W18:B"),
        ("B:B1-3", "american", "B:W:B1,2,3"),
        ("B:W18:", "american", "B:W18:B"),
        ("W:W30:B1:W31,32", "russian", "W:W30,31,32:B1"),
        ("?:W18:B1", "american", "B:W18:B1"),
        ("?:W18:B1", "russian", "W:W18:B1"),
        (":W18:B1", "russian", "W:W18:B1"),
        ("W18:B1", "russian", "W:W18:B1"),
        ("W:W31-50:B1-20", "international", fen_text(Position.start(RULE_SETS["international"]))),
        ("W:Wa1,Kc3:Bd8", "russian", "W:WK22,29:B2"),
        ("w:wA1,kC3:bD8", "american", "W:WK22,29:B2"),
        ("W:Wa1,22:BKd8,b8", "brazilian", "W:W22,29:B1,K2"),
        ("W:Wa3,Kj10:Bb10", "international", "W:WK5,36:B1"),
        ("W:Wg2,Kb1:Bc8", "italian", "W:W28,K29:B2"),
        ("W:W31:B1.:H0:F1", "american", "W:W31:B1"),
        # lidraughts: counters, king moves of frisian, jumped pieces, capital or small letters
        ("W:W31,32:B1,2:H0:F1", "american", "W:W31,32:B1,2"),
        ("W:W31,32:B1,2:H0:F1:+0+0", "american", "W:W31,32:B1,2"),
        ("W:W31,32:B1,2:+1+2", "american", "W:W31,32:B1,2"),
        ("W:W31,K32,G20:B1,P5,2", "american", "W:W31,K32:B1,2"),
        ("W:Wg3,Kh2:BG5", "russian", "W:W24,K28:B16"),
        ("W:Wg1,b2:Bg7,b8,h8", "russian", "W:W25,32:B1,4,8"),
        # pydraughts, py-draughts, CheckerBoard, draughts.js
        ('[FEN "W:W31,32:B1,2"]', "american", "W:W31,32:B1,2"),
        ('[FEN "W:W31,32:B01,02."]', "american", "W:W31,32:B1,2"),
        ("W:W:W31,32:B1,2", "american", "W:W31,32:B1,2"),
        ("W:B:W31,32:B", "american", "B:W31,32:B"),
        ("B:W31:B1:H0", "american", "B:W31:B1"),
        ('"W:W31:B1"', "american", "W:W31:B1"),
        # people
        ("W : W 31, 32 : B 1 - 4", "american", "W:W31,32:B1,2,3,4"),
        ("W:W31 32;30:B1 2", "american", "W:W30,31,32:B1,2"),
        ("W:W21\u201324:B1\u20124", "american", "W:W21,22,23,24:B1,2,3,4"),
        ("FEN W:W31:B1.", "american", "W:W31:B1"),
        ("W:W31,,32,:B1,", "american", "W:W31,32:B1"),
    ],
)
def test_reads_what_others_write(text: str, rules: str, fen: str) -> None:
    assert fen_text(parse_fen(text, RULE_SETS[rules])) == fen_text(parse_fen(fen, RULE_SETS[rules]))


def test_lists_the_squares_of_a_fen_by_their_names() -> None:
    assert fen_squares("B:Wa1,KC3,21-23:BB8,K5.") == ["a1", "c3", "21", "23", "b8", "5"]
    assert fen_squares("hello") == fen_squares("") == []


def test_reads_a_side_without_pieces() -> None:
    assert fen_text(parse_fen("B:W18:B", AMERICAN)) == "B:W18:B"
    assert fen_text(parse_fen("B:W:B1-3", AMERICAN)) == "B:W:B1,2,3"


def test_time_is_linear_in_the_length_of_a_fen() -> None:
    for text in (" ", ",", "W:", "[FEN ", ":H0", "-", '"', "G1,"):
        assert isinstance(_read(f"W:W{text * 100_000}!", AMERICAN), str)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", '""'),
        ("hello", '"hello"'),
        ("B", '"B"'),
        ("X:W18:B1", "X:W18:B1"),
        ("B:X18:B1", "X18"),
        ("B:?18:B1", "?18"),
        ("B::", "B::"),
        ("B:W:B", "B:W:B"),
        ("B:Wi9:B1", "I9"),
        ("B:Wa2:B1", "A2"),
        ("B:Wc3-a1:B1", "C3-A1"),
        ("B:W18,x:B1", '"X"'),
        ("B:W18,Q20:B1", "Q20"),
        ("B:W18,-20:B1", "-20"),
        ("B:W18,K:B1", '"K"'),
        ("B:W0:B1", '"0"'),
        ("B:W33:B1", '"33"'),
        ("B:W18,18:B1", "18"),
        ("B:W18:B18", "18"),
        ("B:W20-18:B1", "20-18"),
        ("B:W30-33:B1", "30-33"),
        ("B:W18:BT1", "T1"),
        ("B:W3:B1", "K3"),
        ("B:W18:B30", "K30"),
        ("B:W18:B²", "²"),
    ],
)
def test_quotes_what_is_wrong(text: str, quoted: str) -> None:
    with pytest.raises(ValueError, match=re.escape(quoted)):
        parse_fen(text, AMERICAN)


def test_rejects_squares_off_the_board_of_the_rules() -> None:
    assert fen_text(parse_fen("W:W50:B1", RULE_SETS["international"])) == "W:W50:B1"
    for number in (51, 100):
        with pytest.raises(ValueError, match=f'"{number}"'):
            parse_fen(f"W:W{number}:B1", RULE_SETS["international"])


def test_cuts_what_it_quotes() -> None:
    digits = "9" * 200
    with pytest.raises(ValueError, match=re.escape(f'FEN "B:W1,{digits[5:]}...": "{digits}..." is no square')):
        parse_fen(f"B:W1,{digits * 500}:B32", AMERICAN)


def test_rejects_a_number_of_any_length() -> None:
    for square in ("9" * 5000, "K" + "9" * 5000, "1-" + "9" * 5000):
        with pytest.raises(ValueError, match="is no square"):
            parse_fen(f"W:W{square}:B1", AMERICAN)


def _read(text: str, rules: Rules) -> Position | str:
    """Return the position, or the error message."""
    try:
        return parse_fen(text, rules)
    except ValueError as refusal:
        return str(refusal)


def test_reads_or_rejects_random_text() -> None:
    rng = random.Random("fens")
    for _ in range(4000):
        parts = ["".join(rng.choices("BWKT0123459,-. ²٣", k=rng.randint(0, 6))) for _ in range(rng.randint(1, 4))]
        text = ":".join(parts)
        for rules in (AMERICAN, RULE_SETS["international"]):
            read = _read(text, rules)
            if isinstance(read, str):
                assert read.startswith("FEN "), text
            else:
                assert parse_fen(fen_text(read), rules) == read
