"""The reasons for hints, each in a position where it is true."""

from collections.abc import Sequence

import pytest

from ai.engine import SearchInfo
from console.game.naming import Naming
from console.game.typed_squares import parse_squares
from console.text import sentences
from console.text.hints import merits
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.notation import find_move
from engine.position import Move
from engine.rules import AMERICAN, RULE_SETS, Rules


def heard(
    fen: str, moves: Sequence[str], score: int = 0, rules: Rules = AMERICAN, *, proved: bool = False
) -> list[str]:
    """Return the merits of the first move of a line."""
    position = before = parse_fen(fen, rules)
    generator, line = MoveGenerator(rules), list[Move]()
    for text in moves:
        line.append(find_move(parse_squares(text, Naming(rules, BLACK, "console")), generator.routes(position)))
        position = line[-1].after
    return merits(before, SearchInfo(score, tuple(line), proved=proved), rules, Naming(rules, BLACK, "console"))


@pytest.mark.parametrize(
    ("fen", "moves", "said"),
    [
        ("B:W18,32:B15,1", ["15x22"], ["is forced", "takes a man"]),
        ("B:W18,19,32:B15,1", ["15x22"], ["takes a man"]),
        ("B:W18,26,19,32:B15,1", ["15x22x31"], ["takes two men", "makes a king"]),
        ("B:W18,K26,19,32:B15,1", ["15x22x31"], ["takes a man and a king", "makes a king"]),
        ("B:W18,19,25:B15,1", ["15x24"], ["takes a man"]),
        ("B:W18,19,28:B15,1", ["15x24", "28x19"], ["exchanges one for one"]),
        ("B:W28:B27,1", ["27-31"], ["makes a king"]),
        ("B:W21:B22,1", ["22-26", "21-17", "26-31"], ["leads to a king"]),
        ("B:W20:BK4,1", ["4-8"], ["brings the king closer to E1"]),
        ("B:W18,23:B14,6,1", ["6-9"], ["prevents the jump over D6"]),
        ("B:W18,20,23:B14,16,6,1", ["6-9"], []),
        ("B:W18,23:B14,6,1", ["14-17"], ["saves the man on D6"]),
        ("B:W19,32:B11,12,1", ["11-16"], ["attacks E3"]),
        ("B:W21-32:B1-12", ["11-15"], ["takes the center"]),
        ("B:W16,19:B12,1,5", ["1-6"], ["brings up a man from behind"]),
        ("B:W30,31:B1,2,9", ["2-7"], ["brings up a man from behind"]),
        ("B:W30,31:B1,17", ["17-22"], ["brings the man closer to the king row"]),
        ("B:W30,31,32:BK1", ["1-6"], ["brings the king closer to H6"]),
        ("B:W21,22,30:B9,10,14,15", ["9-13"], ["is safe at the edge"]),
        ("B:W18,19,28:B15,1,2", ["15x24", "28x19"], ["exchanges one for one"]),
        ("B:W22,23,32:B14,10,6", ["14-18", "22x15", "10x19x26"], ["is a two-for-one"]),
        (
            "W:WK10,K15,24,27,28:B12,19,20,K22,K26",
            ["27-23", "20x27", "23x16", "12x19", "15x24x31"],
            ["is a three-for-two by a back shot"],
        ),
        ("B:WK10,K17:BK18,K25", ["25-21", "17-22", "18x25", "10-15"], ["takes a piece for nothing", "attacks E7"]),
        (
            "B:WK4,K17:BK7,K26",
            ["7-10", "4-8", "26-23", "8-11", "23-18", "17-21", "18-22"],
            ["has the move, so the other side must give way"],
        ),
    ],
)
def test_names_a_merit(fen: str, moves: list[str], said: list[str]) -> None:
    assert heard(fen, moves) == said


def test_names_a_win_or_a_sacrifice_first() -> None:
    assert heard("B:W22,23,32:B14,10,6", ["14-18", "22x15", "10x19x26"])[0] == "is a two-for-one"
    assert heard("B:W32:B27,1", ["27-31"], score=29_990)[0] == "seems to win"
    assert heard("B:W32:B27,1", ["27-31"], score=29_990, proved=True)[0] == "wins"


def test_names_two_merits_at_most() -> None:
    position = parse_fen("B:W18,26,19,32:B15,1", AMERICAN)
    moves = MoveGenerator(AMERICAN).routes(position)
    naming = Naming(AMERICAN, BLACK, "console")
    move = next(move for move in moves if move.end == 31)
    said = merits(position, SearchInfo(29_990, (move,), proved=True), AMERICAN, naming)
    assert said == ["wins", "takes two men"]
    assert sentences.hint(move, moves, naming, said) == "I would move D4 F6 H4 (15x31); it wins and takes two men."
    assert sentences.hint(move, moves, naming, []) == "I would move D4 F6 H4 (15x31)."


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_gives_hints_under_every_rule_set(rules: Rules) -> None:
    game = Game(rules)
    for _ in range(40):
        if game.outcome:
            break
        move = game.legal_moves()[-1]
        said = merits(game.position, SearchInfo(0, (move,)), rules, Naming(rules, BLACK, "console"))
        assert len(said) <= 2
        game.play(move)
