"""Endgames solved by a second way: every placement's moves by the naive generator, values by repeated sweeps."""

from collections.abc import Iterator
from itertools import combinations, product

from support.naive_generator import Sentences, State, routes, squares

KINDS = "MKT"


def placements(rules: Sentences, pieces: int) -> Iterator[State]:
    """Every position with so many pieces, at least one a side, and no man on his king row."""
    numbered = list(enumerate(squares(rules), start=1))
    rows = {number: row for number, (row, _) in numbered}
    kinds = KINDS if rules.triple_kings else KINDS[:2]
    king_row = {"B": rules.size - 1, "W": 0}
    for chosen in combinations(rows, pieces):
        for sorts in product(product("BW", kinds), repeat=pieces):
            if len({side for side, _ in sorts}) < 2:
                continue
            placed = [(number, side, kind) for number, (side, kind) in zip(chosen, sorts, strict=True)]
            if all(kind != "M" or rows[number] != king_row[side] for number, side, kind in placed):
                yield from (State(frozenset(placed), side) for side in "BW")


def solve(rules: Sentences, pieces: int) -> dict[State, int]:
    """The value of every position with 2 to so many pieces: 0 for a draw, else one more than the plies to the end.

    A side that cannot move, for want of pieces or room, has lost. Each sweep finds what ends a ply later than what the
    sweep before found.
    """
    values: dict[State, int] = {}
    for count in range(2, pieces + 1):
        leads_to = {state: [route.after for route in routes(rules, state)] for state in placements(rules, count)}
        undecided = dict(leads_to)
        plies = 0
        while plies <= max(values.values(), default=0) + 1:
            found = [state for state, after in undecided.items() if _ends_after(plies, after, values)]
            for state in found:
                del undecided[state]
                values[state] = plies + 1
            plies += 1
        values.update(dict.fromkeys(undecided, 0))
    return values


def _ends_after(plies: int, after: list[State], values: dict[State, int]) -> bool:
    """Whether a position that leads to these is won (odd) or lost (even) in so many plies."""
    known = [_value(each, values) for each in after]
    if plies % 2:
        return min((value for value in known if value and value % 2), default=0) == plies
    return max((value or 0 for value in known), default=0) == plies and all(value and value % 2 == 0 for value in known)


def _value(state: State, values: dict[State, int]) -> int | None:
    """What is known of a position; None of one that is not decided yet."""
    if all(side != state.side for _, side, _ in state.pieces):
        return 1
    return values.get(state)
