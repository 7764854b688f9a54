"""The search for shots: gains by offers that must be taken, one after the other. Compiled by mypyc.

An *offer* is a step after which the other side must capture. Only offers and captures are searched, so a long shot is
found in a few hundred nodes.
"""

from typing import Final

from engine.bits import count
from engine.captures import STRIDE
from engine.moves import SuccessorGenerator
from engine.native_types import i64
from engine.position import Position
from engine.rules import Rules

_MAN: Final = 100  # centimen
_KING: Final = 150
_GAIN: Final = 50  # centimen: the least gain of a shot, and the largest lead before it
_OFFERS: Final = 4  # largest number of offers of a shot
_NODES: Final = 4_000  # of a search


class ShotSearch:
    """The search for shots under one rule set with forced jumps."""

    def __init__(self, rules: Rules) -> None:
        self.successors: SuccessorGenerator = SuccessorGenerator(rules)
        self.nodes: i64 = 0
        self.target: i64 = 0

    def near(self, position: Position) -> list[tuple[Position, Position]]:
        """Return the position and its successors by a step, as far as exactly one offer in them begins a shot.

        Each is a pair with the position after this offer. They are quiet, and the side to move is hardly ahead. A shot
        with a single offer does not count.
        """
        geometry = position.geometry
        own, opp, kings, triples, side = position.words()
        successors = self.successors
        found = []
        only = self._only_shot(own, opp, kings, triples, side, 0)
        if only >= 0:
            found.append((position, successors.position(geometry, only, position.side)))
        if successors.capturing.can_capture(own, opp, kings, triples, side, 0):
            return found
        end = successors.steps(own, opp, kings, triples, side, 0)
        stack = successors.stack
        n: i64 = 0
        while n < end:
            only = self._only_shot(stack[n + 1], stack[n], stack[n + 2], stack[n + 3], 1 - side, end)
            if only >= 0:
                after = successors.position(geometry, n, position.side)
                found.append((after, successors.position(geometry, only, after.side)))
            n += STRIDE
        return found

    def _only_shot(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, base: i64) -> i64:
        """Return the place on the stack of the only offer that begins a shot in a quiet position, or -1."""
        capturing = self.successors.capturing
        balance = _material(own, opp, kings)
        if balance > _GAIN or capturing.can_capture(own, opp, kings, triples, side, base):
            return -1
        if capturing.can_capture(opp, own, kings, triples, 1 - side, base):
            return -1
        self.target = _GAIN
        if balance > 0:
            self.target = balance + _GAIN
        self.nodes = _NODES
        end = self.successors.steps(own, opp, kings, triples, side, base)
        only = self._offer(own, opp, kings, triples, side, _OFFERS, base, end)
        if only < 0:
            return -1
        self.nodes = _NODES
        if self._offer(own, opp, kings, triples, side, _OFFERS, only + STRIDE, end) >= 0:
            return -1
        self.nodes = _NODES
        if self._offer(own, opp, kings, triples, side, 1, base, end) >= 0:
            return -1
        return only

    def _offer(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, offers: i64, base: i64, end: i64) -> i64:
        """Return the stack index of the first step from ``base`` to ``end`` that begins a shot; -1 if there is none."""
        successors = self.successors
        stack = successors.stack
        n = base
        while n < end:
            theirs, ours, crowned, tripled = stack[n + 1], stack[n], stack[n + 2], stack[n + 3]
            is_offer = successors.capturing.can_capture(theirs, ours, crowned, tripled, 1 - side, end)
            if is_offer and self._is_lost(theirs, ours, crowned, tripled, 1 - side, offers - 1, end):
                return n
            n += STRIDE
        return -1

    def _is_lost(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, offers: i64, base: i64) -> bool:
        """Return True if the other side gains enough, whatever this side captures."""
        end = self.successors.capturing.generate(own, opp, kings, triples, side, base)
        if end == base:
            return _material(opp, own, kings) >= self.target
        stack = self.successors.stack
        n = base
        while n < end:
            if not self._is_won(stack[n + 1], stack[n], stack[n + 2], stack[n + 3], 1 - side, offers, end):
                return False
            n += STRIDE
        return True

    def _is_won(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, offers: i64, base: i64) -> bool:
        """Return True if the side to move gains enough by captures and at most ``offers`` more offers."""
        self.nodes -= 1
        if self.nodes < 0:
            return False
        successors = self.successors
        end = successors.capturing.generate(own, opp, kings, triples, side, base)
        if end == base:
            if _material(own, opp, kings) >= self.target:
                return True
            if not offers:
                return False
            end = successors.steps(own, opp, kings, triples, side, base)
            return self._offer(own, opp, kings, triples, side, offers, base, end) >= 0
        stack = successors.stack
        n = base
        while n < end:
            if self._is_lost(stack[n + 1], stack[n], stack[n + 2], stack[n + 3], 1 - side, offers, end):
                return True
            n += STRIDE
        return False


def _material(own: i64, opp: i64, kings: i64) -> i64:
    """Return the material balance for the side to move, in centimen."""
    return _MAN * (count(own) - count(opp)) + (_KING - _MAN) * (count(own & kings) - count(opp & kings))
