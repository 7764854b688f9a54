"""The legal moves of an independent library, over seeded random games and positions."""

import random

import pytest
from support.naive_generator import SETS, State, write_fen
from support.naive_values import position_of, route_of
from support.random_positions import playout, random_state

from engine.moves import MoveGenerator
from engine.notation import algebraic_name
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
    """The position as the library reads it: by algebraic squares where the set uses them."""
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
    """The standard number; the library counts squares from White's left where names are algebraic."""
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


@pytest.mark.parametrize("name", VARIANTS)
def test_a_few_random_positions(name: str) -> None:
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
