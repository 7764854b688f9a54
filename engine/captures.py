"""Capture generation for every rule set, driven by the fields of ``Rules``. Compiled by mypyc; also runs interpreted.

A position is four words: ``own`` and ``opp`` (the side to move and the opponent), ``kings`` and ``triples`` (of both
sides). Successors are written to a stack as ``STRIDE`` words each, so search and perft allocate no objects. In a
successor ``own`` is still the mover. Every left shift is followed by a mask of the board: words stay below 2**62, so
compiled and interpreted code have the same results.
"""

from typing import Final

from engine.geometry import BLACK
from engine.native_types import i64, vec
from engine.rules import Jumping, Rules

STRIDE: Final = 4
LONGEST_CAPTURE: Final = 64  # more jumps than any capture has
MOST_CAPTURES: Final = 1 << 13
"""The largest number of captures that a call writes."""
# Effort is measured in words of the stack: each word compared in the search for duplicates, and a fixed number for each
# capture.
_CAPTURE_EFFORT: Final = 1 << 11
_MOST_EFFORT: Final = (MOST_CAPTURES - 1) * _CAPTURE_EFFORT

# Weights of the capture preferences in one sort key, most important first. All that is added for one preference stays
# below the weight of the preference before it.
_PIECE: Final = 1 << 48
_BY_KING: Final = 1 << 44
_KING_TAKEN: Final = 1 << 36
_SOONEST: Final = 1 << 34


