"""Lookup of positions in the endgame tables. Compiled by mypyc; also runs interpreted.

Values are defined in :mod:`ai.endgames.values`.
"""

from collections import deque
from collections.abc import Sequence
from threading import Lock
from typing import Final

from ai.endgames.index import PositionIndex, number_in, slot_in
from ai.endgames.packed import DamagedTables, PackedTables
from ai.endgames.slices import MOST_PIECES, Slice, slices
from ai.endgames.values import UNCOUNTED, is_loss, smallest_loss
from ai.score import ExactValue
from engine.captures import STRIDE
from engine.moves import SuccessorGenerator
from engine.native_types import i64, u8, vec
from engine.position import Position
from engine.rules import Rules

_CACHE_BYTES: Final = 512 << 20  # bytes of unpacked blocks kept: all that a search with american of 6 pieces looks up


class EndgameTables:
    """The open endgame tables of one rule set. Blocks are read on demand and cached.

    The object is thread-safe. ``pieces`` is the largest number of pieces of a position in the tables; 0 without tables.
    Lookups raise DamagedTables if a block cannot be read. ``problem`` then keeps the error message, and ``pieces``
    drops below the number of pieces of the damaged file, so the next lookup succeeds.
    """

    def __init__(self, rules: Rules, files: Sequence[PackedTables], memory: int = _CACHE_BYTES) -> None:
        """Open ``files``, at most one for each number of pieces; cache up to ``memory`` bytes of blocks."""
        self.rules = rules
        self.lost: i64 = smallest_loss(rules)
        self.index: PositionIndex = PositionIndex(rules)
        self.memory = memory
        self.used = 0
        self.problem = ""
        slots = 1 << (18 if rules.triple_kings else 12)
        self.files: list[PackedTables | None] = [None] * slots
        self.slices: list[Slice | None] = [None] * slots
        self.blocks: list[list[bytes]] = [[]] * slots
        self.counted: vec[u8] = vec[u8]([0] * slots)
        self.cached: deque[tuple[i64, i64]] = deque()  # the slot and number of each block in memory, oldest first
        self.loading = Lock()
        self.idle: list[SuccessorGenerator] = []
        by_pieces = {file.pieces: file for file in files}
        self.pieces: i64 = 0
        for count in range(2, max(by_pieces, default=1) + 1):
            file = by_pieces.get(count)
            if file is None:
                break  # captures lead to positions with fewer pieces
            self.pieces = count
            for each in slices(count, rules):
                self.files[each.slot] = file
                self.slices[each.slot] = each
                if each in file.counted:
                    self.counted[each.slot] = 1
                self.blocks[each.slot] = [b""] * file.blocks(each)

    def find(self, position: Position, most: i64 = MOST_PIECES) -> ExactValue | None:
        """Return the value of a position, or None if it has more pieces than ``most`` or than the tables.

        Raises DamagedTables.
        """
        own, opp, kings, triples, side = position.words()
        if opp == 0:
            return ExactValue(-1 if self.rules.losing else 1, 0)
        pieces = (own | opp).bit_count()
        if pieces > self.pieces or pieces > most:
            return None
        try:
            generator = self.idle.pop()
        except IndexError:  # a test before `pop` would be a race with other threads
            generator = SuccessorGenerator(self.rules)
        try:
            value = self.value(generator, own, opp, kings, triples, side, 0)
        finally:
            self.idle.append(generator)
        if value == 0:
            return ExactValue(0)
        return ExactValue(-1 if is_loss(value, self.lost) else 1, value - 1 if value < UNCOUNTED else None)

    def quiet(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> i64:
        """Return the stored value of a position without captures. For a loss with a distance it is ``lost``."""
        located = self.index.locate(own, opp, kings, triples, side)
        slot = slot_in(located)
        at = number_in(located)
        has_distances = self.counted[slot] != 0
        block = at >> 16 if has_distances else at >> 18
        values = self.blocks[slot][block]
        if not values:
            values = self._load(slot, block)
        if has_distances:
            return i64(values[at & 0xFFFF])
        value = (i64(values[(at >> 2) & 0xFFFF]) >> (2 * (at & 3))) & 3
        return value | UNCOUNTED if value else 0

    def value(
        self, generator: SuccessorGenerator, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64
    ) -> i64:
        """Return the value of a position with at most ``pieces`` pieces; overwrite the stack from ``base`` on.

        ``generator`` belongs to the caller and must be for forced jumping.
        """
        if own == 0:
            return 1
        end = generator.capturing.generate(own, opp, kings, triples, side, base)
        if end == base:
            stored = self.quiet(own, opp, kings, triples, side)
            if stored != self.lost:
                return stored
            end = generator.steps(own, opp, kings, triples, side, base)
        return self.backed_up(generator, side, base, end)

    def backed_up(self, generator: SuccessorGenerator, side: i64, base: i64, end: i64) -> i64:
        """Return the value of a position from the values of its successors on the stack from ``base`` to ``end``."""
        stack = generator.stack
        drawn = False
        best: i64 = 0
        worst: i64 = 0
        for n in range(base, end, STRIDE):
            value = self.value(generator, stack[n + 1], stack[n], stack[n + 2], stack[n + 3], 1 - side, end)
            if value == 0:
                drawn = True
            elif is_loss(value, self.lost):
                if value > UNCOUNTED:
                    return UNCOUNTED | (3 - self.lost)
                if best == 0 or value < best:
                    best = value
            elif value > worst:
                worst = value
        if best:
            return best + 1
        if drawn:
            return 0
        return UNCOUNTED | self.lost if worst > UNCOUNTED else worst + 1

    def _load(self, slot: i64, block: i64) -> bytes:
        """Read a block into the cache and return it. A full cache drops its oldest blocks."""
        with self.loading:
            values = self.blocks[slot][block]
            if values:
                return values  # another thread has read the block meanwhile
            file, each = self.files[slot], self.slices[slot]
            assert file is not None
            assert each is not None
            try:
                values = file.read(each, block)
            except (OSError, DamagedTables) as error:
                self.problem = str(error)
                self.pieces = min(self.pieces, file.pieces - 1)
                raise DamagedTables(self.problem) from error
            self.used += len(values)
            self.cached.append((slot, block))
            self.blocks[slot][block] = values
            while self.used > self.memory:
                oldest, number = self.cached.popleft()
                self.used -= len(self.blocks[oldest][number])
                self.blocks[oldest][number] = b""
            return values
