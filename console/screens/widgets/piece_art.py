"""Pictures of the pieces at every size, made of characters. They are in the file ``pieces.txt``.

Each has a man, a king and a triple king side by side. A blank is the square itself. These letters stand for other
characters; all others are drawn as they are, in the colour of the rim:

- ``a`` ``b`` ``c`` ``d``: the rim's upper left, upper right, lower left and lower right
- ``<`` ``>``: the left and the right half of a cell beside a body of one row
- ``#``: the body
- ``^`` ``=`` ``*``: a point of a crown, its band and a jewel
- ``L`` ``J`` ``T`` ``H``: the outer halves of a crown, its band and its filling, in quarters of cells
- ``[`` ``]``: the ends of a crown in two rows, where holes in the colour of the man would look like eyes in a face

A body of three rows or more has a raised ring, which is computed and not part of the pictures.
"""

import math
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

Art = tuple[str, ...]


class Size(NamedTuple):
    """The size of one square in columns and rows."""

    width: int
    height: int

    @property
    def is_filled(self) -> bool:
        """True if a piece fills its square except for the corners."""
        return self.width == 2 * self.height > 2


def _pictures(text: str) -> dict[Size, tuple[Art, ...]]:
    """Return the pictures of all ranks by size. Blank lines separate the sizes."""
    found = {}
    for block in text.strip("\n").split("\n\n"):
        ranks = tuple(zip(*(line.strip("|").split("|") for line in block.splitlines()), strict=True))
        found[Size(len(ranks[0][0]), len(ranks[0]))] = ranks
    return found


_HALVES, _QUARTERS, _RINGS = map(_pictures, Path(__file__).with_name("pieces.txt").read_text("utf-8").split("---"))
HALVES: Final = _HALVES
SIZES: Final = tuple(HALVES)
_SMALLEST: Final = {size: HALVES[size] for size in SIZES if size.height == 1}
# Quarters of cells come nearest to a circle if a cell is twice as high as wide.
QUARTERS: Final = _SMALLEST | _QUARTERS
# Hollow pieces, as printed diagrams show White's.
RINGS: Final = _SMALLEST | _RINGS

_LEAST_RINGED: Final = 3  # rows
_SMALL_RING: Final = (0.45, 0.65)  # inner and outer radius on a piece of three rows, if that of the piece is 1
_RING: Final = (0.62, 0.84)  # on larger pieces
QUARTER_SIGNS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The characters by the quarters that they fill: a bit each, the lowest for the upper left, then along the rows."""
_PARTS: Final = {True: QUARTER_SIGNS, False: " ▀▄█"}


@cache
def ring(size: Size, quadrants: bool) -> Mapping[tuple[int, int], tuple[str, bool]]:
    """Return the cells of the ring on a piece, by row and column in its square: a character, and True if it is lit.

    The light comes from the upper left. ``quadrants``: the ring is made of quarters of cells, otherwise of halves.
    There is no ring on pieces of one or two rows.
    """
    found: dict[tuple[int, int], tuple[str, bool]] = {}
    if size.height < _LEAST_RINGED:
        return found
    across = 2 if quadrants else 1
    inner, outer = _SMALL_RING if size.height == _LEAST_RINGED else _RING
    for row, column in product(range(size.height), range(size.width)):
        shape = 0
        for bit, (down, right) in enumerate(product(range(2), range(across))):
            y = 2 * row + down + 0.5 - size.height
            x = column + (right + 0.5) / across - size.width / 2
            if inner <= math.hypot(x, y) / size.height < outer:
                shape |= 1 << bit
        if shape:
            found[row, column] = (_PARTS[quadrants][shape], 2 * row + 1 + column + 0.5 <= size.height + size.width / 2)
    return found
