"""Verification of a slice: each value must follow from the values of the successors. Compiled; also runs interpreted.

The check shares the move generator, the position index and the packed files with the solver, but not its algorithm. It
generates the moves of every placement of the pieces and compares the stored value with the value that follows
from the successors.

With distances this proves every value, given the values with fewer pieces. A won position leads to a lost one that
ends a ply sooner. A lost position leads to won positions only, and the longest of these wins is one ply shorter than
the loss. So there are no circular wins, and from a drawn position every move keeps the draw or loses. Without distances
the check proves that all wins and losses are stored, and thereby every draw; it cannot detect false wins and losses
that justify each other in a circle.
"""

from itertools import combinations
from typing import Final

from ai.endgames.probe import EndgameTables
from ai.endgames.slices import Slice
from ai.endgames.values import UNCOUNTED, is_loss
from engine.geometry import BLACK
from engine.moves import SuccessorGenerator
from engine.native_types import i64, vec
from engine.position import Position

_GROUPS: Final = 6


class ConsistencyCheck:
    """The check of a part of a slice.

    ``counts`` has the number of positions with each value, ``wrong`` the first position with a wrong value or None.
    """

    def __init__(self, tables: EndgameTables, wanted: Slice, part: int, parts: int) -> None:
        """Check every ``parts``-th placement of the first kind of pieces, from ``part`` on. Raises DamagedTables."""
        rules = tables.rules
        geometry = rules.geometry
        squares = [geometry.bit(number) for number in range(1, geometry.squares + 1)]
        forward = [bit for bit in squares if not bit & geometry.row_bits(geometry.size - 1)]
        backward = [bit for bit in squares if not bit & geometry.row_bits(0)]
        self.tables: EndgameTables = tables
        self.generator: SuccessorGenerator = SuccessorGenerator(rules)
        self.masks: list[vec[i64]] = [
            vec[i64]([sum(chosen) for chosen in combinations(bits, count)])
            for bits, count in (
                (forward, wanted.men),
                (backward, wanted.other_men),
                (squares, wanted.kings),
                (squares, wanted.other_kings),
                (squares, wanted.triples),
                (squares, wanted.other_triples),
            )
        ]
        first = next(group for group, masks in enumerate(self.masks) if len(masks) > 1)
        self.masks[first] = vec[i64]([self.masks[first][at] for at in range(part, len(self.masks[first]), parts)])
        self.chosen: vec[i64] = vec[i64]([0] * _GROUPS)
        self.exact: bool = bool(tables.counted[wanted.slot])
        self.counts: vec[i64] = vec[i64]([0] * (UNCOUNTED + 3))
        self.wrong: Position | None = None
        self._place(0, 0)

    def _place(self, group: i64, taken: i64) -> None:
        """Place the pieces of a kind in every way on free squares, recur for the next kind, and check each position."""
        if group == _GROUPS:
            self._check()
            return
        masks = self.masks[group]
        for i in range(i64(len(masks))):
            mask = masks[i]
            if not mask & taken:
                self.chosen[group] = mask
                self._place(group + 1, taken | mask)

    def _check(self) -> None:
        """Compare the stored value of a position with the value from its successors, and count the value."""
        chosen = self.chosen
        triples = chosen[4] | chosen[5]
        kings = chosen[2] | chosen[3] | triples
        own = chosen[0] | chosen[2] | chosen[4]
        opp = chosen[1] | chosen[3] | chosen[5]
        tables = self.tables
        generator = self.generator
        end = generator.capturing.generate(own, opp, kings, triples, BLACK, 0)
        forced = end != 0
        if not forced:
            end = generator.steps(own, opp, kings, triples, BLACK, 0)
        found = tables.backed_up(generator, BLACK, 0, end)
        if found and not self.exact:
            found = UNCOUNTED | 2 - (found & 1)
        self.counts[found] += 1
        if forced:
            return  # values of positions with captures are not stored
        if self.exact and found and is_loss(found, tables.lost):
            found = tables.lost
        if found != tables.quiet(own, opp, kings, triples, BLACK) and self.wrong is None:
            self.wrong = Position(tables.rules.geometry, int(own), int(opp), int(kings), int(triples), BLACK)
