"""The rules sentence by sentence: each is one position and all its legal moves, by every route.

Moves are whole paths; ``=K`` and ``=T`` say what the piece is afterwards, where the sentence is about that.
"""

import re

import pytest
from support.naive_generator import SETS, Route, read_fen, routes
from support.naive_values import RANK_LETTERS, position_of, route_of

from engine.fen import parse_fen
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.moves import MoveGenerator
from engine.position import MAN, Position
from engine.rules import RULE_SETS, Jumping

CASES: list[tuple[str, str, Jumping, str, str]] = [
    # A man's way and a king's.
    ("A man steps forward only", "american", "forced", "B:W28:B18", "18-22 18-23"),
    ("A white man steps toward Black", "american", "forced", "W:W18:B1", "18-14 18-15"),
    ("Men capture backward: no", "american", "forced", "B:W19,32:B23", "23-26 23-27"),
    ("Men capture backward: no, casual", "casual", "forced", "B:W19,32:B23", "23-26 23-27"),
    ("Men capture backward: no, triple-king", "triple-king", "forced", "B:W19,32:B23", "23-26 23-27"),
    ("Men capture backward: no, italian", "italian", "forced", "B:W19,30:B23", "23-27 23-28"),
    ("Men capture backward: yes", "russian", "forced", "B:W19,32:B23", "23x16"),
    ("Men capture backward: yes, brazilian", "brazilian", "forced", "B:W19,32:B23", "23x16"),
    ("Men capture backward: yes, international", "international", "forced", "B:W23,50:B28", "28x19"),
    ("Kings step one square", "american", "forced", "B:W28:BK18", "18-14 18-15 18-22 18-23"),
    ("A king steps one square, triple-king", "triple-king", "forced", "B:W28:BK18", "18-14 18-15 18-22 18-23"),
    (
        "Kings step any distance along a clear diagonal",
        "russian",
        "forced",
        "B:W28:BK18,27",
        "18-23 18-22 18-25 18-29 18-15 18-11 18-8 18-4 18-14 18-9 18-5 27-31 27-32",
    ),
    (
        "Kings jump an adjacent piece, landing just beyond it",
        "american",
        "forced",
        "B:W14,15,28:BK18",
        "18x9 18x11",
    ),
    ("Kings jump an adjacent piece only", "american", "forced", "B:W27:BK18", "18-14 18-15 18-22 18-23"),
    (
        "Ranging: the one enemy on the diagonal may stand at any distance over empty squares",
        "triple-king",
        "forced",
        "B:W18,25,29:BK4",
        "4x22",
    ),
    ("The king may land on any empty square beyond it", "russian", "forced", "B:W18,28:BK4", "4x22 4x25 4x29"),
    ("Up to the next piece", "brazilian", "forced", "B:W18,28:BK4,25", "4x22"),
    ("A friend on the diagonal blocks a ranging jump", "russian", "forced", "B:W22,28:BK4,15", "15-18 15-19 4-11 4-8"),
    # The choice among captures.
    (
        "Any available capture may be chosen, whatever its length",
        "american",
        "forced",
        "B:W16,18,26,32:B12,14",
        "12x19 14x23x30",
    ),
    ("Choice among captures: any, russian", "russian", "forced", "B:W16,18,26,32:B12,14", "12x19 14x23x30"),
    ("Choice among captures: most pieces", "brazilian", "forced", "B:W16,18,26,32:B12,14", "14x23x30"),
    ("Choice among captures: most pieces, triple-king", "triple-king", "forced", "B:W16,18,26,32:B12,14", "14x23x30"),
    (
        "Choice among captures: most pieces, international",
        "international",
        "forced",
        "B:W18,23,33,50:B13,19",
        "19x28x39",
    ),
    (
        "With ranging kings and any, a king that can land where its capture goes on must land there",
        "russian",
        "forced",
        "B:W18,26:BK4",
        "4x22x31",
    ),
    # Reaching the king row while jumping.
    ("A man that reaches the king row is crowned", "american", "forced", "B:W5:B25", "25-29=K 25-30=K"),
    (
        "A man that reaches the king row while jumping is crowned and the turn ends",
        "american",
        "forced",
        "B:W20,25,26:B23",
        "23x30=K",
    ),
    (
        "A man that reaches the king row while jumping is crowned and the turn ends, italian",
        "italian",
        "forced",
        "B:W20,26,27:B23",
        "23x30=K",
    ),
    (
        "Casual differs in one thing: a man crowned by a jump goes on jumping if it can",
        "casual",
        "forced",
        "B:W20,25,26:B23",
        "23x30x21=K",
    ),
    (
        "A man that reaches the king row while jumping is crowned and jumps on as a king",
        "russian",
        "forced",
        "B:W19,25:B21",
        "21x30x16=K 21x30x12=K",
    ),
    (
        "A man that reaches the king row while jumping is crowned and jumps on as a king, triple-king",
        "triple-king",
        "forced",
        "B:W19,25:B21",
        "21x30x16=K 21x30x12=K",
    ),
    (
        "A man that reaches the king row while jumping passes: jumps on as a man if it can",
        "brazilian",
        "forced",
        "B:W25,26:B21",
        "21x30x23=M",
    ),
    (
        "A man that passes is crowned only if it stops there",
        "brazilian",
        "forced",
        "B:W19,25:B21",
        "21x30=K",
    ),
    ("A man that passes, international", "international", "forced", "B:W41,42:B36", "36x47x38=M"),
    # Jumped pieces leave the board.
    (
        "Jumped pieces leave the board at once, each as it is jumped",
        "triple-king",
        "forced",
        "B:W9,27:BK18",
        "18x5x32 18x32x5",
    ),
    (
        "Jumped pieces leave the board all together after the last jump, blocking until then and never jumped twice",
        "russian",
        "forced",
        "B:W9,27:BK18",
        "18x5 18x32",
    ),
    ("Jumped pieces never jumped twice, brazilian", "brazilian", "forced", "B:W8,25:BK22", "22x4 22x29"),
    # Triple kings.
    ("A man becomes a king on the far row", "triple-king", "forced", "B:W5:B25", "25-29=K 25-30=K"),
    (
        "A king that reaches its own first row becomes a triple king for good",
        "triple-king",
        "forced",
        "B:W32:BK8",
        "8-3=T 8-4=T 8-11=K 8-12=K",
    ),
    ("A triple king stays one", "triple-king", "forced", "B:W32:BT4", "4-8=T"),
    ("A king is no triple king on another row", "triple-king", "forced", "W:WK8:B1", "8-3=K 8-4=K 8-11=K 8-12=K"),
    ("White's own first row is the other one", "triple-king", "forced", "W:WK25:B1", "25-21=K 25-22=K 25-29=T 25-30=T"),
    ("There are no triple kings in other sets", "american", "forced", "B:W32:BK8", "8-3=K 8-4=K 8-11=K 8-12=K"),
    (
        "Either can happen in the middle of a capture, and the piece goes on with its new powers",
        "triple-king",
        "forced",
        "B:W7,14,17:BK10",
        "10x3x21=T",
    ),
    (
        "As a step, it may leap one adjacent friendly piece to the empty square just beyond",
        "triple-king",
        "forced",
        "B:W32:BT15,18,19",
        "15-22 15-24 15-10 15-11 18-22 18-23 19-23 19-24",
    ),
    (
        "A king that is not a triple king leaps no friend",
        "triple-king",
        "forced",
        "B:W32:BK15,18,19",
        "15-10 15-11 18-22 18-23 19-23 19-24",
    ),
    ("A leap passes one friend, not two", "triple-king", "forced", "B:W32:BT4,8,11", "8-12 11-15 11-16"),
    ("A leap is a step: a capture goes before it", "triple-king", "forced", "B:W26,32:BT4,8,22", "22x31"),
    (
        "While capturing, friendly pieces on its diagonal do not block it",
        "triple-king",
        "forced",
        "B:W22,32:BT15,18",
        "15x25 15x29 18x25",
    ),
    (
        "Friendly pieces beyond the jumped piece do not block it",
        "triple-king",
        "forced",
        "B:W18,28:BT4,25",
        "4x22 4x29",
    ),
    (
        "One jump may take two enemy pieces that stand directly next to each other on the diagonal, at any distance",
        "triple-king",
        "forced",
        "B:W18,22:BT4",
        "4x25 4x29",
    ),
    ("With an empty square to land on beyond", "triple-king", "forced", "B:W25,K29:BT4", "4-8"),
    ("A king that is not a triple king jumps one", "triple-king", "forced", "B:W18,22:BK4", "4-8"),
    (
        "Two enemies apart from each other are two jumps",
        "triple-king",
        "forced",
        "B:W15,22:BT4",
        "4x18x25 4x18x29",
    ),
    (
        "Two enemies apart from each other block it where a friend stands between",
        "triple-king",
        "forced",
        "B:W15,K22:BT4,18,25",
        "4-8 18-23 25-29 25-30",
    ),
    ("Three in a row block it", "triple-king", "forced", "B:W15,18,22:BT4", "4-8"),
    (
        "Of all captures the ones that take the most pieces must be chosen, two for a double",
        "triple-king",
        "forced",
        "B:W16,18,22:B12,T8",
        "8x25 8x29",
    ),
    # Jumping: forced, huff, free.
    ("Forced: when a capture exists only captures are legal", "american", "forced", "B:W18,30:B12,14", "14x23"),
    ("A multiple jump must be finished", "american", "forced", "B:W18,26,32:B12,14", "14x23x30"),
    ("Huff: a player may step although he could jump", "american", "huff", "B:W18,32:B14", "14-17 14x23"),
    (
        "Huff: or stop a multiple jump early",
        "american",
        "huff",
        "B:W18,26,32:B14",
        "14-17 14x23 14x23x30",
    ),
    ("Free: jumping is a choice", "casual", "free", "B:W18,32:B14", "14-17 14x23"),
    (
        "Free: a multiple jump may be stopped at any square",
        "casual",
        "free",
        "B:W20,25,26:B23",
        "23-27 23x30 23x30x21",
    ),
    (
        "Where a rule set says most, only failing to jump at all or stopping early is declined",
        "triple-king",
        "huff",
        "B:W16,18,26,32:B12,14",
        "12x19 14-17 14x23 14x23x30",
    ),
    # Italian.
    ("Men cannot take kings", "italian", "forced", "B:WK18,32:B14", "14-19"),
    ("Men take men", "italian", "forced", "B:W18,32:B14", "14x21"),
    ("Kings take kings", "italian", "forced", "B:WK18,32:BK14", "14x21"),
    ("Most pieces", "italian", "forced", "B:W18,26,19,32:BK14", "14x21x30"),
    ("Then with a king", "italian", "forced", "B:W18,24,32:BK14,20", "14x21"),
    ("Then most kings", "italian", "forced", "B:W18,K19,32:BK14", "14x23"),
    ("Then kings soonest", "italian", "forced", "B:WK18,26,19,K28:BK14", "14x21x30"),
    # The rest of the family.
    ("Men capture backward, pool", "pool", "forced", "B:W19,32:B23", "23x16"),
    ("Any capture, pool", "pool", "forced", "B:W16,18,26,32:B12,14", "12x19 14x23x30"),
    ("A man that passes the king row, pool", "pool", "forced", "B:W25,26:B21", "21x30x23=M"),
    ("A man that stops on the king row, pool", "pool", "forced", "B:W19,25:B21", "21x30=K"),
    ("A king must land where its capture goes on, pool", "pool", "forced", "B:W18,26:BK4", "4x22x31"),
    ("Men capture backward: no, czech", "czech", "forced", "B:W19,32:B23", "23-26 23-27"),
    ("A king must capture if it can, czech", "czech", "forced", "W:W18,K32:B15,27", "32x23"),
    ("Any capture of a man, czech", "czech", "forced", "W:W14,29:B9,10", "14x5 14x7"),
    ("Square 1 lies at White's right, spanish", "spanish", "forced", "W:W1:B32", "1-5"),
    ("Most pieces, spanish", "spanish", "forced", "W:W13,16:B17,25,20,K27", "16x23x30"),
    ("Then most kings, spanish", "spanish", "forced", "W:WK14:BK19,18", "14x23 14x28 14x32"),
    ("Men take kings, spanish", "spanish", "forced", "W:W19,8:BK24,23", "19x28"),
    ("Kings land just behind, thai", "thai", "forced", "W:WK5,1:B14,32", "5x18"),
    ("Kings go on from just behind, thai", "thai", "forced", "W:WK1:B10,19", "1x15x24"),
    ("Men capture forward only, thai", "thai", "forced", "W:W18,27:B22,31", "18x25"),
    ("Jumped pieces leave at once, thai", "thai", "forced", "W:WK18:B14,27", "18x9x32 18x32x9"),
    ("A king that takes a king last lands just behind it, killer", "killer", "forced", "W:WK46:BK32", "46x28"),
    (
        "A king that takes a man last lands anywhere, killer",
        "killer",
        "forced",
        "W:WK46:B32",
        "46x28 46x23 46x19 46x14 46x10 46x5",
    ),
    (
        "Only the last jump of several, killer",
        "killer",
        "forced",
        "W:WK46:BK32,14",
        "46x19x10 46x19x5 46x23x10 46x23x5 46x28x10 46x28x5",
    ),
    ("Just behind the last king of several, killer", "killer", "forced", "W:WK46:BK32,K8", "46x19x2"),
]


