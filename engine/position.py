"""A position and a move, both immutable values."""

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from engine.geometry import BLACK, WHITE, Bits, Geometry, Side, Square
from engine.rules import Rules

MAN: Final = 0
KING: Final = 1
TRIPLE: Final = 2


class Piece(NamedTuple):
    """Whose piece (``BLACK`` or ``WHITE``) and what it is (``MAN``, ``KING`` or ``TRIPLE``)."""

    side: Side
    rank: int


@dataclass(frozen=True, slots=True)
class Position:
    """Who stands where and who is to move; masks as in :class:`Geometry`. ``triples`` is part of ``kings``."""

    geometry: Geometry
    black: Bits
    white: Bits
    kings: Bits
    triples: Bits
    side: Side

    @classmethod
    def start(cls, rules: Rules) -> "Position":
        """The set-up from which a game of these rules begins."""
        geometry = rules.geometry
        men = rules.rows_of_men * geometry.per_row
        black = geometry.mask(tuple(range(1, men + 1)))
        white = geometry.mask(tuple(range(geometry.squares - men + 1, geometry.squares + 1)))
        return cls(geometry, black, white, 0, 0, rules.first)

    def of(self, side: Side) -> Bits:
        """The mask of all pieces of one side."""
        return self.white if side == WHITE else self.black

    def words(self) -> tuple[Bits, Bits, Bits, Bits, Side]:
        """As search and move generator take it: own pieces, the other side's, kings, triple kings, side to move."""
        if self.side == WHITE:
            return self.white, self.black, self.kings, self.triples, WHITE
        return self.black, self.white, self.kings, self.triples, BLACK

    def piece(self, number: Square) -> Piece | None:
        """What stands on a square."""
        bit = self.geometry.bit(number)
        if not (self.black | self.white) & bit:
            return None
        rank = TRIPLE if self.triples & bit else KING if self.kings & bit else MAN
        return Piece(BLACK if self.black & bit else WHITE, rank)

    def without(self, number: Square) -> "Position":
        """The same with one square cleared."""
        keep = ~self.geometry.bit(number)
        return Position(
            self.geometry, self.black & keep, self.white & keep, self.kings & keep, self.triples & keep, self.side
        )

    def passed(self) -> "Position":
        """The same with the other side to move."""
        return replace(self, side=1 - self.side)

    def turned(self) -> "Position":
        """The same game seen from the other side: the board turned half round and the colours exchanged."""
        turn = self.geometry.half_turned
        return Position(
            self.geometry, turn(self.white), turn(self.black), turn(self.kings), turn(self.triples), 1 - self.side
        )


@dataclass(frozen=True, slots=True)
class Move:
    """One turn of one piece: its start, every square it lands on, and the squares it takes, in order.

    ``after`` is the position it leads to, the other side to move.
    """

    path: tuple[Square, ...]
    captured: tuple[Square, ...]
    after: Position = field(compare=False, repr=False)

    @property
    def start(self) -> Square:
        """The square the piece left."""
        return self.path[0]

    @property
    def end(self) -> Square:
        """The square the piece stopped on."""
        return self.path[-1]
