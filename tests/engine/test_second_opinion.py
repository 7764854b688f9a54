"""The legal moves of an independent library, over seeded random games and positions."""

import random
import re
from collections.abc import Callable, Iterable

import pytest
from support.endings import random_ending, tabled_value, value_by_moves
from support.naive_generator import SETS, State, write_fen
from support.naive_values import position_of, route_of, state_of
from support.random_positions import playout, random_state

from ai.endgames.files import tables_for
from engine.fen import parse_fen
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.notation import algebraic_name
from engine.outcome import stuck
from engine.position import Position
from engine.rules import RULE_SETS, Rules, losing_game

# Our names of the sets it knows, and its own. Of the rest of the family it knows none, but pool moves as russian does
# where no man jumps by way of the king row, killer as international if one sentence is added, and the losing game of
# international is its antidraughts.
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


Ends = tuple[int, int, tuple[int, ...]]
"""The start and the end of a move, and the captured squares."""


def _their_moves(name: str, state: State) -> set[Ends]:
    """Return the moves that the library finds, with the captured squares in the order of the jumps."""
    import draughts  # type: ignore[import-untyped]  # slow to load, and only these tests need it

    rules = RULE_SETS[name]
    return {
        (
            _our_number(rules, move.steps_move[0]),
            _our_number(rules, move.steps_move[-1]),
            tuple(_our_number(rules, number) for number in move.captures),
        )
        for move in draughts.Board(variant=VARIANTS[name], fen=_their_fen(rules, state)).legal_moves()
    }


def _in_any_order(moves: Iterable[Ends]) -> set[tuple[int, int, frozenset[int]]]:
    return {(start, end, frozenset(captured)) for start, end, captured in moves}


def _our_moves(name: str, state: State) -> list[Ends]:
    rules = RULE_SETS[name]
    routes = map(route_of, MoveGenerator(rules).legal_moves(position_of(rules, state)))
    return [(route.path[0], route.path[-1], route.captured) for route in routes]


def _agree(name: str, state: State) -> None:
    assert _in_any_order(_our_moves(name, state)) == _in_any_order(_their_moves(name, state)), write_fen(state)


def _passes_the_king_row(name: str, state: State) -> bool:
    """Return True if a man jumps by way of the king row and on, by the rules of russian."""
    position = position_of(RULE_SETS[name], state)
    geometry = position.geometry
    ends = geometry.row_bits(0) | geometry.row_bits(geometry.size - 1)
    return any(
        not position.kings & geometry.bit(move.start) and geometry.mask(move.path[1:-1]) & ends
        for move in MoveGenerator(RULE_SETS["russian"]).routes(position)
    )


def _pool_agrees(state: State) -> None:
    if not _passes_the_king_row("russian", state):
        assert _in_any_order(_our_moves("pool", state)) == _in_any_order(_their_moves("russian", state)), state


def _lands_well(state: State, move: Ends) -> bool:
    """Return True if the move is no capture of a king with the last jump, or lands just behind this king."""
    _, end, captured = move
    ranks = {number: rank for number, _, rank in state.pieces}
    geometry = RULE_SETS["killer"].geometry
    if not captured or ranks[captured[-1]] != "K" or ranks[move[0]] != "K":
        return True
    (row, column), (below, left) = (geometry.row_and_column(number) for number in (end, captured[-1]))
    return abs(row - below) == abs(column - left) == 1


def _killer_agrees(state: State) -> None:
    theirs = {move for move in _their_moves("international", state) if _lands_well(state, move)}
    assert _in_any_order(_our_moves("killer", state)) == _in_any_order(theirs), write_fen(state)


@pytest.mark.parametrize(("name", "agree"), [("russian", _pool_agrees), ("international", _killer_agrees)])
def test_the_family_differs_by_one_sentence(name: str, agree: Callable[[State], None]) -> None:
    rng = random.Random(f"family {name}")
    for _ in range(20):
        agree(random_state(SETS[name], rng))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "agree"), [("russian", _pool_agrees), ("international", _killer_agrees)])
def test_the_family_differs_by_one_sentence_in_many_positions(name: str, agree: Callable[[State], None]) -> None:
    rng = random.Random(f"families {name}")
    for _ in range(3000):
        agree(random_state(SETS[name], rng))


def _their_winner(state: State) -> int | None:
    """Return the winner of a finished game of antidraughts, or None if it is not over."""
    import draughts

    found: int | None = draughts.Board(variant="antidraughts", fen=write_fen(state)).winner()
    return found  # 2 is White, 1 is Black


def test_the_losing_game_is_won_by_the_side_that_cannot_move() -> None:
    rules = losing_game(RULE_SETS["international"])
    generator = MoveGenerator(rules)
    over = 0
    for seed in range(6):
        rng = random.Random(f"losing {seed}")
        position = position_of(rules, random_state(SETS["international"], rng))
        while (moves := generator.legal_moves(position)) and len(moves) < 60:
            position = rng.choice(moves).after
        if not moves:
            over += 1
            ended = stuck(generator, position)
            assert ended is not None
            assert _their_winner(state_of(position)) == {WHITE: 2, BLACK: 1, None: 0}[ended.winner]
    assert over


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
    for _ in range(10):
        position = random_ending(rules, rng, 3)
        after = [each for each in _after_their_moves(rules, position) if each.black and each.white]
        taken_all = len(after) < len(MoveGenerator(rules).legal_moves(position))
        expected = 2 if taken_all else value_by_moves(tables, after)
        assert tabled_value(tables, position) == expected


@pytest.mark.parametrize("name", VARIANTS)
def test_few_random_positions(name: str) -> None:
    rng = random.Random(f"few {name}")
    for _ in range(10):
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
