"""The path from the root to the current node, one record for each ply. Compiled by mypyc; also runs interpreted."""

from typing import Final

from ai.search.transposition_table import position_hash
from engine.bits import count
from engine.native_types import i64, vec

MAX_PLY: Final = 126


class Node:
    """A position on the path, and the place of its successors on the stack.

    ``own`` to ``side`` are the words of the position, ``pieces`` is its number of pieces, ``key`` its hash.
    ``reversible_plies`` counts the plies since the last capture or man's move. ``draw_codes`` and ``draw_counts`` are
    those of :class:`engine.draws.DrawCounts`. ``before`` is the node one ply higher. On the stack, the captures are
    from ``base`` to ``steps`` and the steps from ``steps`` to ``end``.
    """

    def __init__(self, ply: int, child: "Node | None") -> None:
        self.ply: i64 = ply
        self.child: Node | None = child
        self.before: Node | None = None
        if child is not None:
            child.before = self
        self.own: i64 = 0
        self.opp: i64 = 0
        self.kings: i64 = 0
        self.triples: i64 = 0
        self.side: i64 = 0
        self.pieces: i64 = 0
        self.key: i64 = 0
        self.reversible_plies: i64 = 0
        self.draw_codes: i64 = 0
        self.draw_counts: i64 = 0
        self.base: i64 = 0
        self.steps: i64 = 0
        self.end: i64 = 0

    def make_move(self, stack: vec[i64], at: i64) -> "Node":
        """Fill the next record with the successor at ``at`` on the stack and return it; this node stays unchanged."""
        child = self.child
        assert child is not None
        moved = stack[at]
        child.own = stack[at + 1]
        child.opp = moved
        child.kings = stack[at + 2]
        child.triples = stack[at + 3]
        child.side = 1 - self.side
        child.base = self.end
        child.key = position_hash(child.own, child.opp, child.kings, child.triples, child.side)
        child.pieces = self.pieces
        if child.own != self.opp:
            child.pieces -= count(self.opp & ~child.own)
        child.reversible_plies = 0
        if at >= self.steps and self.kings & self.own & ~moved:
            child.reversible_plies = self.reversible_plies + 1
        return child


def new_path() -> Node:
    """Return the node of the root. It is linked to one node for each further ply up to ``MAX_PLY``."""
    node = Node(MAX_PLY, None)
    for ply in range(MAX_PLY - 1, -1, -1):
        node = Node(ply, node)
    return node
