"""Positions and moves as immutable values."""

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from engine.geometry import BLACK, WHITE, Bits, Geometry, Side, Square
from engine.rules import Rules

MAN: Final = 0
KING: Final = 1
TRIPLE: Final = 2


class Piece(NamedTuple):
    """The side (``BLACK`` or ``WHITE``) and rank (``MAN``, ``KING`` or ``TRIPLE``) of a piece."""

    side: Side
    rank: int


@dataclass(frozen=True, slots=True)
class Position:
    """The pieces and the side to move; masks as in :class:`Geometry`. ``triples`` is a subset of ``kings``."""

    geometry: Geometry
    black: Bits
    white: Bits
    kings: Bits
    triples: Bits
    side: Side

    @classmethod
    def start(cls, rules: Rules) -> "Position":
        """Return the starting position of a rule set."""
        geometry = rules.geometry
        black = sum(map(geometry.row_bits, range(rules.rows_of_men)))
        return cls(geometry, black, geometry.half_turned(black), 0, 0, rules.first)

    def of(self, side: Side) -> Bits:
        """Return the mask of all pieces of one side."""
        return self.white if side == WHITE else self.black

    def words(self) -> tuple[Bits, Bits, Bits, Bits, Side]:
        """Return the form that search and move generation use.

        The five words are: own pieces, the opponent's pieces, kings, triple kings, side to move.
        """
        if self.side == WHITE:
            return self.white, self.black, self.kings, self.triples, WHITE
        return self.black, self.white, self.kings, self.triples, BLACK

    def piece(self, number: Square) -> Piece | None:
        """Return the piece on a square, or None."""
        bit = self.geometry.bit(number)
        if not (self.black | self.white) & bit:
            return None
        rank = TRIPLE if self.triples & bit else KING if self.kings & bit else MAN
        return Piece(BLACK if self.black & bit else WHITE, rank)

    @property
    def uncrowned(self) -> Bits:
        """The mask of the men on their king row."""
        last = self.geometry.row_bits(self.geometry.size - 1)
        return (last & self.black | self.geometry.row_bits(0) & self.white) & ~self.kings

    def without(self, number: Square) -> "Position":
        """Return the position with one square emptied."""
        keep = ~self.geometry.bit(number)
        return Position(
            self.geometry, self.black & keep, self.white & keep, self.kings & keep, self.triples & keep, self.side
        )

    def passed(self) -> "Position":
        """Return the position with the other side to move."""
        return replace(self, side=1 - self.side)

    def turned(self) -> "Position":
        """Return the position with the board rotated by 180 degrees and the colors exchanged.

        It is equivalent under every rule set.
        """
        turn = self.geometry.half_turned
        return Position(
            self.geometry, turn(self.white), turn(self.black), turn(self.kings), turn(self.triples), 1 - self.side
        )


@dataclass(frozen=True, slots=True)
class Move:
    """A move of one piece: the squares of its path, start included, and the squares it captures, in order.

    ``after`` is the resulting position, with the other side to move. It takes no part in comparisons.
    """

    path: tuple[Square, ...]
    captured: tuple[Square, ...]
    after: Position = field(compare=False, repr=False)

    @property
    def start(self) -> Square:
        """The square the piece starts from."""
        return self.path[0]

    @property
    def end(self) -> Square:
        """The square the piece stops on."""
        return self.path[-1]
