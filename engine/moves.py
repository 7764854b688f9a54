"""The legal moves of a position: as words on a stack, and as values. Compiled by mypyc; also runs interpreted.

Captures are generated first, then steps if the rules allow them. Search and perft use :class:`SuccessorGenerator`,
everything else :class:`MoveGenerator`.
"""

from functools import cache
from typing import Final

from engine.captures import LONGEST_CAPTURE, MOST_CAPTURES, STRIDE, CaptureGenerator
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Bits, Geometry, Side, Square
from engine.native_types import i64, vec
from engine.position import Move, Position
from engine.rules import Jumping, Rules

_STACK_WORDS: Final = 1 << 17
LAST_BASE: Final = _STACK_WORDS - STRIDE * (MOST_CAPTURES + 2048)
"""The largest ``base`` of a call: above it there is room for the captures and, twice, the steps of a position."""


class SuccessorGenerator:
    """Successor generation under one rule set and one jumping rule, to a stack of its own.

    A call writes from ``base`` on and returns the end. A caller that passes this end as the next ``base`` keeps the
    successors of every node of its path. The stack allows one caller at a time: each search owns a generator, and
    callers that only need moves use :class:`MoveGenerator`.
    """

    def __init__(self, rules: Rules, jumping: Jumping = "forced") -> None:
        geometry = rules.geometry
        self.all: i64 = geometry.all
        self.near: i64 = geometry.per_row
        self.far: i64 = geometry.per_row + 1
        self.black_row: i64 = geometry.row_bits(0)
        self.white_row: i64 = geometry.row_bits(geometry.size - 1)
        self.kings_fly: bool = rules.kings_fly
        self.has_triples: bool = rules.triple_kings
        self.optional: bool = jumping != "forced"
        self.stack: vec[i64] = vec[i64]([0] * _STACK_WORDS)
        self.capturing: CaptureGenerator = CaptureGenerator(rules, jumping, self.stack)

    def generate(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> i64:
        """Write every distinct successor to the stack from ``base`` on; return their end."""
        end = self.capturing.generate(own, opp, kings, triples, side, base)
        if end != base and not self.optional:
            return end
        return self.steps(own, opp, kings, triples, side, end)

    def position(self, geometry: Geometry, at: i64, side: Side) -> Position:
        """Return the successor at ``at`` on the stack, after a move of ``side``."""
        own: int = self.stack[at]
        opp: int = self.stack[at + 1]
        kings: int = self.stack[at + 2]
        triples: int = self.stack[at + 3]
        if side == BLACK:
            return Position(geometry, own, opp, kings, triples, WHITE)
        return Position(geometry, opp, own, kings, triples, BLACK)

    def steps(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> i64:
        """Write the successors by step to the stack from ``base`` on; return their end."""
        n = base
        if opp & kings & self.capturing.decisive:
            return n
        near = self.near
        far = self.far
        empty = self.all & ~(own | opp)
        men = own & ~kings
        up = side == BLACK
        crowns = self.white_row if up else self.black_row
        stack = self.stack
        shift = near
        while shift <= far:
            # One mask is the other shifted, so the lowest bits of both are the start and the end of one step.
            if up:
                to = (men << shift) & empty
                movers = to >> shift
            else:
                to = (men >> shift) & empty
                movers = to << shift
            while to:
                land = to & -to
                start = movers & -movers
                to ^= land
                movers ^= start
                stack[n] = own ^ start ^ land
                stack[n + 1] = opp
                stack[n + 2] = kings | (land & crowns)
                stack[n + 3] = triples
                n += STRIDE
            shift += 1
        crowned = own & kings
        if not crowned:
            return n
        if self.kings_fly:
            flyers = crowned
            while flyers:
                start = flyers & -flyers
                flyers ^= start
                n = self._fly_steps(start, empty, own, opp, kings, triples, side, n)
        else:
            direction: i64 = 0
            while direction < 4:
                walkers = crowned
                while walkers:
                    start = walkers & -walkers
                    walkers ^= start
                    land = self.capturing.neighbor(start, direction) & empty
                    if land:
                        n = self._add_king_step(start, land, own, opp, kings, triples, side, n)
                direction += 1
        if self.has_triples:
            leapers = own & triples
            while leapers:
                start = leapers & -leapers
                leapers ^= start
                n = self._leaps(start, empty, own, opp, kings, triples, side, n)
        return n

    def can_step(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> bool:
        """Return True if the side to move has a step; the stack from ``base`` on is scratch space."""
        if opp & kings & self.capturing.decisive:
            return False
        if self.has_triples and own & triples:
            return self.steps(own, opp, kings, triples, side, base) != base
        empty = self.all & ~(own | opp)
        up = own
        down = own & kings
        if side == WHITE:
            up = down
            down = own
        return (((up << self.near) | (up << self.far) | (down >> self.near) | (down >> self.far)) & empty) != 0

    def has_move(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> bool:
        """Return True if the side to move has a capture or a step; the stack from ``base`` on is scratch space."""
        if self.capturing.can_capture(own, opp, kings, triples, side, base):
            return True
        return self.can_step(own, opp, kings, triples, side, base)

    def _add_king_step(
        self, start: i64, land: i64, own: i64, opp: i64, kings: i64, triples: i64, side: i64, n: i64
    ) -> i64:
        """Write a step of a king; if the rules have triple kings, promote it on its own first row."""
        if triples & start:
            triples = (triples ^ start) | land
        elif self.has_triples:
            triples |= land & (self.black_row if side == BLACK else self.white_row)
        stack = self.stack
        stack[n] = (own ^ start) | land
        stack[n + 1] = opp
        stack[n + 2] = (kings ^ start) | land
        stack[n + 3] = triples
        return n + STRIDE

    def _fly_steps(
        self, start: i64, empty: i64, own: i64, opp: i64, kings: i64, triples: i64, side: i64, n: i64
    ) -> i64:
        """Write the steps of a flying king: any distance over empty squares."""
        direction: i64 = 0
        while direction < 4:
            land = self.capturing.neighbor(start, direction)
            while land & empty:
                n = self._add_king_step(start, land, own, opp, kings, triples, side, n)
                land = self.capturing.neighbor(land, direction)
            direction += 1
        return n

    def _leaps(self, start: i64, empty: i64, own: i64, opp: i64, kings: i64, triples: i64, side: i64, n: i64) -> i64:
        """Write the leaps of a triple king over one adjacent friendly piece, which stays."""
        direction: i64 = 0
        while direction < 4:
            land = self.capturing.neighbor(self.capturing.neighbor(start, direction) & own, direction) & empty
            if land:
                n = self._add_king_step(start, land, own, opp, kings, triples, side, n)
            direction += 1
        return n

    def perft(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, depth: i64, base: i64) -> i64:
        """Count the lines of ``depth`` moves; ``depth`` is at least 1. The stack from ``base`` on is scratch space."""
        end = self.generate(own, opp, kings, triples, side, base)
        if depth == 1:
            return (end - base) // STRIDE
        total: i64 = 0
        stack = self.stack
        n = base
        while n < end:
            total += self.perft(stack[n + 1], stack[n], stack[n + 2], stack[n + 3], 1 - side, depth - 1, end)
            n += STRIDE
        return total


class MoveGenerator:
    """The legal moves under one rule set and one jumping rule.

    A generator is immutable, so threads may share it. Creating one is cheap.
    """

    def __init__(self, rules: Rules, jumping: Jumping = "forced") -> None:
        self.rules: Final = rules
        self.jumping: Final = jumping
        # Each call borrows a generator with its own stack, so concurrent calls never write to the same stack.
        self._idle: Final = _idle_generators(rules, jumping)
        is_free = jumping != "forced" or not rules.captured_stay
        self._may_be_cut: Final = rules.kings_range and rules.geometry.size > 8 and is_free

    def routes(self, position: Position) -> list[Move]:
        """Return every legal move by every route; two routes may capture the same pieces and end on one square."""
        everywhere = position.geometry.all
        return self._routes(position, everywhere, everywhere)

    def routes_between(self, position: Position, start: Square, end: Square) -> list[Move]:
        """Return the moves of ``routes`` that begin and stop on these squares."""
        return self._routes(position, position.geometry.bit(start), position.geometry.bit(end))

    def _routes(self, position: Position, starts: Bits, ends: Bits) -> list[Move]:
        successors = self._take()
        try:
            return _routes(successors, position, starts, ends)
        finally:
            self._idle.append(successors)

    def legal_moves(self, position: Position) -> list[Move]:
        """Return the legal moves, one route each, in the order of generation."""
        distinct: dict[tuple[Square, Square, Position], Move] = {}
        for move in self.routes(position):
            distinct.setdefault((move.path[0], move.path[-1], move.after), move)
        return list(distinct.values())

    def can_move(self, position: Position) -> bool:
        """Return True if the side to move has a legal move."""
        own, opp, kings, triples, side = position.words()
        successors = self._take()
        try:
            return successors.has_move(own, opp, kings, triples, side, 0)
        finally:
            self._idle.append(successors)

    def can_capture(self, position: Position) -> bool:
        """Return True if the side to move has a capture."""
        own, opp, kings, triples, side = position.words()
        successors = self._take()
        try:
            return successors.capturing.can_capture(own, opp, kings, triples, side, 0)
        finally:
            self._idle.append(successors)

    def can_list_captures(self, position: Position) -> bool:
        """Return True if the captures are few enough to be listed.

        If they are not, the other methods use some of them only. On small boards and where captured pieces stay and
        jumps are forced, they always are.
        """
        if not self._may_be_cut:
            return True
        own, opp, kings, triples, side = position.words()
        successors = self._take()
        try:
            successors.capturing.generate(own, opp, kings, triples, side, 0)
            return not successors.capturing.is_cut
        finally:
            self._idle.append(successors)

    def is_quiet(self, position: Position) -> bool:
        """Return True if neither side could capture if it were to move."""
        return not (self.can_capture(position) or self.can_capture(position.passed()))

    def perft(self, position: Position, depth: int) -> int:
        """Count the lines of ``depth`` moves; the routes of one capture count once."""
        if depth == 0:
            return 1
        own, opp, kings, triples, side = position.words()
        successors = self._take()
        try:
            return successors.perft(own, opp, kings, triples, side, depth, 0)
        finally:
            self._idle.append(successors)

    def count_routes(self, position: Position, depth: int) -> int:
        """Count the lines of ``depth`` moves, at least 1; each route of a capture counts by itself."""
        own, opp, kings, triples, side = position.words()
        successors = SuccessorGenerator(self.rules, self.jumping)
        successors.capturing.duplicates_from = LONGEST_CAPTURE
        return successors.perft(own, opp, kings, triples, side, depth, 0)

    def _take(self) -> SuccessorGenerator:
        """Return an idle successor generator, or a new one."""
        try:
            return self._idle.pop()
        except IndexError:
            return SuccessorGenerator(self.rules, self.jumping)


def check_captures(position: Position, rules: Rules) -> None:
    """Raise ValueError if a position has too many captures to list under a jumping rule of ``rules``."""
    if not MoveGenerator(rules, "free" if len(rules.jumpings) > 1 else "forced").can_list_captures(position):
        raise ValueError(f"{SIDE_NAMES[position.side]} can jump in more ways than can be counted")


@cache
def _idle_generators(rules: Rules, jumping: Jumping) -> list[SuccessorGenerator]:
    """Return the pool of idle successor generators. It grows to the largest number of concurrent calls."""
    return []


def _routes(successors: SuccessorGenerator, position: Position, starts: i64, ends: i64) -> list[Move]:
    """Return the successors of a position as moves with their full paths, which begin and end on squares of masks."""
    geometry = position.geometry
    own, opp, kings, triples, side = position.words()
    moves: list[Move] = []
    n: i64 = 0
    for path, taken in successors.capturing.trace(own, opp, kings, triples, side):
        first: i64 = path[0]
        last: i64 = path[len(path) - 1]
        if first & starts and last & ends:
            landings = tuple([geometry.number(bit) for bit in path])
            after = successors.position(geometry, n, side)
            moves.append(Move(landings, _captured_squares(geometry, path, taken), after))
        n += STRIDE
    if n and not successors.optional:
        return moves
    end = successors.steps(own, opp, kings, triples, side, n)
    before: i64 = own
    while n < end:
        left = before & ~successors.stack[n]
        landed = successors.stack[n] & ~before
        if left & starts and landed & ends:
            squares = (geometry.number(left), geometry.number(landed))
            moves.append(Move(squares, (), successors.position(geometry, n, side)))
        n += STRIDE
    return moves


def _captured_squares(geometry: Geometry, path: list[Bits], taken: list[Bits]) -> tuple[Square, ...]:
    """Return the squares captured along a path, in order; one jump may capture two."""
    numbers: list[Square] = []
    for hop, bits in enumerate(taken):
        low = bits & -bits
        pair = [geometry.number(bit) for bit in (low, bits ^ low) if bit]
        numbers += pair if path[hop] < path[hop + 1] else pair[::-1]
    return tuple(numbers)
