"""Looks positions up in endgame tables. Compiled by mypyc; runs interpreted as well.

Values are as in :mod:`ai.endgames.solve`: 0 for a draw, else one more than the plies to the end, odd for a loss and
even for a win; where distances are not known a loss is 1 and a win 2.
"""

from typing import Final

from ai.endgames.index import PositionIndex
from ai.endgames.packed import DamagedTables, PackedTables
from ai.endgames.slices import Slice, slices
from ai.score import ExactValue
from engine.captures import STRIDE
from engine.native_types import i64, u8, vec
from engine.position import Position
from engine.rules import Rules
from engine.successors import SuccessorGenerator

_MEMORY: Final = 256 << 20  # bytes of unpacked blocks kept


class EndgameTables:
    """The tables at hand for one rule set. Blocks are read when they are asked for, and kept.

    ``pieces`` is the most that a position may have to be found; 0 where there are no tables. ``in_plies`` is whether
    the value found last counts plies; a draw needs none. Whoever looks up may get DamagedTables, whose sentence stays
    in ``problem``; a file that could not be read is not asked again: it counts as missing, and whoever asks again is
    answered.
    """

    def __init__(self, rules: Rules, files: list[PackedTables], memory: int = _MEMORY) -> None:
        self.rules = rules
        self.generator: SuccessorGenerator = SuccessorGenerator(rules)
        self.index: PositionIndex = PositionIndex(rules)
        self.memory = memory
        self.used = 0
        self.problem = ""
        slots = 1 << (18 if rules.triple_kings else 12)
        self.files: list[PackedTables | None] = [None] * slots
        self.slices: list[Slice | None] = [None] * slots
        self.blocks: list[list[bytes]] = [[]] * slots
        self.counted: vec[u8] = vec[u8]([0] * slots)
        self.in_plies: bool = True
        by_pieces = {file.pieces: file for file in files}
        self.pieces: i64 = 0
        for count in range(2, max(by_pieces, default=1) + 1):
            file = by_pieces.get(count)
            if file is None:
                break  # what captures lead to must be known, too
            self.pieces = count
            for each in slices(count, rules):
                self.files[each.slot] = file
                self.slices[each.slot] = each
                if each in file.counted:
                    self.counted[each.slot] = 1
                self.blocks[each.slot] = [b""] * file.blocks(each)

    def find(self, position: Position) -> ExactValue | None:
        """What a position is worth; None where it has too many pieces. Raises DamagedTables."""
        own, opp, kings, triples, side = position.words()
        if opp == 0:
            return ExactValue(1, 0)
        if (own | opp).bit_count() > self.pieces:
            return None
        value = self.value(own, opp, kings, triples, side, 0)
        if value == 0:
            return ExactValue(0)
        return ExactValue(-1 if value & 1 else 1, value - 1 if self.in_plies else None)

    def quiet(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> i64:
        """What is stored of a position whose side to move cannot capture: the value, but 1 for every loss."""
        index = self.index
        at = index.locate(own, opp, kings, triples, side)
        blocks = self.blocks[index.slot]
        if self.counted[index.slot]:
            block = at >> 16
            values = blocks[block]
            if not values:
                values = self._load(index.slot, block)
            self.in_plies = True
            return i64(values[at & 0xFFFF])
        block = at >> 18
        values = blocks[block]
        if not values:
            values = self._load(index.slot, block)
        value = (i64(values[(at >> 2) & 0xFFFF]) >> (2 * (at & 3))) & 3
        self.in_plies = value == 0
        return value

    def value(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> i64:
        """The value of any position with few enough pieces; the generator's stack from ``base`` on is scratch space."""
        if own == 0:
            self.in_plies = True
            return 1
        generator = self.generator
        end = generator.captures(own, opp, kings, triples, side, base)
        if end == base:
            stored = self.quiet(own, opp, kings, triples, side)
            if stored != 1 or not self.in_plies:
                return stored
            end = generator.steps(own, opp, kings, triples, side, base)
        stack = generator.stack
        drawn = False
        wins_in_plies = True
        losses_in_plies = True
        best: i64 = 0
        worst: i64 = 0
        n = base
        while n < end:
            value = self.value(stack[n + 1], stack[n], stack[n + 2], stack[n + 3], 1 - side, end)
            if value == 0:
                drawn = True
            elif value & 1:
                if best == 0 or value < best:
                    best = value
                wins_in_plies = wins_in_plies and self.in_plies
            else:
                if value > worst:
                    worst = value
                losses_in_plies = losses_in_plies and self.in_plies
            n += STRIDE
        found: i64 = 0
        self.in_plies = True
        if best:
            found = best + 1
            self.in_plies = wins_in_plies
        elif not drawn:
            found = worst + 1
            self.in_plies = losses_in_plies
        if not self.in_plies:
            return 2 - (found & 1)
        return found

    def _load(self, slot: i64, block: i64) -> bytes:
        """Read a block; what was read before goes where there is no more room."""
        file, each = self.files[slot], self.slices[slot]
        assert file is not None
        assert each is not None
        try:
            values = file.read(each, block)
        except (OSError, DamagedTables) as error:
            self.problem = str(error)
            self.pieces = min(self.pieces, file.pieces - 1)
            raise DamagedTables(self.problem) from error
        if self.used + len(values) > self.memory:
            for kept in self.blocks:
                for i in range(len(kept)):
                    kept[i] = b""
            self.used = 0
        self.used += len(values)
        self.blocks[slot][block] = values
        return values
