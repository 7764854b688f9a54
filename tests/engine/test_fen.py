"""FEN: every position is written and read back, and what is wrong with a bad one is quoted."""

import random
import re

import pytest
from support.cases import cases
from support.naive_generator import SETS, read_fen, start, write_fen
from support.naive_values import position_of, state_of
from support.random_positions import random_state

from engine.fen import fen_squares, fen_text, parse_fen, short_fen
from engine.position import Position
from engine.printable import quoted
from engine.rules import AMERICAN, RULE_SETS, Rules


@pytest.mark.parametrize("name", RULE_SETS)
def test_reads_back_every_position(name: str) -> None:
    rng = random.Random(f"fen {name}")
    rules = RULE_SETS[name]
    assert fen_text(Position.start(rules)) == write_fen(start(SETS[name]))
    for _ in range(30):
        state = random_state(SETS[name], rng)
        position = position_of(rules, state)
        assert fen_text(position) == write_fen(state)
        assert parse_fen(fen_text(position), rules) == parse_fen(short_fen(position), rules) == position
        assert len(short_fen(position)) <= len(fen_text(position))
        assert state_of(parse_fen(write_fen(state), rules)) == state == read_fen(fen_text(position))


def test_writes_three_men_or_more_in_a_row_as_a_range() -> None:
    start = Position.start(RULE_SETS["international"])
    assert short_fen(start) == "W:W31-50:B1-20"
    fen = "B:W21,22,K29,30,31,32:B1,K2,3,K4,K5"
    assert short_fen(parse_fen(fen, AMERICAN)) == fen.replace("30,31,32", "30-32")


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
