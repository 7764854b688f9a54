"""Colours and characters as tables: the sixteen EGA colours at every depth, the palettes, and two sets of glyphs."""

from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Final, NamedTuple

from console.terminal.canvas import Frame, Style

EGA: Final = (
    (0x00, 0x00, 0x00),
    (0x00, 0x00, 0xAA),
    (0x00, 0xAA, 0x00),
    (0x00, 0xAA, 0xAA),
    (0xAA, 0x00, 0x00),
    (0xAA, 0x00, 0xAA),
    (0xAA, 0x55, 0x00),
    (0xAA, 0xAA, 0xAA),
    (0x55, 0x55, 0x55),
    (0x55, 0x55, 0xFF),
    (0x55, 0xFF, 0x55),
    (0x55, 0xFF, 0xFF),
    (0xFF, 0x55, 0x55),
    (0xFF, 0x55, 0xFF),
    (0xFF, 0xFF, 0x55),
    (0xFF, 0xFF, 0xFF),
)
(BLACK, BLUE, GREEN, CYAN, RED, MAGENTA, BROWN, GREY) = range(8)
(DARK, SKY, LIME, AQUA, ROSE, PINK, YELLOW, BRIGHT) = range(8, 16)

# EGA counts its bits red 4, green 2, blue 1; terminals count red 1, green 2, blue 4.
_ANSI: Final = (0, 4, 2, 6, 1, 5, 3, 7)
# The nearest of the 6 x 6 x 6 cube and the grey ramp, whose values no user's palette changes.
_CUBE: Final = (16, 19, 34, 37, 124, 127, 130, 248, 240, 63, 83, 87, 203, 207, 227, 231)


class Depth(Enum):
    """How many colours a terminal has; the value is the least number of colours that makes it so."""

    TRUE = 1 << 24
    MANY = 256
    SIXTEEN = 16
    EIGHT = 8
    NONE = 0

    @classmethod
    def of(cls, colours: int) -> "Depth":
        """The depth of a terminal with so many colours."""
        return next(depth for depth in cls if max(0, colours) >= depth.value)


def sgr(style: Style, before: Style | None, depth: Depth) -> str:
    """The shortest select-graphic-rendition sequence that leads from one style to another; None is unknown."""
    if style == before:
        return ""
    if depth is Depth.NONE:
        return f"\x1b[0{_plain(style)}m"
    if depth is Depth.EIGHT:
        return f"\x1b[0;{_eight(style)}m"
    codes = []
    if before is None or before.ink != style.ink:
        codes.append(_ink(style.ink, depth))
    if before is None or before.paper != style.paper:
        codes.append(_paper(style.paper, depth))
    return f"\x1b[{';'.join(codes)}m"


def _ink(ink: int, depth: Depth) -> str:
    if depth is Depth.TRUE:
        return "38;2;{};{};{}".format(*EGA[ink])
    if depth is Depth.MANY:
        return f"38;5;{_CUBE[ink]}"
    return str((90 if ink >= DARK else 30) + _ANSI[ink % 8])


def _paper(paper: int, depth: Depth) -> str:
    if depth is Depth.TRUE:
        return "48;2;{};{};{}".format(*EGA[paper])
    if depth is Depth.MANY:
        return f"48;5;{_CUBE[paper]}"
    return str(40 + _ANSI[paper])


def _eight(style: Style) -> str:
    """Bold stands for bright; where it may not be shown brighter the ink must still differ from the paper."""
    ink = style.ink % 8
    if style.ink >= DARK and ink == style.paper:
        ink = GREY if style.paper != GREY else BLACK
        return f"{30 + _ANSI[ink]};{40 + _ANSI[style.paper]}"
    bold = "1;" if style.ink >= DARK else ""
    return f"{bold}{30 + _ANSI[ink]};{40 + _ANSI[style.paper]}"


def _plain(style: Style) -> str:
    """As the monochrome adapter: bright ink is bold, light paper is reverse, all else normal."""
    return (";1" if style.ink >= DARK else "") + (";7" if style.paper == GREY else "")


