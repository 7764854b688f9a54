"""The characters that everything is drawn with, in three sets."""

from typing import Final, NamedTuple

from console.terminal.canvas import Frame

QUADRANTS: Final = "▗▖▝▘▟▙▜▛"


class Dot(NamedTuple):
    """A dot in the middle of a square: in two rows, in one, and in a square that is one row high."""

    upper: str
    lower: str
    middle: str
    small: str


class Glyphs(NamedTuple):
    """A set of characters, each one column wide.

    Texts of several characters have one for each purpose. ``rim`` and ``cursor`` are the upper left, upper right, lower
    left and lower right corner. ``bodies`` fill Black's men, White's men, Black's kings and White's kings; ``letters``:
    they are letters, which would not be seen on a body of their own colour. ``men`` are Black's and White's man in one
    cell; where colours tell the sides apart both are drawn as the first. At the sides of a square are ``brackets`` (the
    cursor, in one row), ``raised`` (a lifted piece), ``hint`` (the piece to move) and ``trail`` (the last move).
    ``seams`` lie between two stacked men and between three.

    ``quadrants``: pieces are round, made of quarters of cells. Crowns are made of ``up`` as points, ``band`` and
    ``jewel``. ``target`` is where a piece can go. ``track`` is that of a scroll bar; it does not look like a full stop,
    as lines may end beside it.
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
        """All characters of the set."""
        drawn = "".join("".join(value) for value in self[1:] if isinstance(value, str | tuple))
        return drawn + QUADRANTS * self.quadrants

    def encodable(self, encoding: str) -> bool:
        """Return True if an output encoding has all characters."""
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
# Code page 437 and the quarters of a cell, which fonts for Unicode have and the fonts of a bare console have not.
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
