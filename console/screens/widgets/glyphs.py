"""Three sets of the characters that pieces, frames and marks are drawn with."""

from typing import Final, NamedTuple

from console.terminal.canvas import Frame

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
    - ``bodies``: the fill of Black's men, White's men, Black's kings and White's kings
    - ``men``: Black's and White's man in one cell; both are drawn as the first one if their colours differ
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


CP437: Final = Glyphs(
    name="cp437",
    single=Frame(*"┌┐┘└─│"),
    double=Frame(*"╔╗╝╚═║"),
    light_square="░",
    bodies="█▒█▒",
    men="•○",
    letters=False,
    quadrants=False,
    rim="▄▄▀▀",
    band="▀",
    jewel="♦",
    seams="═≡",
    cursor="┌┐└┘",
    brackets="[]",
    raised="»«",
    target=Dot("▄▄", "▀▀", "██", "•"),
    trail="▌▐",
    hint="►◄",
    arrow_up=(" ▄▄ ", "▄██▄"),
    arrow_down=("▀██▀", " ▀▀ "),
    left="◄",
    right="►",
    up="▲",
    down="▼",
    full="█",
    shades="░▒▓",
    track="░",
)
# Code page 437 with quarters of cells, which Unicode fonts have, but not the fonts of the Linux console.
SMOOTH: Final = CP437._replace(
    name="smooth", men="●○", quadrants=True, arrow_up=(" ▟▙ ", "▟██▙"), arrow_down=("▜██▛", " ▜▛ ")
)
ASCII: Final = Glyphs(
    name="ascii",
    single=Frame(*"++++-|"),
    double=Frame(*"++++=|"),
    light_square=".",
    bodies="xoXO",
    men="xo",
    letters=True,
    quadrants=False,
    rim="/\\\\/",
    band="=",
    jewel="*",
    seams="=%",
    cursor="[][]",
    brackets="[]",
    raised="><",
    target=Dot("/\\", "\\/", "()", "*"),
    trail="||",
    hint="()",
    arrow_up=("/\\", "||"),
    arrow_down=("||", "\\/"),
    left="<",
    right=">",
    up="^",
    down="v",
    full="#",
    shades=".:%",
    track="|",
)
GLYPH_SETS: Final = {glyphs.name: glyphs for glyphs in (SMOOTH, CP437, ASCII)}
