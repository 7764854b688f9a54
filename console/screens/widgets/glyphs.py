"""Three sets of the characters that pieces, frames and marks are drawn with. They are in the file ``glyphs.txt``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from console.terminal.canvas import Frame
from engine.entries import read_entries

QUADRANTS: Final = "▗▖▝▘▟▙▜▛"


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

    ``letters``: ``bodies`` are letters, which are drawn in the colours ``letter`` of the palette. ``quadrants``: pieces
    are round, made of quarters of cells. A crown has points (``up``), a ``band`` and a ``jewel``. ``target`` marks the
    squares to which a piece can go. ``track`` is the track of a scroll bar; it must not look like a full stop, because
    lines of text may end beside it.
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
    band: str
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
    full: str
    shades: str
    track: str

    @property
    def characters(self) -> str:
        """All characters of the set, with repetitions."""
        drawn = "".join("".join(value) for value in self[1:] if isinstance(value, str | tuple))
        return drawn + QUADRANTS * self.quadrants

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
