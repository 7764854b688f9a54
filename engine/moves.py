"""The legal moves of a position as values. Compiled by mypyc; also runs interpreted."""

from functools import cache
from typing import Final

from engine.captures import LONGEST_CAPTURE, STRIDE
from engine.geometry import SIDE_NAMES, Bits, Geometry, Square
from engine.native_types import i64
from engine.position import Move, Position
from engine.rules import Jumping, Rules
from engine.successors import SuccessorGenerator


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
        successors = self._take()
        try:
            return _routes(successors, position)
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


def _routes(successors: SuccessorGenerator, position: Position) -> list[Move]:
    """Return the successors of a position as moves with their full paths."""
    geometry = position.geometry
    own, opp, kings, triples, side = position.words()
    moves: list[Move] = []
    n: i64 = 0
    for path, taken in successors.capturing.trace(own, opp, kings, triples, side):
        after = successors.position(geometry, n, side)
        landings = tuple([geometry.number(bit) for bit in path])
        moves.append(Move(landings, _captured_squares(geometry, path, taken), after))
        n += STRIDE
    if n and not successors.optional:
        return moves
    end = successors.steps(own, opp, kings, triples, side, n)
    while n < end:
        after = successors.position(geometry, n, side)
        after_own = after.of(side)
        moves.append(Move((geometry.number(own & ~after_own), geometry.number(after_own & ~own)), (), after))
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
