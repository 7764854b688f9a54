"""A position and a move, both immutable values."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.geometry import BLACK, WHITE, Geometry
from engine.rules import Rules

MAN: Final = 0
KING: Final = 1
TRIPLE: Final = 2


class Piece(NamedTuple):
    """Whose piece (``BLACK`` or ``WHITE``) and what it is (``MAN``, ``KING`` or ``TRIPLE``)."""

    side: int
    rank: int


@dataclass(frozen=True, slots=True)
class Position:
    """Who stands where and who is to move; masks as in :class:`Geometry`. ``triples`` is part of ``kings``."""

    geometry: Geometry
    black: int
    white: int
    kings: int
    triples: int
    side: int

    @classmethod
    def start(cls, rules: Rules) -> "Position":
        """The set-up from which a game of these rules begins."""
        geometry = rules.geometry
        men = rules.rows_of_men * geometry.per_row
        black = geometry.mask(tuple(range(1, men + 1)))
        white = geometry.mask(tuple(range(geometry.squares - men + 1, geometry.squares + 1)))
        return cls(geometry, black, white, 0, 0, rules.first)

    def of(self, side: int) -> int:
        """The mask of all pieces of one side."""
        return self.white if side == WHITE else self.black

    def piece(self, number: int) -> Piece | None:
        """What stands on a square."""
        bit = self.geometry.bit(number)
        if not (self.black | self.white) & bit:
            return None
        rank = TRIPLE if self.triples & bit else KING if self.kings & bit else MAN
        return Piece(BLACK if self.black & bit else WHITE, rank)

    def without(self, number: int) -> "Position":
        """The same with one square cleared."""
        keep = ~self.geometry.bit(number)
        return Position(
            self.geometry, self.black & keep, self.white & keep, self.kings & keep, self.triples & keep, self.side
        )


@dataclass(frozen=True, slots=True)
class Move:
    """One turn of one piece: its start, every square it lands on, and the squares it takes, in order.

    ``after`` is the position it leads to, the other side to move.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...]
    after: Position = field(compare=False, repr=False)

    @property
    def start(self) -> int:
        """The square the piece left."""
        return self.path[0]

    @property
    def end(self) -> int:
        """The square the piece stopped on."""
        return self.path[-1]
