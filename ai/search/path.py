"""The way from the root to the node under search: one record a ply. Compiled by mypyc; runs interpreted as well."""

from typing import Final

from ai.evaluation.evaluate import count
from engine.native_types import i64, vec

MAX_PLY: Final = 126


class Node:
    """A position on the way down, and where its successors stand on the stack.

    ``own`` to ``side`` are the position's words, ``pieces`` how many stand on the board, ``key`` is its hash.
    ``reversible_plies`` counts the plies since the last progress. The successors go from ``base`` to ``end``, the
    captures before the steps, which begin at ``steps``.
    """

    def __init__(self, ply: int, child: "Node | None") -> None:
        self.ply: i64 = ply
        self.child: Node | None = child
        self.own: i64 = 0
        self.opp: i64 = 0
        self.kings: i64 = 0
        self.triples: i64 = 0
        self.side: i64 = 0
        self.pieces: i64 = 0
        self.key: i64 = 0
        self.reversible_plies: i64 = 0
        self.base: i64 = 0
        self.steps: i64 = 0
        self.end: i64 = 0

    def make_move(self, stack: vec[i64], at: i64) -> "Node":
        """The next record, now holding the successor that stands at ``at``; the node above is left as it is."""
        child = self.child
        assert child is not None
        moved = stack[at]
        child.own = stack[at + 1]
        child.opp = moved
        child.kings = stack[at + 2]
        child.triples = stack[at + 3]
        child.side = 1 - self.side
        child.base = self.end
        child.pieces = self.pieces
        if child.own != self.opp:
            child.pieces -= count(self.opp & ~child.own)
        child.reversible_plies = 0
        if at >= self.steps and self.kings & self.own & ~moved:
            child.reversible_plies = self.reversible_plies + 1
        return child


def new_path() -> Node:
    """The root's record, with one below it for every ply that the search may reach."""
    node = Node(MAX_PLY, None)
    for ply in range(MAX_PLY - 1, -1, -1):
        node = Node(ply, node)
    return node