@dataclass(frozen=True)
class Palette:
    """What each thing on the screen is coloured.

    Bare numbers are inks: they are drawn on the paper of the square they stand on. ``light`` and ``dark`` are squares;
    ``lit`` and ``raised`` are the dark squares a lifted piece may go to, and the one it was lifted from.
    """

    name: str
    desktop: Style
    frame: Style
    title: Style
    text: Style
    dim: Style
    player: Style
    said: Style
    prompt: Style
    typed: Style
    alert: Style
    bar: Style
    bar_key: Style
    bar_off: Style
    menu: Style
    menu_key: Style
    menu_chosen: Style
    board_frame: Style
    label: Style
    light: Style
    dark: Style
    lit: Style
    raised: Style
    cursor: int
    last_move: int
    black_rim: int
    black_body: Style
    white_rim: int
    white_body: Style
    black_letter: Style
    white_letter: Style
    crown: int


COLOUR: Final = Palette(
    name="colour",
    desktop=Style(GREY, BLUE),
    frame=Style(GREY, BLUE),
    title=Style(YELLOW, BLUE),
    text=Style(GREY, BLUE),
    dim=Style(CYAN, BLUE),
    player=Style(BRIGHT, BLUE),
    said=Style(AQUA, BLUE),
    prompt=Style(YELLOW, BLUE),
    typed=Style(BRIGHT, BLUE),
    alert=Style(ROSE, BLUE),
    bar=Style(BLACK, GREY),
    bar_key=Style(RED, GREY),
    bar_off=Style(DARK, GREY),
    menu=Style(BLACK, GREY),
    menu_key=Style(RED, GREY),
    menu_chosen=Style(BRIGHT, GREEN),
    board_frame=Style(YELLOW, BROWN),
    label=Style(BRIGHT, BLUE),
    light=Style(YELLOW, GREY),
    dark=Style(LIME, GREEN),
    lit=Style(BRIGHT, CYAN),
    raised=Style(BRIGHT, CYAN),
    cursor=BRIGHT,
    last_move=YELLOW,
    black_rim=BLACK,
    black_body=Style(BLACK, BLACK),
    white_rim=RED,
    white_body=Style(ROSE, RED),
    black_letter=Style(GREY, BLACK),
    white_letter=Style(BRIGHT, RED),
    crown=YELLOW,
)
CONTRAST: Final = replace(
    COLOUR,
    name="high contrast",
    desktop=Style(BRIGHT, BLACK),
    frame=Style(BRIGHT, BLACK),
    title=Style(YELLOW, BLACK),
    text=Style(BRIGHT, BLACK),
    dim=Style(GREY, BLACK),
    player=Style(BRIGHT, BLACK),
    said=Style(BRIGHT, BLACK),
    prompt=Style(YELLOW, BLACK),
    typed=Style(BRIGHT, BLACK),
    alert=Style(YELLOW, BLACK),
    bar=Style(BRIGHT, BLUE),
    bar_key=Style(YELLOW, BLUE),
    bar_off=Style(GREY, BLUE),
    menu=Style(BRIGHT, BLUE),
    menu_key=Style(YELLOW, BLUE),
    menu_chosen=Style(BLACK, GREY),
    board_frame=Style(BRIGHT, BLACK),
    label=Style(BRIGHT, BLACK),
    light=Style(DARK, BLACK),
    dark=Style(BLACK, GREY),
    lit=Style(BRIGHT, BLUE),
    raised=Style(BRIGHT, BLUE),
    cursor=BLUE,
    last_move=BLUE,
    white_body=Style(BRIGHT, RED),
)
MONO: Final = Palette(
    name="mono",
    desktop=Style(GREY, BLACK),
    frame=Style(GREY, BLACK),
    title=Style(BRIGHT, BLACK),
    text=Style(GREY, BLACK),
    dim=Style(GREY, BLACK),
    player=Style(BRIGHT, BLACK),
    said=Style(GREY, BLACK),
    prompt=Style(BRIGHT, BLACK),
    typed=Style(BRIGHT, BLACK),
    alert=Style(BRIGHT, BLACK),
    bar=Style(BLACK, GREY),
    bar_key=Style(BRIGHT, BLACK),
    bar_off=Style(BLACK, GREY),
    menu=Style(BLACK, GREY),
    menu_key=Style(BRIGHT, BLACK),
    menu_chosen=Style(BRIGHT, BLACK),
    board_frame=Style(GREY, BLACK),
    label=Style(BRIGHT, BLACK),
    light=Style(GREY, BLACK),
    dark=Style(GREY, BLACK),
    lit=Style(BRIGHT, BLACK),
    raised=Style(BRIGHT, BLACK),
    cursor=BRIGHT,
    last_move=BRIGHT,
    # Not bold: terminals that make bold by printing twice would leave a trace of solid blocks where a man has been.
    black_rim=GREY,
    black_body=Style(GREY, BLACK),
    white_rim=GREY,
    white_body=Style(GREY, BLACK),
    black_letter=Style(BRIGHT, BLACK),
    white_letter=Style(GREY, BLACK),
    crown=BRIGHT,
)
PALETTES: Final = {palette.name: palette for palette in (COLOUR, CONTRAST, MONO)}