def _slug(sentence: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", sentence.lower()).strip("-")


def _words(found: set[Route], with_ranks: bool) -> set[str]:
    words = set()
    for route in found:
        ranks = {number: rank for number, _, rank in route.after.pieces}
        text = ("x" if route.captured else "-").join(map(str, route.path))
        words.add(f"{text}={ranks[route.path[-1]]}" if with_ranks else text)
    return words


@pytest.mark.parametrize(("sentence", "name", "jumping", "fen", "moves"), CASES, ids=[_slug(case[0]) for case in CASES])
def test_agrees_with_a_sentence_of_the_rules(sentence: str, name: str, jumping: Jumping, fen: str, moves: str) -> None:
    rules = RULE_SETS[name]
    found = {route_of(move) for move in MoveGenerator(rules, jumping).routes(parse_fen(fen, rules))}
    assert _words(found, "=" in moves) == set(moves.split()), sentence
    assert found == routes(SETS[name], read_fen(fen), jumping)


def test_captures_and_leaps_keep_friendly_pieces() -> None:
    rules = RULE_SETS["triple-king"]
    found = [route_of(move) for move in MoveGenerator(rules).routes(parse_fen("B:W22,32:BT15,18", rules))]
    passing = next(route for route in found if route.path == (15, 25))
    assert passing.captured == (22,)
    assert (18, "B", "M") in passing.after.pieces
    found = [route_of(move) for move in MoveGenerator(rules).routes(parse_fen("B:W32:BT15,18,19", rules))]
    leap = next(route for route in found if route.path == (15, 22))
    assert leap.captured == ()
    assert leap.after.pieces == {(22, "B", "T"), (18, "B", "M"), (19, "B", "M"), (32, "W", "M")}


def test_a_double_jump_takes_its_two_pieces_in_the_order_jumped() -> None:
    rules = RULE_SETS["triple-king"]
    for fen, captured in (("B:W18,22:BT4", (18, 22)), ("W:WT29:B18,22", (22, 18)), ("B:W18,22:BT29", (22, 18))):
        assert {move.captured for move in MoveGenerator(rules).routes(parse_fen(fen, rules))} == {captured}, fen


def test_equivalent_routes_are_one_move() -> None:
    rules = RULE_SETS["american"]
    position = parse_fen("B:W10,11,18,19:BK7", rules)
    generator = MoveGenerator(rules)
    assert {move.path for move in generator.routes(position)} == {(7, 14, 23, 16, 7), (7, 16, 23, 14, 7)}
    assert len(generator.legal_moves(position)) == generator.perft(position, 1) == 1


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_blocked_side_has_no_legal_move(name: str) -> None:
    rules = RULE_SETS[name]
    assert not MoveGenerator(rules).legal_moves(parse_fen("B:W14:B", rules))
    large, turned = "B:W10,14:B5", "B:W28,23:B32"
    blocked = {"international": large, "killer": large, "italian": "B:W5,10:B1"}
    blocked |= {"spanish": turned, "portuguese": turned, "thai": "B:W25,22:B29"}
    assert not MoveGenerator(rules).legal_moves(parse_fen(blocked.get(name, "B:W8,11:B4"), rules))


@pytest.mark.parametrize(
    ("name", "size", "men", "first"),
    [
        ("american", 8, 12, BLACK),
        ("casual", 8, 12, BLACK),
        ("triple-king", 8, 12, BLACK),
        ("russian", 8, 12, WHITE),
        ("brazilian", 8, 12, WHITE),
        ("international", 10, 20, WHITE),
        ("italian", 8, 12, WHITE),
        ("pool", 8, 12, BLACK),
        ("czech", 8, 12, WHITE),
        ("killer", 10, 20, WHITE),
    ],
)
def test_size_men_and_first(name: str, size: int, men: int, first: int) -> None:
    rules = RULE_SETS[name]
    start = Position.start(rules)
    squares = range(1, size * size // 2 + 1)
    pieces = {number: piece for number in squares if (piece := start.piece(number))}
    assert start.side == first, SIDE_NAMES[first]
    assert {number for number, piece in pieces.items() if piece.side == BLACK} == set(range(1, men + 1))
    assert {number for number, piece in pieces.items() if piece.side == WHITE} == set(squares[-men:])
    assert all(piece.rank == MAN for piece in pieces.values())


def test_the_draws_of_the_sets() -> None:
    moves = {name: rules.draw_after for name, rules in RULE_SETS.items()}
    assert moves == {
        "american": 40,
        "casual": 40,
        "triple-king": 40,
        "russian": 15,
        "brazilian": 20,
        "international": 25,
        "italian": 40,
        "pool": 15,
        "spanish": 20,
        "portuguese": 20,
        "czech": 15,
        "thai": 20,
        "killer": 25,
    }


def test_lists_the_jumping_of_every_rule_set() -> None:
    optional = {name for name, rules in RULE_SETS.items() if set(rules.jumpings) == {"forced", "huff", "free"}}
    assert optional == {"american", "casual", "triple-king"}
    assert all(rules.jumpings == ("forced",) for name, rules in RULE_SETS.items() if name not in optional)


def test_every_letter_stands_for_a_rank() -> None:
    position = position_of(RULE_SETS["triple-king"], read_fen("B:W18,24,K27:B5,K10,T12"))
    ranks = {number: RANK_LETTERS[piece.rank] for number in range(1, 33) if (piece := position.piece(number))}
    assert ranks == {18: "M", 24: "M", 27: "K", 5: "M", 10: "K", 12: "T"}
