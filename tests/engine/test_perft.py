"""Counts of moves from the start and from positions with kings, against tables kept as text."""

import json

import pytest
from support.naive_generator import SETS, State, read_fen, routes
from support.naive_values import COMPILED, position_of
from support.paths import DATA

from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import RULE_SETS


def _table() -> dict[str, list[int]]:
    lines = (DATA / "perft.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: [int(count) for count in counts] for name, *counts in rows}


TABLE = _table()
CASES = [(case["rules"], case["fen"], case["perft"]) for case in json.loads((DATA / "positions.json").read_text())]


@pytest.mark.parametrize("name", sorted(TABLE.keys() & RULE_SETS.keys()))
@pytest.mark.parametrize(
    "most", [2_000_000 if COMPILED else 15_000, pytest.param(10**8 if COMPILED else 10**6, marks=pytest.mark.slow)]
)
def test_perft_from_the_start(most: int, name: str) -> None:
    generator, start = MoveGenerator(RULE_SETS[name]), Position.start(RULE_SETS[name])
    for depth, count in enumerate(TABLE[name], start=1):
        assert count > most or generator.perft(start, depth) == count


@pytest.mark.parametrize(("name", "fen", "counts"), CASES, ids=[f"{name} {fen}" for name, fen, _ in CASES])
def test_perft_of_positions_with_kings(name: str, fen: str, counts: list[int]) -> None:
    rules = RULE_SETS[name]
    generator = MoveGenerator(rules)
    position = position_of(rules, read_fen(fen))
    assert [generator.perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("name", "fen"),
    [("american", "W:WK2:B6,7,14,15,28"), ("russian", "W:WK2:B6,7,14,15,28"), ("italian", "B:W32:B1")],
)
def test_counts_each_route_of_a_capture_by_itself(name: str, fen: str) -> None:
    """The king takes four men around a square in two directions; the third position has no capture."""

    def by_routes(state: State, depth: int) -> int:
        found = routes(SETS[name], state, "forced")
        return len(found) if depth == 1 else sum(by_routes(route.after, depth - 1) for route in found)

    state, generator = read_fen(fen), MoveGenerator(RULE_SETS[name])
    position = position_of(RULE_SETS[name], state)
    counts = [generator.count_routes(position, depth) for depth in (1, 2, 3)]
    assert counts == [by_routes(state, depth) for depth in (1, 2, 3)]
    moves = [generator.perft(position, depth) for depth in (1, 2, 3)]
    assert all((count > move) == (name != "italian") for count, move in zip(counts, moves, strict=True))


@pytest.mark.slow
def test_routes_are_counted_as_in_the_published_table() -> None:
    """OEIS A133046, whose remark says that duplicate captures are counted separately."""
    start, generator = Position.start(RULE_SETS["american"]), MoveGenerator(RULE_SETS["american"])
    if COMPILED:
        assert (generator.perft(start, 12), generator.count_routes(start, 12)) == (388_617_999, 388_623_673)
