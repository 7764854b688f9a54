"""The legal moves of an independent library, over seeded random games and positions."""

import random

import pytest
from support.naive_generator import SETS, State, write_fen
from support.naive_values import position_of, route_of
from support.random_positions import playout, random_state

from engine.geometry import algebraic_name
from engine.moves import MoveGenerator
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


Ends = tuple[int, int, frozenset[int]]
"""The start and the end of a move, and the captured squares."""


def _their_moves(name: str, state: State) -> set[Ends]:
    """Return the moves that the library finds."""
    import draughts  # type: ignore[import-untyped]  # slow to load, and only these tests need it

    rules = RULE_SETS[name]
    return {
        (
            _our_number(rules, move.steps_move[0]),
            _our_number(rules, move.steps_move[-1]),
            frozenset(_our_number(rules, number) for number in move.captures),
        )
        for move in draughts.Board(variant=VARIANTS[name], fen=_their_fen(rules, state)).legal_moves()
    }


def _our_moves(name: str, state: State) -> set[Ends]:
    rules = RULE_SETS[name]
    routes = map(route_of, MoveGenerator(rules).legal_moves(position_of(rules, state)))
    return {(route.path[0], route.path[-1], frozenset(route.captured)) for route in routes}


def _agree(name: str, state: State) -> None:
    assert _our_moves(name, state) == _their_moves(name, state), write_fen(state)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(("positions", "games"), [(10, 0), pytest.param(1500, 30, marks=pytest.mark.slow)])
def test_agrees_in_random_positions_and_games(positions: int, games: int, name: str) -> None:
    rng = random.Random(f"opinion {name}")
    for _ in range(positions):
        _agree(name, random_state(SETS[name], rng))
    for _ in range(games):
        for state in playout(SETS[name], rng, 120):
            _agree(name, state)
