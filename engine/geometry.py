"""Boards as padded bitboards: the numbers and names of squares, rows and columns.

A square is one bit of an integer. After every two rows there is an unused *ghost* bit, so the four diagonals are the
same four shifts on the whole board: ``+per_row``, ``+per_row + 1`` and back.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, TypeAlias

Square: TypeAlias = int
"""A playing square by its standard number, from 1."""
Bits: TypeAlias = int
"""A bitboard: one bit for each square."""
Side: TypeAlias = int
"""``BLACK`` or ``WHITE``."""

BLACK: Final = 0
WHITE: Final = 1
SIDE_NAMES: Final = ("Black", "White")


@dataclass(frozen=True)
class Geometry:
    """The squares of a board: standard numbers from 1, bits, rows and columns.

    ``row`` counts from Black's first row and ``column`` from Black's left; both start at 0. ``dark_left``: each player
    has a dark square at the lower left (all boards but the Italian and the Spanish). The numbers run row by row from
    the right of ``numbered_from``, beginning on the first row of that side.
    """

    size: int
    dark_left: bool = True
    numbered_from: Side = BLACK

    @property
    def per_row(self) -> int:
        """The number of playing squares in a row."""
        return self.size // 2

    @property
    def squares(self) -> int:
        """The number of playing squares; they are numbered from 1 to this."""
        return self.size * self.size // 2

    def bit(self, number: Square) -> Bits:
        """Return the one-bit mask of a square."""
        return 1 << self._indices[number]

    def number(self, bit: Bits) -> Square:
        """Return the square of a one-bit mask."""
        return self._numbers[bit]

    def numbers(self, bits: Bits) -> tuple[Square, ...]:
        """Return the squares of a mask in ascending order."""
        by_bit, found = self._numbers, []
        while bits:
            low = bits & -bits
            found.append(by_bit[low])
            bits ^= low
        return tuple(sorted(found))

    def mask(self, numbers: tuple[Square, ...]) -> Bits:
        """Return the mask of several squares."""
        return sum(map(self.bit, set(numbers)))

    def half_turned(self, bits: Bits) -> Bits:
        """Return the mask after the board is rotated by 180 degrees: square 1 becomes the last square."""
        width = max(self._indices) + 1  # the ghost bits are symmetric, so reversing the bits rotates the board
        return int(f"{bits:0{width}b}"[::-1], 2)

    def row_and_column(self, number: Square) -> tuple[int, int]:
        """Return the row from Black's side and the column from Black's left, both from 0."""
        row, place = divmod(self._from_black(number) - 1, self.per_row)
        from_right = 2 * place + (1 if (row % 2 == 0) == self.dark_left else 0)
        return row, self.size - 1 - from_right

    def at(self, row: int, column: int) -> Square | None:
        """Return the playing square at a row and a column, or None for a light square or one off the board."""
        if not (0 <= row < self.size and 0 <= column < self.size):
            return None
        number = self._from_black(row * self.per_row + (self.size - 1 - column) // 2 + 1)
        return number if self.row_and_column(number) == (row, column) else None

    @property
    def all(self) -> Bits:
        """The mask of every playing square, without the ghost bits."""
        return sum(1 << index for index in self._indices[1:])

    def row_bits(self, row: int) -> Bits:
        """Return the mask of one row, counted from Black's side from 0."""
        first = row * self.per_row + 1
        return self.mask(tuple(map(self._from_black, range(first, first + self.per_row))))

    def _from_black(self, number: Square) -> Square:
        """Return the number of a square counted from Black's right, or of such a number the square's."""
        return number if self.numbered_from == BLACK else self.squares + 1 - number

    def seen_from(self, number: Square, home: Side) -> Square:
        """Return a square as seen from ``home``: rotated by 180 degrees if ``home`` is White, else unchanged."""
        return number if home == BLACK else self.squares + 1 - number

    @cached_property
    def _indices(self) -> tuple[int, ...]:
        """The bit index of each square number; index 0 is unused."""
        indices = [-1]
        for number in range(1, self.squares + 1):
            row, place = divmod(self._from_black(number) - 1, self.per_row)
            # The Italian board is the mirror image. Mirrored indices keep the diagonals on the same four shifts.
            inner = place if self.dark_left else self.per_row - 1 - place
            cell = row * self.per_row + inner
            indices.append(cell + cell // self.size)
        return tuple(indices)

    @cached_property
    def _numbers(self) -> dict[Bits, Square]:
        """The square number of each one-bit mask."""
        return {1 << index: number for number, index in enumerate(self._indices) if number}


def square_name(number: int, geometry: Geometry, home: int) -> str:
    """Return the console name, as in ``C3``: row letter from the home seat, column number from its left."""
    row, column = geometry.row_and_column(geometry.seen_from(number, home))
    return f"{'ABCDEFGHIJ'[row]}{column + 1}"


def algebraic_name(number: int, geometry: Geometry) -> str:
    """Return the algebraic (Russian) name, as in ``c3``: column letter from White's left, row number from White."""
    row, column = geometry.row_and_column(geometry.seen_from(number, WHITE))
    return f"{'abcdefghij'[column]}{row + 1}"


@cache
def squares_of(geometry: Geometry, home: int = WHITE) -> dict[str, int]:
    """Return the numbers of the squares by the names that files may use: numbers, of two digits too, and ``c3``.

    Letters and numbers of ``c3`` count from ``home``, which is White but for few programs.
    """
    numbers = range(1, geometry.squares + 1)
    plain = {f"{number:0{width}}": number for number in numbers for width in (1, 2)}
    turned = {number: geometry.seen_from(number, 1 - home) for number in numbers}
    return plain | {algebraic_name(turned[number], geometry): number for number in numbers}
