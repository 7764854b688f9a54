"""The characters of pieces, frames and marks, in three sets, and the shapes of pieces that are made of them.

The sets are in the file ``glyphs.txt``. A piece is a disc, which is computed: a rim, a body and, from three rows on, a
raised ring. The crowns on it are in the file ``pieces.txt``, of a king and of a triple king side by side, for
each height. A dot leaves the disc as it is. These letters stand for other characters:

- ``^`` ``=`` ``*`` ``-``: a small point of a crown, its band and a jewel, and the seam of stacked men
- ``[`` ``]``: the left and the right half of a large point
- ``_``: a band that leaves half of the cell to the rim
- ``#``: the body
"""

import math
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from console.terminal.canvas import Frame
from engine.entries import read_entries

QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The characters by the quarters that they fill: a bit each, the lowest for the upper left, then along the rows."""
_HALVES: Final = " ▀▀▀▄▌██▄█▐█▄███"
_HALVES_IN_TWO_ROWS: Final = " ▀▀▀▄▌█▌▄█▐▐▄▌▐█"
_RING: Final = (0.45, 0.65)  # inner and outer radius, if that of the piece is 1
_LEAST_RINGED: Final = 3  # rows


class Size(NamedTuple):
    """The size of one square in columns and rows."""

    width: int
    height: int

    @property
    def is_filled(self) -> bool:
        """True if a piece fills its square except for the corners."""
        return self.width == 2 * self.height > 2


SIZES: Final = tuple(
    Size(*size) for size in ((3, 1), (4, 1), (4, 2), (6, 2), (8, 3), (10, 4), (12, 5), (14, 6), (16, 7))
)


class Part(NamedTuple):
    """A cell of a piece: a character, and the parts whose colors are its ink and its paper.

    A part is ``rim``, ``body``, ``light`` or ``shade`` of the ring, or ``square``, what is behind the piece.
    """

    char: str
    ink: str
    paper: str


@cache
def disc(size: Size, quadrants: bool) -> Mapping[tuple[int, int], Part]:
    """Return the cells of a man by row and column in its square.

    The light comes from the upper left. ``quadrants``: cells are divided into quarters, otherwise into halves.
    """
    if size.height == 1:
        body = {(0, column): Part("■", "body", "rim") for column in range(1, size.width - 1)}
        return body | {(0, 0): Part("▐", "rim", "square"), (0, size.width - 1): Part("▌", "rim", "square")}
    found, two_rows = {}, size.height < _LEAST_RINGED
    signs = QUARTERS if quadrants else _HALVES_IN_TWO_ROWS if two_rows else _HALVES
    for row, column in product(range(size.height), range(size.width)):
        quarters = [_part(size, row + down / 2, column + right / 2) for down, right in product(range(2), range(2))]
        paper = next((part for part in ("square", "body", "rim") if part in quarters), "light")
        drawn = [part for part in quarters if part != paper] or [paper]
        ink = "rim" if "rim" in drawn or paper == "square" else drawn[0]
        shape = sum(
            (part == ink if ink == "rim" != paper != "square" else part != paper) << bit
            for bit, part in enumerate(quarters)
        )
        if drawn != ["square"]:
            found[row, column] = Part(signs[shape] if shape else "█", ink, paper)
    return found


def _part(size: Size, row: float, column: float) -> str:
    """Return the part of a man in a quarter of a cell. ``row`` and ``column`` are its upper left corner, in cells."""
    y, x = 2 * row + 0.5 - size.height, column + 0.25 - size.width / 2
    radius = math.hypot(x, y) / size.height
    if radius >= 1 - 1 / size.height:
        return "rim" if radius < 1 else "square"
    inner, outer = _RING
    is_ring = size.height >= _LEAST_RINGED and inner <= radius < outer
    return "body" if not is_ring else "light" if x + y <= 0 else "shade"


def _read_crowns(text: str) -> dict[int, tuple[tuple[str, ...], ...]]:
    """Return the crowns of a king and a triple king by the height of a square. Blank lines separate the heights."""
    blocks = [[line.strip("|").split("|") for line in block.splitlines()] for block in text.split("\n\n")]
    return {len(block): tuple(zip(*block, strict=True)) for block in blocks}


_CROWNS: Final = _read_crowns(Path(__file__).with_name("pieces.txt").read_text("utf-8"))


def crown(size: Size, triple: bool, letters: bool, stacked: bool) -> tuple[str, ...]:
    """Return the rows of a crown, which belongs in the middle of a square. If kings are ``stacked``, return a seam.

    ``letters``: pieces are drawn as letters, of which a crown of one row hides only half.
    """
    found = _CROWNS[size.height][triple]
    if stacked:
        found = tuple("-" * len(line) if down == size.height // 2 else "" for down, line in enumerate(found))
    return (f".#{found[0]}.",) if letters and size.height == 1 else found


class Dot(NamedTuple):
    """The characters of a dot in the middle of a square.

    ``upper`` and ``lower`` make a dot of two rows. ``middle`` is a dot of one row. ``small`` is a dot in a square that
    is one row high.
    """

    upper: str
    lower: str
    middle: str
    small: str


class Glyphs(NamedTuple):
    """A set of characters, each one column wide.

    A field of several characters has one for each purpose:

    - ``rim`` and ``cursor``: the upper left, upper right, lower left and lower right corner
    - ``bodies``: the fill of solid and of hollow pieces; with ``letters``, of Black's men, White's men and their kings
    - ``men``: a solid and a hollow man in one cell; with ``letters``, Black's and White's
    - ``seams``: the lines between two stacked men and between three
    - ``brackets``, ``raised``, ``hint``, ``trail``: the left and right marks on a square, for the cursor in a square of
      one row, a lifted piece, the piece to move, and the last move

    ``letters``: ``bodies`` are letters, which are drawn in the colors ``letter`` of the palette. ``quadrants``: pieces
    are round, made of quarters of cells. A small crown has points (``up``) and jewels (``jewel``). ``target`` marks the
    squares to which a piece can go. ``enter`` is the sign of the key. ``track`` is the track of a scroll bar; it must
    not look like a full stop, because lines of text may end beside it.
    """

    name: str
    single: Frame
    double: Frame
    light_square: str
    bodies: str
    men: str
    letters: bool
    quadrants: bool
    rim: str
    jewel: str
    seams: str
    cursor: str
    brackets: str
    raised: str
    target: Dot
    trail: str
    hint: str
    arrow_up: tuple[str, str]
    arrow_down: tuple[str, str]
    left: str
    right: str
    up: str
    down: str
    enter: str
    full: str
    shades: str
    track: str

    @property
    def characters(self) -> str:
        """All characters of the set, with repetitions."""
        drawn = "".join("".join(value) for value in self[1:] if isinstance(value, str | tuple))
        return drawn + (QUARTERS * self.quadrants).strip()

    def letter(self, side: int, crowned: bool) -> str:
        """Return the letter of a side's men or kings, or a full block if pieces are not drawn as letters."""
        return self.bodies[side + 2 * crowned] if self.letters else self.full

    def encodable(self, encoding: str) -> bool:
        """Return True if an encoding has all characters of the set. Return False for an unknown encoding."""
        try:
            self.characters.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


def _glyphs(name: str, fields: Mapping[str, str]) -> Glyphs:
    """Return the set of characters of an entry."""
    values: dict[str, Any] = dict(fields)
    for field, of in Glyphs.__annotations__.items():
        if of in (Frame, Dot):
            values[field] = of(*(fields[field].split() if of is Dot else fields[field]))
        elif of is bool:
            values[field] = fields[field] == "yes"
        elif field.startswith("arrow"):
            values[field] = tuple(fields[field].replace("_", " ").split(","))
    return Glyphs(name, **values)


_ENTRIES: Final = read_entries(Path(__file__).with_name("glyphs.txt").read_text("utf-8"))
GLYPH_SETS: Final = {name: _glyphs(name, fields) for name, fields in _ENTRIES.items()}
SMOOTH, CP437, ASCII = GLYPH_SETS.values()
