"""The move generator: captures, else steps, and perft. Compiled by mypyc; runs interpreted as well."""

from collections.abc import Sequence
from itertools import pairwise

from engine.captures import STRIDE, CaptureGenerator
from engine.geometry import BLACK, WHITE, Geometry
from engine.native_types import i64
from engine.position import Move, Position


class MoveGenerator(CaptureGenerator):
    """Legal moves under one rule set and one kind of jumping."""

    def generate(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> i64:
        """Write every distinct successor to the stack from ``base`` on; returns where they end."""
        end = self.captures(own, opp, kings, triples, side, base)
        if end != base and not self.optional:
            return end
        return self.steps(own, opp, kings, triples, side, end)

    def steps(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> i64:
        """Write the successors by a step to the stack from ``base`` on; returns where they end."""
        n = base
        near = self.near
        far = self.far
        empty = self.all & ~(own | opp)
        men = own & ~kings
        if side == BLACK:
            n = self._march((men << near) & empty, near, True, own, opp, kings, triples, n)
            n = self._march((men << far) & empty, far, True, own, opp, kings, triples, n)
        else:
            n = self._march((men >> near) & empty, near, False, own, opp, kings, triples, n)
            n = self._march((men >> far) & empty, far, False, own, opp, kings, triples, n)
        crowned = own & kings
        if not crowned:
            return n
        if not self.fly:
            direction: i64 = 0
            while direction < 4:
                walkers = crowned
                while walkers:
                    start = walkers & -walkers
                    walkers ^= start
                    land = self._next(start, direction) & empty
                    if land:
                        n = self._step(start, land, own, opp, kings, triples, side, n)
                direction += 1
        if self.fly:
            flyers = crowned
            while flyers:
                start = flyers & -flyers
                flyers ^= start
                n = self._fly(start, empty, own, opp, kings, triples, side, n)
        if self.triple:
            leapers = own & triples
            while leapers:
                start = leapers & -leapers
                leapers ^= start
                n = self._leap(start, empty, own, opp, kings, triples, side, n)
        return n

    def can_step(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> bool:
        """Whether the side to move has a step; the stack from ``base`` on is scratch space."""
        if self.triple and own & triples:
            return self.steps(own, opp, kings, triples, side, base) != base
        empty = self.all & ~(own | opp)
        up = own
        down = own & kings
        if side == WHITE:
            up = down
            down = own
        return (((up << self.near) | (up << self.far) | (down >> self.near) | (down >> self.far)) & empty) != 0

    def has_move(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> bool:
        """Whether the side to move has a capture or a step; the stack from ``base`` on is scratch space."""
        return self.can_capture(own, opp, kings, triples, side, base) or self.can_step(
            own, opp, kings, triples, side, base
        )

    def can_move(self, position: Position) -> bool:
        """Whether the side to move has a legal move."""
        side = position.side
        return self.has_move(position.of(side), position.of(1 - side), position.kings, position.triples, side, 0)

    def _march(self, to: i64, shift: i64, up: bool, own: i64, opp: i64, kings: i64, triples: i64, n: i64) -> i64:
        """Write the steps of men in one direction, given where they end; crowned on the far row."""
        stack = self.stack
        crowns = self.white_row if up else self.black_row
        while to:
            land = to & -to
            to ^= land
            start = land >> shift if up else land << shift
            stack[n] = (own ^ start) | land
            stack[n + 1] = opp
            stack[n + 2] = kings | (land & crowns)
            stack[n + 3] = triples
            n += STRIDE
        return n

    def _step(self, start: i64, land: i64, own: i64, opp: i64, kings: i64, triples: i64, side: i64, n: i64) -> i64:
        """Write one step of a king; where the rules have triple kings, its own first row makes it one."""
        if triples & start:
            triples = (triples ^ start) | land
        elif self.triple:
            triples |= land & (self.black_row if side == BLACK else self.white_row)
        stack = self.stack
        stack[n] = (own ^ start) | land
        stack[n + 1] = opp
        stack[n + 2] = (kings ^ start) | land
        stack[n + 3] = triples
        return n + STRIDE

    def _fly(self, start: i64, empty: i64, own: i64, opp: i64, kings: i64, triples: i64, side: i64, n: i64) -> i64:
        direction: i64 = 0
        while direction < 4:
            land = self._next(start, direction)
            while land & empty:
                n = self._step(start, land, own, opp, kings, triples, side, n)
                land = self._next(land, direction)
            direction += 1
        return n

    def _leap(self, start: i64, empty: i64, own: i64, opp: i64, kings: i64, triples: i64, side: i64, n: i64) -> i64:
        direction: i64 = 0
        while direction < 4:
            land = self._next(self._next(start, direction) & own, direction) & empty
            if land:
                n = self._step(start, land, own, opp, kings, triples, side, n)
            direction += 1
        return n

    def _perft(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, depth: i64, base: i64) -> i64:
        end = self.generate(own, opp, kings, triples, side, base)
        if depth == 1:
            return (end - base) >> 2
        total: i64 = 0
        stack = self.stack
        n = base
        while n < end:
            total += self._perft(stack[n + 1], stack[n], stack[n + 2], stack[n + 3], 1 - side, depth - 1, end)
            n += STRIDE
        return total

    def perft(self, position: Position, depth: int) -> int:
        """Count the lines of ``depth`` moves; routes of one capture count once. Source: RULE_SETS' published tables."""
        if depth == 0:
            return 1
        own, opp = position.of(position.side), position.of(1 - position.side)
        return self._perft(own, opp, position.kings, position.triples, position.side, depth, 0)

    def routes(self, position: Position) -> list[Move]:
        """Every legal move by every route; two routes may take the same pieces to the same square."""
        geometry = position.geometry
        side = position.side
        own, opp = position.of(side), position.of(1 - side)
        self.traced = []
        self.tracing = True
        captures = self.captures(own, opp, position.kings, position.triples, side, 0)
        self.tracing = False
        traced = self.traced
        end = captures
        if captures == 0 or self.optional:
            end = self.steps(own, opp, position.kings, position.triples, side, captures)
        moves = []
        n: i64 = 0
        while n < end:
            after_own: int = self.stack[n]
            if n < captures:
                path, taken = traced[n >> 2]
            else:
                path, taken = [own & ~after_own, after_own & ~own], []
            moves.append(
                Move(
                    tuple([geometry.number(bit) for bit in path]),
                    self._taken(geometry, path, taken),
                    self._position(geometry, n, side),
                )
            )
            n += STRIDE
        return moves

    def _taken(self, geometry: Geometry, path: list[int], taken: list[int]) -> tuple[int, ...]:
        """The squares jumped on the way along a path, in order; one jump may take two."""
        numbers: list[int] = []
        for hop, bits in enumerate(taken):
            pair = geometry.numbers(bits)
            numbers += pair if path[hop] < path[hop + 1] else pair[::-1]
        return tuple(numbers)

    def _position(self, geometry: Geometry, n: i64, side: int) -> Position:
        """The successor at a place on the stack, the other side to move."""
        own: int = self.stack[n]
        opp: int = self.stack[n + 1]
        kings: int = self.stack[n + 2]
        triples: int = self.stack[n + 3]
        if side == BLACK:
            return Position(geometry, own, opp, kings, triples, WHITE)
        return Position(geometry, opp, own, kings, triples, BLACK)

    def legal_moves(self, position: Position) -> list[Move]:
        """The legal moves, one route each, in the generator's order."""
        distinct: dict[tuple[int, int, Position], Move] = {}
        for move in self.routes(position):
            distinct.setdefault((move.path[0], move.path[-1], move.after), move)
        return list(distinct.values())

    def along(self, positions: Sequence[Position]) -> list[Move]:
        """The moves that lead from each position to the next, as far as legal moves do."""
        moves: list[Move] = []
        for before, after in pairwise(positions):
            found = [move for move in self.legal_moves(before) if move.after == after]
            if not found:
                break
            moves.append(found[0])
        return moves
