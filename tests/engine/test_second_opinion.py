"""The legal moves of an independent library, over seeded random games and positions."""

import random
import re

import pytest
from support.endings import random_ending, tabled_value, value_by_moves
from support.naive_generator import SETS, State, write_fen
from support.naive_values import position_of, route_of, state_of
from support.random_positions import playout, random_state

from ai.endgames.files import tables_for
from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.notation import algebraic_name
from engine.position import Position
from engine.rules import RULE_SETS, Rules

# Our names of the sets it knows, and its own.
VARIANTS = {
    "american": "english",
    "russian": "russian",
    "brazilian": "brazilian",
    "international": "standard",
    "italian": "italian",
}


def _their_fen(rules: Rules, state: State) -> str:
    """Return the position as the library reads it: by algebraic squares where the set uses them."""
    if not rules.algebraic:
        return write_fen(state)
    names = {
        side: ",".join(
            ("K" if rank == "K" else "") + algebraic_name(number, rules.geometry)
            for number, whose, rank in sorted(state.pieces)
            if whose == side
        )
        for side in "WB"
    }
    return f"{state.side}:W{names['W']}:B{names['B']}"


def _our_number(rules: Rules, number: int) -> int:
    """Return the standard number; the library counts squares from White's left where names are algebraic."""
    if not rules.algebraic:
        return number
    row, place = divmod(number - 1, rules.geometry.per_row)
    return (rules.size - 1 - row) * rules.geometry.per_row + place + 1


def _agree(name: str, state: State) -> None:
    import draughts  # type: ignore[import-untyped]  # slow to load, and only these tests need it

    rules = RULE_SETS[name]
    fen = _their_fen(rules, state)
    theirs = {
        (
            _our_number(rules, move.steps_move[0]),
            _our_number(rules, move.steps_move[-1]),
            frozenset(_our_number(rules, number) for number in move.captures),
        )
        for move in draughts.Board(variant=VARIANTS[name], fen=fen).legal_moves()
    }
    routes = map(route_of, MoveGenerator(rules).legal_moves(position_of(rules, state)))
    assert {(route.path[0], route.path[-1], frozenset(route.captured)) for route in routes} == theirs, fen


def _after_their_moves(rules: Rules, position: Position) -> list[Position]:
    """Return the positions that the library's moves lead to."""
    import draughts

    fen = _their_fen(rules, state_of(position))
    names = {algebraic_name(number, rules.geometry): number for number in range(1, rules.geometry.squares + 1)}
    found = []
    for move in draughts.Board(variant=VARIANTS[rules.name], fen=fen).legal_moves():
        board = draughts.Board(variant=VARIANTS[rules.name], fen=fen)
        board.push(move)
        ours = re.sub(r"[a-h][1-8]", lambda name: str(names[name[0]]), str(board.fen))
        found.append(parse_fen(ours, rules))
    return found


@pytest.mark.parametrize("name", ["russian", "brazilian"])
def test_values_of_endings_follow_from_its_moves(name: str) -> None:
    rules = RULE_SETS[name]
    tables = tables_for(rules)
    rng = random.Random(f"endings {name}")
    for _ in range(25):
        position = random_ending(rules, rng, 3)
        after = [each for each in _after_their_moves(rules, position) if each.black and each.white]
        taken_all = len(after) < len(MoveGenerator(rules).legal_moves(position))
        expected = 2 if taken_all else value_by_moves(tables, after)
        assert tabled_value(tables, position) == expected


@pytest.mark.parametrize("name", VARIANTS)
def test_few_random_positions(name: str) -> None:
    rng = random.Random(f"few {name}")
    for _ in range(20):
        _agree(name, random_state(SETS[name], rng))


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_random_games(name: str) -> None:
    rng = random.Random(f"opinion {name}")
    for _ in range(30):
        for state in playout(SETS[name], rng, 120):
            _agree(name, state)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_random_positions(name: str) -> None:
    rng = random.Random(f"opinions {name}")
    for _ in range(1500):
        _agree(name, random_state(SETS[name], rng))
