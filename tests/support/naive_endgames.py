"""A naive endgame solver: the moves of the naive generator, and values ply by ply from the ends of the game."""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from support.naive_generator import Sentences, State, routes, squares, turned

KINDS = "MKT"


def placements(rules: Sentences, pieces: int) -> Iterator[State]:
    """Yield the positions with ``pieces`` pieces and Black to move; no man is on its king row."""
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
                yield State(frozenset(placed), "B")


def solve(rules: Sentences, pieces: int) -> dict[State, int]:
    """Return the value of every position with Black to move and 2 to ``pieces`` pieces.

    It is 0 for a draw, otherwise one more than the plies to the end. A side without a move has lost, or won in a losing
    game. Positions with White to move are turned. Each round solves the predecessors of the positions that end a ply
    sooner.
    """
    values: dict[State, int] = {}
    for count in range(2, pieces + 1):
        values |= _solve(rules, count, values)
    return values


def _solve(rules: Sentences, pieces: int, fewer: dict[State, int]) -> dict[State, int]:
    """Return the values with exactly ``pieces`` pieces, from the values with fewer."""
    states = list(placements(rules, pieces))
    numbers = {state: number for number, state in enumerate(states)}
    leads_to: list[Sequence[int]] = []  # numbers of positions, and the values of those with fewer pieces as -1 - value
    led_from: dict[int, list[int]] = defaultdict(list)
    due: dict[int, set[int]] = defaultdict(set)  # positions that may end after a number of plies
    for number, state in enumerate(states):
        after = array("i")
        for route in routes(rules, state):
            left = turned(rules, route.after)
            if left in numbers:
                after.append(numbers[left])
                led_from[numbers[left]].append(number)
                continue
            value = fewer[left] if any(side == "B" for _, side, _ in left.pieces) else 1
            after.append(-1 - value)
            due[value].add(number)
        if not after:
            due[0].add(number)
        leads_to.append(after)
    values: dict[int, int] = {}
    plies = 0
    while due:
        found = [
            number
            for number in due.pop(plies, ())
            if number not in values and _ends_after(plies, leads_to[number], values, 0 if rules.losing else 1)
        ]
        for number in found:
            values[number] = plies + 1
            due[plies + 1].update(led_from[number])
        plies += 1
    return {state: values.get(number, 0) for number, state in enumerate(states)}


def _ends_after(plies: int, after: Sequence[int], values: dict[int, int], lost: int) -> bool:
    """Return True if a position with these successors is decided in ``plies``. Lost values leave ``lost`` over by 2."""
    known = [-1 - each if each < 0 else values.get(each, 0) for each in after]
    if not known:
        return plies == 0
    if plies % 2 == lost:
        return min((value for value in known if value and value % 2 == lost), default=-1) == plies
    return max(known) == plies and all(value and value % 2 != lost for value in known)
