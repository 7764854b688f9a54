"""The reasons for hints, each in a position where it is true."""

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from support.cases import cases
from support.endings import random_ending, tabled_engine

from ai.claims import Claims
from ai.engine import Limits, SearchInfo
from ai.score import ExactValue
from console.game.move_input import parse_squares
from console.game.naming import Naming
from console.text.hints import because, merits, why_moved
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.notation import find_move
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Rules


def heard(fen: str, moves: Sequence[str], score: int = 1, *, proved: bool = False) -> list[str]:
    """Return the reasons for the first move of a line."""
    before = position = parse_fen(fen, AMERICAN)
    generator, line = MoveGenerator(AMERICAN), list[Move]()
    for text in moves:
        line.append(find_move(parse_squares(text, Naming(AMERICAN, BLACK, "console")), generator.routes(position)))
        position = line[-1].after
    info = SearchInfo(score, tuple(line), proved=proved)
    return reasons(before, info)


def reasons(before: Position, info: SearchInfo, rules: Rules = AMERICAN, value: ExactValue | None = None) -> list[str]:
    """Return what is said about the best move."""
    return list(merits(Claims(rules).of_best(before, info, value), Naming(rules, BLACK, "console")))


@pytest.mark.parametrize(("fen", "moves", "said"), cases("merits"))
def test_names_a_merit(fen: str, moves: str, said: str) -> None:
    assert ("; ".join(heard(fen, moves.split())) or "-") == said


def test_names_a_win_or_a_sacrifice_first() -> None:
    assert heard("B:W18,25,26,30:B13,17,21,K24", ["17-22", "26x17", "13x22x29"])[0] == "is a two-for-one"
    assert heard("B:W32:B27,1", ["27-31"], score=29_990)[-1] == "seems to win"
    assert heard("B:W19,28:B15,1,2", ["15x24", "28x19"], score=-5)[-1] == "exchanges one for one"


def test_names_two_merits_at_most() -> None:
    said = heard("B:W18,26,19,32:B15,1", ["15x22x31"], score=29_990, proved=True)
    assert said == ["wins", "takes two men"]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_gives_hints_under_every_rule_set(rules: Rules) -> None:
    game = Game(rules)
    while not game.outcome and game.ply < 12:
        move = game.legal_moves()[-1]
        assert len(reasons(game.position, SearchInfo(0, (move,)), rules)) <= 2
        game.play(move)


def test_a_piece_that_could_be_jumped_before_is_not_attacked() -> None:
    position = parse_fen("B:W18,32:B15,11,1", AMERICAN)
    move = next(move for move in MoveGenerator(AMERICAN, "free").legal_moves(position) if move.start == 1)
    assert "attacks" not in " ".join(reasons(position, SearchInfo(0, (move,))))


def test_a_sentence_says_what_the_move_is_before_what_it_does() -> None:
    """It said "it draws and is the First Position"."""
    engine, seen = tabled_engine(), Counter[str]()
    for seed in range(60):
        position = random_ending(AMERICAN, Random(seed), 5)
        exact = engine.exact_moves(position)
        if len(exact) < 2 or not position.of(1 - position.side):
            continue
        info = engine.analyze([position], Limits(nodes=200))
        said = because(reasons(position, info, AMERICAN, exact[0].value), "")
        assert not re.search(" and is |, but is ", said)
        seen.update(each for each in (", but ", ": it is ") if each in said)
    assert seen[", but "]
    assert seen[": it is "]


def test_a_good_and_a_bad_reason_are_joined_by_but() -> None:
    assert because(["wins", "sacrifices one"], "E3 D2") == "E3 D2: it wins, but sacrifices one."
    assert because(["loses in 5", "makes a king"], "E3 D2") == "E3 D2: it loses in 5, but makes a king."
    assert because(["wins in 5", "makes a king"], "E3 D2") == "E3 D2: it wins in 5 and makes a king."


@pytest.mark.parametrize(
    ("fen", "move", "said"),
    [
        ("B:W21-32:B1-12", "11-15", "C3 D4: it takes the center."),
        ("B:W15,32:B11,1", "11x18", "C3 E5: it takes a man."),
        ("B:W32:B12", "12-16", "C1 D2: it is the only move."),
        ("B:W19,32:B11,12,1", "11-16", "C3 D2: that you will see."),
    ],
)
def test_says_why_a_move_was_made_but_not_what_it_threatens(fen: str, move: str, said: str) -> None:
    naming = Naming(AMERICAN, BLACK, "console")
    game = Game(AMERICAN, "huff", parse_fen(fen, AMERICAN))
    game.play(find_move(parse_squares(move, naming), game.routes()))
    assert why_moved(game, naming) == said