class Corners(NamedTuple):
    """Four signs for the corners of a square: upper left, upper right, lower left, lower right."""

    upper_left: str
    upper_right: str
    lower_left: str
    lower_right: str


@dataclass(frozen=True)
class Glyphs:
    """The characters everything is drawn with; each is one column wide.

    ``bodies`` fill a piece: Black's men, White's men, Black's kings, White's kings; ``letters`` says that these are
    letters, which a body of one colour would swallow. ``point``, ``band`` and ``jewel`` make crowns. ``brackets`` mark
    a square too low for corners, ``raised`` stand left and right of a lifted piece.
    """

    name: str
    single: Frame
    double: Frame
    light_square: str
    bodies: tuple[str, str, str, str]
    letters: bool
    rim: Corners
    point: str
    band: str
    jewel: str
    cursor: Corners
    brackets: tuple[str, str]
    raised: tuple[str, str]
    target: Corners
    trail: str
    left: str
    right: str
    up: str
    down: str
    full: str
    shades: tuple[str, str, str]

    def encodable(self, encoding: str) -> bool:
        """Whether an output encoding has all of them."""
        everything = "".join("".join(getattr(self, entry.name)) for entry in fields(self) if entry.name != "letters")
        try:
            everything.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


CP437: Final = Glyphs(
    name="cp437",
    single=Frame("┌", "┐", "┘", "└", "─", "│"),
    double=Frame("╔", "╗", "╝", "╚", "═", "║"),
    light_square="░",
    bodies=("█", "▒", "█", "▒"),
    letters=False,
    rim=Corners("▄", "▄", "▀", "▀"),
    point="▲",
    band="▀",
    jewel="♦",
    cursor=Corners("┌", "┐", "└", "┘"),
    brackets=("[", "]"),
    raised=("»", "«"),
    target=Corners("┌", "┐", "└", "┘"),
    trail="•",
    left="◄",
    right="►",
    up="▲",
    down="▼",
    full="█",
    shades=("░", "▒", "▓"),
)
ASCII: Final = Glyphs(
    name="ascii",
    single=Frame("+", "+", "+", "+", "-", "|"),
    double=Frame("+", "+", "+", "+", "=", "|"),
    light_square=".",
    bodies=("x", "o", "X", "O"),
    letters=True,
    rim=Corners("/", "\\", "\\", "/"),
    point="^",
    band="=",
    jewel="*",
    cursor=Corners("[", "]", "[", "]"),
    brackets=("[", "]"),
    raised=(">", "<"),
    target=Corners("[", "]", "[", "]"),
    trail="'",
    left="<",
    right=">",
    up="^",
    down="v",
    full="#",
    shades=(".", ":", "%"),
)


class Theme(NamedTuple):
    """All a screen needs to know about how to draw."""

    palette: Palette
    glyphs: Glyphs
