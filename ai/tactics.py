"""Gains of pieces by force: a search that counts pieces only, and tries every reply.

A piece counts in halves of a man: a man two, a king three, or six if kings fly. So a crown counts, too. The search ends
where the side that it serves has gained enough and neither side has to capture. What it finds holds against every
reply. It assumes that every jump is made, so it is of no use where jumps are free, nor in a losing game.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Rules

MAN: Final = 2
"""The value of a man, in halves of a man."""
_KING: Final = 3
_FLYING: Final = 6
_NODES: Final = 1_500  # of a search; without a gain by then, there is none
EVERYTHING: Final = 12
"""The greatest gain that is asked for, in halves of a man. A side that leaves the other no move has it."""

Line: TypeAlias = tuple[Move, ...]


class Gain(NamedTuple):
    """A gain of ``half_men`` at least for the side that makes the first move of ``line``.

    Of its moves at most ``quiet`` capture nothing. The line shows the best defense.
    """

    line: Line
    half_men: int
    quiet: int


class Tactics:
    """The search for gains under one rule set."""

    def __init__(self, rules: Rules) -> None:
        self.generator: Final = MoveGenerator(rules)
        self._king: Final = _FLYING if rules.kings_fly else _KING
        self._moves: dict[Position, list[Move]] = {}
        self._left = 0

    def legal_moves(self, position: Position) -> list[Move]:
        """Return the legal moves of a position, from a cache after the first call."""
        if position not in self._moves:
            self._moves[position] = self.generator.legal_moves(position)
        return self._moves[position]

    def material(self, position: Position, side: int) -> int:
        """Return how much more a side has than the other, in halves of a man."""
        counts = [
            MAN * pieces.bit_count() + (self._king - MAN) * (pieces & position.kings).bit_count()
            for pieces in (position.black, position.white)
        ]
        return counts[0] - counts[1] if side == BLACK else counts[1] - counts[0]

    def gain(self, position: Position, quiet: int, least: int = MAN) -> Gain | None:
        """Return the greatest gain for the side to move, or None if it is below ``least``."""
        return self._greatest(position, quiet, least, self._attack)

    def gain_by(self, before: Position, move: Move, quiet: int, least: int = MAN) -> Gain | None:
        """Return the greatest gain for the side to move if it begins with a move, or None if it is below ``least``."""

        def attack(position: Position, target: int, quiet: int) -> Line | None:
            left = quiet - (not move.captured)
            rest = self._defend(move.after, target, left) if left >= 0 else None
            return None if rest is None else (move, *rest)

        return self._greatest(before, quiet, least, attack)

    def settled(self, position: Position) -> Line:
        """Return the best captures of both sides until the side to move has none."""
        moves = self.legal_moves(position)
        if not moves or not moves[0].captured:
            return ()
        lines = ((move, *self.settled(move.after)) for move in moves)
        return max(lines, key=lambda line: self.material(line[-1].after, position.side))

    def _greatest(
        self, position: Position, quiet: int, least: int, attack: Callable[[Position, int, int], Line | None]
    ) -> Gain | None:
        now, found = self.material(position, position.side), None
        self._left = _NODES
        few = 0
        for half_men in range(least, EVERYTHING + 1):
            while (line := attack(position, now + half_men, few)) is None and few < quiet:
                few += 1
            if line is None:
                break
            found = Gain(line, half_men, few)
        return found

    def _attack(self, position: Position, target: int, quiet: int) -> Line | None:
        """Return how the side to move reaches a target of material; None if it does not."""
        moves = self.legal_moves(position)
        self._left -= 1
        if not moves or self._left < 0:
            return None
        if not moves[0].captured:
            if self.material(position, position.side) >= target:
                return ()
            if not quiet:
                return None
            quiet -= 1
        for move in moves:
            rest = self._defend(move.after, target, quiet)
            if rest is not None:
                return (move, *rest)
        return None

    def _defend(self, position: Position, target: int, quiet: int) -> Line | None:
        """Return the best defense of the side to move if the other side reaches its target against each, else None.

        The best one costs least; of those, it is the longest.
        """
        moves = self.legal_moves(position)
        if not moves:
            return ()
        if not moves[0].captured and self.material(position, 1 - position.side) >= target:
            return ()
        defenses: list[Line] = []
        for move in moves:
            rest = self._attack(move.after, target, quiet)
            if rest is None:
                return None
            defenses.append((move, *rest))
        return min(defenses, key=lambda line: (self.material(line[-1].after, 1 - position.side), -len(line)))
