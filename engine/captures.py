"""The captures of every rule set, driven by the fields of ``Rules``. Compiled by mypyc; runs interpreted as well.

A position is four words: ``own`` and ``opp`` (the side to move and the other), ``kings`` and ``triples`` (of both).
Successors, still from the mover's view, go to ``stack`` as ``STRIDE`` words each, so search and perft need no objects.
Every left shift is masked by the board at once: words stay below 2**62, so compiled and interpreted agree.
"""

from typing import Final

from engine.geometry import BLACK
from engine.native_types import i64, vec
from engine.rules import Jumping, Rules

STRIDE: Final = 4
_STACK_WORDS: Final = 1 << 17
_LONGEST_CAPTURE: Final = 64

# Weights of the capture preferences in one sort key, most important first; no sum of one reaches the next.
_PIECE: Final = 1 << 48
_BY_KING: Final = 1 << 44
_KING_TAKEN: Final = 1 << 36
_SOONEST: Final = 1 << 34


class CaptureGenerator:
    """Captures under one rule set and one kind of jumping; a lifted piece is in none of the four words."""

    def __init__(self, rules: Rules, jumping: Jumping = "forced") -> None:
        geometry = rules.geometry
        self.rules: Final = rules
        self.jumping: Final = jumping
        self.all: i64 = geometry.all
        self.near: i64 = geometry.per_row
        self.far: i64 = geometry.per_row + 1
        self.black_row: i64 = geometry.row_bits(0)
        self.white_row: i64 = geometry.row_bits(geometry.size - 1)
        self.back: bool = rules.men_capture_back
        self.spared: i64 = 0 if rules.men_take_kings else -1
        self.fly: bool = rules.kings_fly
        self.range: bool = rules.kings_range
        self.stay: i64 = -1 if rules.captured_stay else 0
        self.crown_ends: bool = rules.crowning == "ends"
        self.crown_at_once: bool = rules.crowning == "king"
        self.triple: bool = rules.triple_kings
        self.optional: bool = jumping != "forced"
        choice = () if self.optional else rules.choice
        self.choosy: bool = bool(choice)
        self.piece_weight: i64 = _PIECE if "pieces" in choice else 0
        self.by_king_weight: i64 = _BY_KING if "by a king" in choice else 0
        self.king_taken_weight: i64 = _KING_TAKEN if "kings" in choice else 0
        self.soonest_weight: i64 = _SOONEST if "kings soonest" in choice else 0
        # Two routes of one capture can meet after two ranging jumps, but only after four adjacent ones.
        self.twins_from: i64 = 2 if rules.kings_range else 4
        self.stack: vec[i64] = vec[i64]([0] * _STACK_WORDS)
        self.landings: vec[i64] = vec[i64]([0] * _LONGEST_CAPTURE)
        self.takings: vec[i64] = vec[i64]([0] * _LONGEST_CAPTURE)
        self.base: i64 = 0
        self.start: i64 = 0
        self.first: i64 = 0
        self.upward: bool = True
        self.crowns: i64 = self.white_row
        self.home: i64 = self.black_row
        self.best_key: i64 = 0
        self.went_on: bool = False
        self.tracing: bool = False
        self.traced: list[tuple[list[int], list[int]]] = []

    def captures(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> i64:
        """Write the successors by capture to the stack from ``base`` on; returns where they end."""
        rangers: i64 = 0
        if self.range:
            rangers = own & kings
        jumpers = self._adjacent_jumpers(own & ~rangers, opp, kings, self.all & ~(own | opp), side)
        if not (jumpers | rangers):
            return base
        n = base
        self.base = base
        self.best_key = 0
        self.upward = side == BLACK
        self.crowns = self.white_row if side == BLACK else self.black_row
        self.home = self.black_row if side == BLACK else self.white_row
        while jumpers:
            start = jumpers & -jumpers
            self.start = start
            self.first = n
            jumpers ^= start
            left = own & ~start
            if kings & start:
                n = self._jump(start, left, opp, kings & ~start, triples, 0, 1, self.by_king_weight, 0, n)
            else:
                n = self._jump(start, left, opp, kings, triples, 0, 0, 0, 0, n)
        while rangers:
            start = rangers & -rangers
            self.start = start
            self.first = n
            rangers ^= start
            rank: i64 = 2 if triples & start else 1
            n = self._range(
                start, own & ~start, opp, kings & ~start, triples & ~start, 0, rank, self.by_king_weight, 0, n
            )
        return n

    def _adjacent_jumpers(self, short: i64, opp: i64, kings: i64, empty: i64, side: i64) -> i64:
        """Those of the ``short`` pieces, which jump adjacent ones only, that have a jump."""
        near = self.near
        far = self.far
        up = short
        down = short
        if not self.back:
            if side == BLACK:
                down = short & kings
            else:
                up = short & kings
        prey = opp & ~(kings & self.spared)
        jumpers = (up & ((((empty >> near) & prey) >> near) | (((empty >> far) & prey) >> far))) | (
            down & ((((empty << near) & prey) << near) | (((empty << far) & prey) << far))
        )
        if self.spared:
            bold = short & kings
            jumpers |= bold & (
                (((empty >> near) & opp) >> near)
                | (((empty >> far) & opp) >> far)
                | (((empty << near) & opp) << near)
                | (((empty << far) & opp) << far)
            )
        return jumpers

    def can_capture(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> bool:
        """Whether the side to move has a capture; the stack from ``base`` on is scratch space."""
        if self.range and own & kings:
            return self.captures(own, opp, kings, triples, side, base) != base
        return self._adjacent_jumpers(own, opp, kings, self.all & ~(own | opp), side) != 0

    def _jump(
        self,
        at: i64,
        own: i64,
        opp: i64,
        kings: i64,
        triples: i64,
        gone: i64,
        rank: i64,
        key: i64,
        depth: i64,
        n: i64,
    ) -> i64:
        """All adjacent jumps of the lifted piece from ``at``; where there are none the capture ends there."""
        near = self.near
        far = self.far
        empty = self.all & ~(own | opp | gone)
        prey = opp
        if rank == 0:
            prey = opp & ~(kings & self.spared)
        more = False
        if rank != 0 or self.upward or self.back:
            taken = (at << near) & prey
            land = (taken << near) & empty
            if land:
                more = True
                n = self._land(land, taken, own, opp, kings, triples, gone, rank, key, depth, n)
            taken = (at << far) & prey
            land = (taken << far) & empty
            if land:
                more = True
                n = self._land(land, taken, own, opp, kings, triples, gone, rank, key, depth, n)
        if rank != 0 or not self.upward or self.back:
            taken = (at >> near) & prey
            land = (taken >> near) & empty
            if land:
                more = True
                n = self._land(land, taken, own, opp, kings, triples, gone, rank, key, depth, n)
            taken = (at >> far) & prey
            land = (taken >> far) & empty
            if land:
                more = True
                n = self._land(land, taken, own, opp, kings, triples, gone, rank, key, depth, n)
        if depth > 0 and (not more or self.optional):
            n = self._emit(at, own, opp, kings, triples, rank, key, depth, n)
        return n

    def _land(
        self,
        land: i64,
        taken: i64,
        own: i64,
        opp: i64,
        kings: i64,
        triples: i64,
        gone: i64,
        rank: i64,
        key: i64,
        depth: i64,
        n: i64,
    ) -> i64:
        """Take one piece by an adjacent jump, crown where the rules do, and go on from the landing square."""
        if self.tracing:
            self.landings[depth] = land
            self.takings[depth] = taken
        if self.choosy:
            key += self._worth(taken, kings, depth)
        left = opp & ~taken
        if rank == 0 and land & self.crowns:
            if self.crown_ends:
                return self._emit(land, own, left, kings & ~taken, triples, 1, key, depth + 1, n)
            if self.crown_at_once:
                rank = 1
        gone |= taken & self.stay
        if rank != 0 and self.range:
            n = self._range(land, own, left, kings & ~taken, triples & ~taken, gone, rank, key, depth + 1, n)
            if not self.went_on or self.optional:
                n = self._emit(land, own, left, kings & ~taken, triples & ~taken, rank, key, depth + 1, n)
            return n
        return self._jump(land, own, left, kings & ~taken, triples & ~taken, gone, rank, key, depth + 1, n)

    def _worth(self, taken: i64, kings: i64, depth: i64) -> i64:
        """What taking these pieces as the jump of this depth adds to a capture's sort key."""
        worth = self.piece_weight
        if taken & (taken - 1):
            worth += self.piece_weight
        if taken & kings:
            worth += self.king_taken_weight + (self.soonest_weight >> depth)
        return worth

    def _range(
        self,
        at: i64,
        own: i64,
        opp: i64,
        kings: i64,
        triples: i64,
        gone: i64,
        rank: i64,
        key: i64,
        depth: i64,
        n: i64,
    ) -> i64:
        """All ranging jumps of the lifted king from ``at``; ``went_on`` tells whether there is one."""
        found = False
        empty = self.all & ~(own | opp | gone)
        friends: i64 = own if rank == 2 else 0
        direction: i64 = 0
        while direction < 4:
            square = self._next(at, direction)
            while square & (empty | friends):
                square = self._next(square, direction)
            taken = square & opp
            if taken:
                square = self._next(square, direction)
                if rank == 2 and square & opp:
                    taken |= square
                    square = self._next(square, direction)
                lands: i64 = 0
                while square & (empty | friends):
                    lands |= square & empty
                    square = self._next(square, direction)
                if lands:
                    found = True
                    n = self._spread(lands, taken, own, opp, kings, triples, gone, rank, key, depth, n)
            direction += 1
        self.went_on = found
        return n

    def _spread(
        self,
        lands: i64,
        taken: i64,
        own: i64,
        opp: i64,
        kings: i64,
        triples: i64,
        gone: i64,
        rank: i64,
        key: i64,
        depth: i64,
        n: i64,
    ) -> i64:
        """Take by a ranging jump and go on from every landing square; it ends on them only if none leads on."""
        if self.tracing:
            self.takings[depth] = taken
        if self.choosy:
            key += self._worth(taken, kings, depth)
        opp &= ~taken
        kings &= ~taken
        triples &= ~taken
        gone |= taken & self.stay
        leads_on = False
        rest = lands
        while rest:
            land = rest & -rest
            rest ^= land
            if self.tracing:
                self.landings[depth] = land
                self.takings[depth] = taken
            n = self._range(land, own, opp, kings, triples, gone, self._raised(rank, land), key, depth + 1, n)
            if self.went_on:
                leads_on = True
        if leads_on and not self.optional:
            return n
        rest = lands
        while rest:
            land = rest & -rest
            rest ^= land
            if self.tracing:
                self.landings[depth] = land
                self.takings[depth] = taken
            n = self._emit(land, own, opp, kings, triples, self._raised(rank, land), key, depth + 1, n)
        return n

    def _raised(self, rank: i64, land: i64) -> i64:
        """The rank of a king after it landed: a triple king on its own first row, where the rules have them."""
        if self.triple and land & self.home:
            return 2
        return rank

    def _next(self, square: i64, direction: i64) -> i64:
        """The neighbour of a square in one of the four directions; 0 beyond the board."""
        if direction == 0:
            return (square << self.near) & self.all
        if direction == 1:
            return (square << self.far) & self.all
        if direction == 2:
            return (square >> self.near) & self.all
        return (square >> self.far) & self.all

    def _emit(
        self,
        at: i64,
        own: i64,
        opp: i64,
        kings: i64,
        triples: i64,
        rank: i64,
        key: i64,
        depth: i64,
        n: i64,
    ) -> i64:
        """Write one finished capture, unless a better one is known or it is already there."""
        if self.choosy:
            if key < self.best_key:
                return n
            if key > self.best_key:
                self.best_key = key
                n = self.base
                self.first = n
                if self.tracing:
                    self.traced.clear()
        own |= at
        if rank != 0 or at & self.crowns:
            kings |= at
            if rank == 2:
                triples |= at
        stack = self.stack
        if self.tracing:
            self._trace(depth)
        elif depth >= self.twins_from:
            other = self.first  # another piece may round the same pieces back to its own square
            while other < n:
                if (
                    stack[other] == own
                    and stack[other + 1] == opp
                    and stack[other + 2] == kings
                    and stack[other + 3] == triples
                ):
                    return n
                other += STRIDE
        stack[n] = own
        stack[n + 1] = opp
        stack[n + 2] = kings
        stack[n + 3] = triples
        return n + STRIDE

    def _trace(self, depth: i64) -> None:
        path: list[int] = [self.start]
        taken: list[int] = []
        i: i64 = 0
        while i < depth:
            path.append(self.landings[i])
            taken.append(self.takings[i])
            i += 1
        self.traced.append((path, taken))
