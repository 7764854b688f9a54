"""The rules sentence by sentence: each is one position and all its legal moves, by every route.

Moves are whole paths; ``=K`` and ``=T`` say what the piece is afterwards, where the sentence is about that.
"""

import re

import pytest
from support.cases import cases
from support.naive_generator import SETS, Route, read_fen, routes
from support.naive_values import route_of

from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.rules import RULE_SETS, Jumping

CASES = cases("rules_sentences")


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
    blocked = {"international": large, "killer": large, "breakthrough": large, "italian": "B:W5,10:B1"}
    blocked |= {"spanish": turned, "portuguese": turned, "thai": "B:W25,22:B29"}
    assert not MoveGenerator(rules).legal_moves(parse_fen(blocked.get(name, "B:W8,11:B4"), rules))


def test_lists_the_jumping_of_every_rule_set() -> None:
    optional = {name for name, rules in RULE_SETS.items() if set(rules.jumpings) == {"forced", "huff", "free"}}
    assert optional == {"american", "casual", "triple-king"}
    assert all(rules.jumpings == ("forced",) for name, rules in RULE_SETS.items() if name not in optional)
