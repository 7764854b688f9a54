"""The reasons for hints, each in a position where it is true."""

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from support.cases import cases
from support.endings import random_ending, tabled_engine

from ai.engine import Limits, RootMove, SearchInfo
from console.game.move_input import parse_squares
from console.game.naming import Naming
from console.text.hints import merits
from console.text.sentences import because
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.notation import find_move
from engine.position import Move
from engine.rules import AMERICAN, RULE_SETS, Rules


def heard(
    fen: str, moves: Sequence[str], score: int = 1, *, proved: bool = False, other: int | None = None
) -> list[str]:
    """Return the merits of the first move of a line. ``other`` is the score of all other moves."""
    position = before = parse_fen(fen, AMERICAN)
    generator, line = MoveGenerator(AMERICAN), list[Move]()
    for text in moves:
        line.append(find_move(parse_squares(text, Naming(AMERICAN, BLACK, "console")), generator.routes(position)))
        position = line[-1].after
    rest = [RootMove(move, other) for move in generator.routes(before) if other is not None and move != line[0]]
    info = SearchInfo(score, tuple(line), roots=(RootMove(line[0], score), *rest), proved=proved)
    return merits(before, info, AMERICAN, Naming(AMERICAN, BLACK, "console"))


@pytest.mark.parametrize(("fen", "moves", "said"), cases("merits"))
def test_names_a_merit(fen: str, moves: str, said: str) -> None:
    assert ("; ".join(heard(fen, moves.split())) or "-") == said


def test_names_a_win_or_a_sacrifice_first() -> None:
    assert heard("B:W22,23,32:B14,10,6", ["14-18", "22x15", "10x19x26"])[0] == "is a two-for-one"
    assert heard("B:W32:B27,1", ["27-31"], score=29_990)[0] == "seems to win"
    worse = heard("B:WK4,K17:BK7,K26", ["7-10", "4-8", "26-23", "8-11", "23-18", "17-21", "18-22"], score=-5)
    assert worse == ["brings the king closer to E7"]
    assert "the move" not in heard("W:WK1,K2,21:B13,K18,K32", ["1-5"], score=0)[0]
    assert heard("B:WK6:B4,K19,21,25", ["19-15"], score=29_990, proved=True)[1] == "brings the king closer to B6"
    assert heard("B:W19,28:B15,1,2", ["15x24", "28x19"], score=-5)[-1] == "exchanges one for one"


def test_gains_a_piece_for_nothing_only_if_the_other_side_must_lose_it() -> None:
    steal = "B:WK10,K17:BK18,K25", ["25-21", "17-22", "18x25", "10-15"]
    assert heard(*steal, other=-60)[0] == "gains a piece for nothing"
    assert heard(*steal, other=0) == ["attacks E7"]
    line = ["30-26", "5-9", "26x17", "9-13", "31-27", "13x22"]
    assert heard("W:W20,21,23,29,30,31,32:B3,5,10,11,14,15,16,22", line, other=-60) == ["attacks F6"]
    line = ["25-22", "11-15", "18x11", "8x15", "23-18", "14x23", "27x18x11", "7x16"]
    assert "bridge" not in heard("B:W21,30,32:B4,5,28", ["5-9", "32-27", "28-32"], other=0)[0]
    assert "four" not in heard("W:W18,20,21,23,25,26-32:B2,3,4,5,6,7,8,9,10,11,12,14", line, other=0)[0]


def test_names_two_merits_at_most() -> None:
    said = heard("B:W18,26,19,32:B15,1", ["15x22x31"], score=29_990, proved=True)
    assert said == ["wins", "takes two men"]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_gives_hints_under_every_rule_set(rules: Rules) -> None:
    game = Game(rules)
    while not game.outcome and game.ply < 40:
        move = game.legal_moves()[-1]
        said = merits(game.position, SearchInfo(0, (move,)), rules, Naming(rules, BLACK, "console"))
        assert 1 <= len(said) <= 2
        game.play(move)


def test_a_piece_that_could_be_jumped_before_is_not_attacked() -> None:
    position = parse_fen("B:W18,32:B15,11,1", AMERICAN)
    move = next(move for move in MoveGenerator(AMERICAN, "free").legal_moves(position) if move.start == 1)
    said = merits(position, SearchInfo(0, (move,)), AMERICAN, Naming(AMERICAN, BLACK, "console"))
    assert "attacks" not in " ".join(said)


def test_a_sentence_says_what_the_move_is_before_what_it_does() -> None:
    """It said "it draws and is the First Position"."""
    engine, naming, seen = tabled_engine(), Naming(AMERICAN, BLACK, "console"), Counter[str]()
    for seed in range(400):
        position = random_ending(AMERICAN, Random(seed), 5)
        exact = engine.exact_moves(position)
        if len(exact) < 2 or not position.of(1 - position.side):
            continue
        info = engine.analyze([position], Limits(nodes=200))
        said = because(merits(position, info, AMERICAN, naming, "forced", exact[0].value), "")
        assert not re.search(" and is |, but is ", said)
        assert exact[0].value.outcome > 0 or "Position" not in said
        seen.update(each for each in (", but ", ": it is ") if each in said)
    assert seen[", but "]
    assert seen[": it is "]


def test_a_good_and_a_bad_reason_are_joined_by_but() -> None:
    assert because(["wins", "sacrifices one"], "E3 D2") == "E3 D2: it wins, but sacrifices one."
    assert because(["loses in 5", "makes a king"], "E3 D2") == "E3 D2: it loses in 5, but makes a king."
    assert because(["wins in 5", "makes a king"], "E3 D2") == "E3 D2: it wins in 5 and makes a king."