class CaptureGenerator:
    """Capture generation under one rule set and one jumping rule. The owner of the generator shares its stack.

    The search is depth first, jump by jump. While a piece jumps, it is not in ``own``; ``kings`` and ``triples`` still
    have its start square. ``landings`` and the attributes after it hold the state of the current call, so a generator
    is not thread-safe.

    If ranging jumps may be declined, or if captured pieces leave the board at once, a large board has positions with
    millions of captures. A call ends at ``most_effort``; then captures are missing, and ``is_cut`` is True.
    """

    def __init__(self, rules: Rules, jumping: Jumping, stack: vec[i64]) -> None:
        geometry = rules.geometry
        self.all: i64 = geometry.all
        self.near: i64 = geometry.per_row
        self.far: i64 = geometry.per_row + 1
        self.black_row: i64 = geometry.row_bits(0)
        self.white_row: i64 = geometry.row_bits(geometry.size - 1)
        self.back: bool = rules.men_capture_back
        self.men_cannot_take_kings: i64 = 0 if rules.men_take_kings else -1
        self.kings_range: bool = rules.kings_range
        self.land_behind: bool = rules.landing == "behind"
        self.stop_behind_king: bool = rules.landing == "behind a last king"
        self.decisive: i64 = -1 if rules.first_king else 0  # kings of these squares end the game
        self.remove_after: i64 = -1 if rules.captured_stay else 0
        self.crown_ends: bool = rules.crowning == "ends"
        self.crown_at_once: bool = rules.crowning == "king"
        self.has_triples: bool = rules.triple_kings
        self.optional: bool = jumping != "forced"
        choice = () if self.optional else rules.choice
        self.has_preference: bool = bool(choice)
        self.piece_weight: i64 = _PIECE if "pieces" in choice else 0
        self.by_king_weight: i64 = _BY_KING if "by a king" in choice else 0
        self.king_taken_weight: i64 = _KING_TAKEN if "kings" in choice else 0
        self.soonest_weight: i64 = _SOONEST if "kings soonest" in choice else 0
        # The number of jumps from which two routes can be the same capture: 2 for ranging jumps, 4 for adjacent jumps.
        self.duplicates_from: i64 = 2 if rules.kings_range else 4
        self.stack: vec[i64] = stack
        self.landings: vec[i64] = vec[i64]([0] * LONGEST_CAPTURE)
        self.takings: vec[i64] = vec[i64]([0] * LONGEST_CAPTURE)
        self.own: i64 = 0
        self.opp: i64 = 0
        self.kings: i64 = 0
        self.triples: i64 = 0
        self.base: i64 = 0
        self.start: i64 = 0
        self.first: i64 = 0
        self.upward: bool = True
        self.crowns: i64 = self.white_row
        self.home: i64 = self.black_row
        self.best_key: i64 = 0
        self.has_continuation: bool = False
        self.effort: i64 = 0
        self.most_effort: i64 = _MOST_EFFORT
        self.tracing: bool = False
        self.traced: list[tuple[list[int], list[int]]] = []

    @property
    def is_cut(self) -> bool:
        """True if the last call has not written all captures."""
        return self.effort > self.most_effort

    def generate(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> i64:
        """Write the successors by capture to the stack from ``base`` on; return their end."""
        self.effort = 0
        if opp & kings & self.decisive:
            return base
        flying: i64 = 0
        if self.kings_range:
            flying = own & kings
        jumpers = self._adjacent_jumpers(own & ~flying, opp, kings, self.all & ~(own | opp), side)
        if not (jumpers | flying):
            return base
        n = base
        self.base = base
        self.best_key = 0
        self.opp = opp
        self.kings = kings
        self.triples = triples
        self.upward = side == BLACK
        self.crowns = self.white_row if side == BLACK else self.black_row
        self.home = self.black_row if side == BLACK else self.white_row
        while jumpers:
            start = jumpers & -jumpers
            jumpers ^= start
            self._lift(start, own, n)
            if kings & start:
                n = self._jump_adjacent(start, opp, 1, self.by_king_weight, 0, n)
            else:
                n = self._jump_adjacent(start, opp, 0, 0, 0, n)
        while flying:
            start = flying & -flying
            flying ^= start
            self._lift(start, own, n)
            rank: i64 = 1
            if triples & start:
                rank = 2
            n = self._jump_ranging(start, opp, rank, self.by_king_weight, 0, n)
        return n

    def _lift(self, start: i64, own: i64, n: i64) -> None:
        """Take the piece on ``start`` off the board to generate its captures. They are written from ``n`` on."""
        self.start = start
        self.own = own & ~start
        self.first = n

    def trace(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> list[tuple[list[int], list[int]]]:
        """Write the successors by every route to the bottom of the stack and return their routes.

        A route is two lists of bits: the start and the landings, and the pieces captured by each jump.
        """
        self.traced = []
        self.tracing = True
        try:
            self.generate(own, opp, kings, triples, side, 0)
        finally:
            self.tracing = False
        return self.traced

    def _adjacent_jumpers(self, short: i64, opp: i64, kings: i64, empty: i64, side: i64) -> i64:
        """Return the pieces of ``short`` that have a jump. ``short``: pieces that jump adjacent pieces only."""
        up = short
        down = short
        if not self.back:
            if side == BLACK:
                down = short & kings
            else:
                up = short & kings
        jumpers = self._jumpers_over(opp & ~(kings & self.men_cannot_take_kings), empty, up, down)
        if self.men_cannot_take_kings:
            jumpers |= self._jumpers_over(opp, empty, short & kings, short & kings)
        return jumpers

    def _jumpers_over(self, takeable: i64, empty: i64, up: i64, down: i64) -> i64:
        """Return the pieces that have an adjacent jump. Pieces in ``up`` jump upward, pieces in ``down`` downward."""
        near = self.near
        far = self.far
        jumpers: i64 = 0
        if up:
            jumpers = up & ((((empty >> near) & takeable) >> near) | (((empty >> far) & takeable) >> far))
        if down:
            jumpers |= down & ((((empty << near) & takeable) << near) | (((empty << far) & takeable) << far))
        return jumpers

    def can_capture(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> bool:
        """Return True if the side to move has a capture; the stack from ``base`` on is scratch space."""
        if opp & kings & self.decisive:
            return False
        if self.kings_range and own & kings:
            self.most_effort = 0  # one capture is enough
            end = self.generate(own, opp, kings, triples, side, base)
            self.most_effort = _MOST_EFFORT
            return end != base
        return self._adjacent_jumpers(own, opp, kings, self.all & ~(own | opp), side) != 0

    def _jump_adjacent(self, at: i64, opp: i64, rank: i64, key: i64, depth: i64, n: i64) -> i64:
        """Write the captures that go on from ``at`` by an adjacent jump.

        A capture that has begun ends at ``at`` if there is no further jump. If jumping is optional, it may always end
        there.

        ``opp``: the opponent's pieces not captured yet. ``key``: the sort key of the capture so far. ``depth``: the
        number of jumps so far.
        """
        near = self.near
        far = self.far
        empty = self._empty(opp)
        takeable = opp
        if rank == 0:
            takeable = opp & ~(self.kings & self.men_cannot_take_kings)
        more = False
        if rank != 0 or self.upward or self.back:
            taken = (at << near) & takeable
            land = (taken << near) & empty
            if land:
                more = True
                n = self._take_adjacent(land, taken, opp, rank, key, depth, n)
            taken = (at << far) & takeable
            land = (taken << far) & empty
            if land:
                more = True
                n = self._take_adjacent(land, taken, opp, rank, key, depth, n)
        if rank != 0 or not self.upward or self.back:
            taken = (at >> near) & takeable
            land = (taken >> near) & empty
            if land:
                more = True
                n = self._take_adjacent(land, taken, opp, rank, key, depth, n)
            taken = (at >> far) & takeable
            land = (taken >> far) & empty
            if land:
                more = True
                n = self._take_adjacent(land, taken, opp, rank, key, depth, n)
        if depth > 0 and (not more or self.optional):
            n = self._add(at, opp, rank, key, depth, n)
        return n

    def _empty(self, opp: i64) -> i64:
        """Return the empty squares, the start of the moving piece included.

        The squares of captured pieces are not empty if these pieces stay on the board until the end of the move.
        """
        return self.all & ~(self.own | opp | (self.opp & self.remove_after))

    def _take_adjacent(self, land: i64, taken: i64, opp: i64, rank: i64, key: i64, depth: i64, n: i64) -> i64:
        """Capture one piece by an adjacent jump, promote if the rules say so, and continue from the landing square."""
        if self.tracing:
            self.landings[depth] = land
            self.takings[depth] = taken
        if self.has_preference:
            key += self._preference(taken, key)
        opp &= ~taken
        depth += 1
        if rank == 0 and land & self.crowns:
            if self.crown_ends:
                return self._add(land, opp, 1, key, depth, n)
            if self.crown_at_once:
                rank = 1
        if rank != 0 and self.kings_range:
            n = self._jump_ranging(land, opp, rank, key, depth, n)
            if not self.has_continuation or self.optional:
                n = self._add(land, opp, rank, key, depth, n)
            return n
        return self._jump_adjacent(land, opp, rank, key, depth, n)

    def _preference(self, taken: i64, key: i64) -> i64:
        """Return the amount to add to the sort key ``key`` for the capture of ``taken``: one piece, or two at once.

        With *kings soonest*, which excludes triple kings, a king counts by the pieces captured before it.
        """
        kings = taken & self.kings
        weight = self.piece_weight
        if taken & (taken - 1):
            weight += self.piece_weight
        if kings:
            weight += self.king_taken_weight + (self.soonest_weight >> (key // _PIECE))
            if kings & (kings - 1):
                weight += self.king_taken_weight
        return weight

    def _jump_ranging(self, at: i64, opp: i64, rank: i64, key: i64, depth: i64, n: i64) -> i64:
        """Write the captures that go on from ``at`` by a ranging jump.

        Set ``has_continuation`` to True if there is such a jump, otherwise to False.
        """
        if self.effort > self.most_effort:
            return n
        found = False
        empty = self._empty(opp)
        passable = empty
        if rank == 2:
            passable |= self.own
        direction: i64 = 0
        while direction < 4:
            square = self.neighbor(at, direction)
            while square & passable:
                square = self.neighbor(square, direction)
            taken = square & opp
            if taken:
                square = self.neighbor(square, direction)
                if rank == 2 and square & opp:
                    taken |= square
                    square = self.neighbor(square, direction)
                behind = square & empty
                lands = behind
                if not self.land_behind:
                    while square & passable:
                        lands |= square & empty
                        square = self.neighbor(square, direction)
                if lands:
                    found = True
                    n = self._take_ranging(lands, behind, taken, opp, rank, key, depth, n)
            direction += 1
        self.has_continuation = found
        return n

    def _take_ranging(
        self, lands: i64, behind: i64, taken: i64, opp: i64, rank: i64, key: i64, depth: i64, n: i64
    ) -> i64:
        """Capture by a ranging jump and continue from every landing square.

        If jumping is forced, the capture ends on the landing squares only if none of them allows a further jump.
        ``behind``: the landing square just behind the captured pieces.
        """
        if self.tracing:
            self.takings[depth] = taken
        if self.has_preference:
            key += self._preference(taken, key)
        opp &= ~taken
        leads_on = False
        rest = lands
        while rest:
            land = rest & -rest
            rest ^= land
            if self.tracing:
                self.landings[depth] = land
            n = self._jump_ranging(land, opp, self._promoted(rank, land), key, depth + 1, n)
            if self.has_continuation:
                leads_on = True
        if leads_on and not self.optional:
            return n
        rest = lands
        if self.stop_behind_king and taken & self.kings:
            rest = behind
        while rest:
            land = rest & -rest
            rest ^= land
            if self.tracing:
                self.landings[depth] = land
            n = self._add(land, opp, self._promoted(rank, land), key, depth + 1, n)
        return n

    def _promoted(self, rank: i64, land: i64) -> i64:
        """Return the rank of a king after landing.

        If the rules have triple kings, a king becomes one on its own first row.
        """
        if self.has_triples and land & self.home:
            return 2
        return rank

    def neighbor(self, square: i64, direction: i64) -> i64:
        """Return the neighbor of a square in one of the four directions; 0 off the board."""
        if direction == 0:
            return (square << self.near) & self.all
        if direction == 1:
            return (square << self.far) & self.all
        if direction == 2:
            return (square >> self.near) & self.all
        return (square >> self.far) & self.all

    def _add(self, at: i64, opp: i64, rank: i64, key: i64, depth: i64, n: i64) -> i64:
        """Write a finished capture, unless it is a duplicate or worse than an earlier capture by the preferences.

        A better capture replaces all earlier ones. While tracing, duplicates are written too.
        """
        if self.effort > self.most_effort:
            return n
        self.effort += _CAPTURE_EFFORT
        if self.has_preference:
            if key < self.best_key:
                return n
            if key > self.best_key:
                self.best_key = key
                n = self.base
                self.first = n
                if self.tracing:
                    self.traced.clear()
        own = self.own | at
        kings = self.kings & (self.own | opp)
        triples = self.triples & (self.own | opp)
        if rank != 0 or at & self.crowns:
            kings |= at
            if rank == 2:
                triples |= at
        stack = self.stack
        if self.tracing:
            self._store_route(depth)
        elif depth >= self.duplicates_from:
            other = self.first  # captures of another piece are different moves, even if the result is the same
            self.effort += n - other
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

    def _store_route(self, depth: i64) -> None:
        """Store the route of the current capture, which has ``depth`` jumps."""
        path: list[int] = [self.start]
        taken: list[int] = []
        i: i64 = 0
        while i < depth:
            path.append(self.landings[i])
            taken.append(self.takings[i])
            i += 1
        self.traced.append((path, taken))
