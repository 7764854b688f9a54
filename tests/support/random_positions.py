"""Seeded random positions and playouts, so that kings and triple kings are met from the first move on."""

import random
from collections.abc import Iterator
from collections.abc import Set as AnySet

from support.naive_generator import Jumping, Route, Sentences, State, routes, start


def random_state(rules: Sentences, rng: random.Random) -> State:
    """Return a position with up to ten pieces a side of every rank the rules know; no man stands on his king row."""
    last = rules.size * rules.size // 2
    per_row = rules.size // 2
    ranks = "MMKT" if rules.triple_kings else "MMK"
    numbers = rng.sample(range(1, last + 1), rng.randint(2, min(20, last - 6)))
    whites = rng.randint(1, len(numbers) - 1)
    pieces = []
    for place, number in enumerate(numbers):
        side = "W" if place < whites else "B"
        rank = rng.choice(ranks)
        on_first_rows = number <= per_row, number > last - per_row
        on_king_row = on_first_rows[(side == "W") == (rules.numbered_from == "W")]
        pieces.append((number, side, "K" if rank == "M" and on_king_row else rank))
    return State(frozenset(pieces), rng.choice("BW"))


def ordered(found: AnySet[Route]) -> list[Route]:
    """Routes in an order that does not depend on hashing, one of each move."""
    return list({route.key: route for route in sorted(found, key=lambda route: route.path)}.values())


def playout(rules: Sentences, rng: random.Random, plies: int, jumping: Jumping = "forced") -> Iterator[State]:
    """Return the positions of a random game from the start."""
    state = start(rules)
    for _ in range(plies):
        yield state
        moves = ordered(routes(rules, state, jumping))
        if not moves:
            return
        state = rng.choice(moves).after
