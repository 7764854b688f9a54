"""Colours and characters as tables: the sixteen EGA colours at every depth, the palettes, and three sets of glyphs."""

from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, Final, NamedTuple

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

Colours = tuple[tuple[int, int, int], ...]
# EGA counts its bits red 4, green 2, blue 1; terminals count red 1, green 2, blue 4.
_ANSI: Final = (0, 4, 2, 6, 1, 5, 3, 7)
# For each colour of a palette one of the 240 that no user changes, those of the cube and of the grey ramp: the one that
# looks nearest (CIEDE2000). Two blues are chosen by hand: for that of VGA soft the nearest is grey, for that of paper
# too light.
# fmt: off
_IN_THE_CUBE: Final = {
    (0x00, 0x00, 0x00): 16, (0x00, 0x00, 0xaa): 19, (0x00, 0xaa, 0x00): 34, (0x00, 0xaa, 0xaa): 37,
    (0xaa, 0x00, 0x00): 124, (0xaa, 0x00, 0xaa): 127, (0xaa, 0x55, 0x00): 130, (0xaa, 0xaa, 0xaa): 248,
    (0x55, 0x55, 0x55): 240, (0x55, 0x55, 0xff): 63, (0x55, 0xff, 0x55): 83, (0x55, 0xff, 0xff): 87,
    (0xff, 0x55, 0x55): 203, (0xff, 0x55, 0xff): 207, (0xff, 0xff, 0x55): 227, (0xff, 0xff, 0xff): 231,
    (0x1c, 0x1e, 0x24): 234, (0x24, 0x34, 0x54): 17, (0x9c, 0xb8, 0x8c): 108, (0x8c, 0xb4, 0xc0): 109,
    (0xa0, 0x2c, 0x30): 124, (0x84, 0x50, 0x80): 96, (0x74, 0x50, 0x34): 94, (0xc8, 0xcc, 0xd0): 252,
    (0x5c, 0x62, 0x6c): 241, (0x84, 0xa4, 0xdc): 110, (0xb4, 0xd4, 0xa4): 151, (0xa8, 0xdc, 0xe4): 152,
    (0xe8, 0x94, 0x8c): 174, (0xd4, 0x9c, 0xcc): 182, (0xf0, 0xdc, 0x8c): 222, (0xf8, 0xf4, 0xec): 255,
    (0xd0, 0x88, 0x08): 172, (0xff, 0xc8, 0x58): 221, (0x28, 0xb8, 0x48): 34, (0x88, 0xff, 0x98): 120,
    (0x1c, 0x1a, 0x17): 234, (0x1d, 0x3f, 0x8f): 18, (0x2c, 0x6a, 0x34): 22, (0x1c, 0x68, 0x70): 23,
    (0xaf, 0x1e, 0x1e): 124, (0x7a, 0x24, 0x70): 90, (0x80, 0x50, 0x18): 94, (0xc8, 0xbc, 0xa2): 144,
    (0x5c, 0x57, 0x4e): 240, (0x44, 0x6c, 0xc0): 26, (0x4c, 0x98, 0x54): 71, (0x48, 0x98, 0xa0): 73,
    (0xc0, 0x48, 0x40): 131, (0xa8, 0x58, 0xa0): 133, (0xe8, 0xd8, 0x80): 186, (0xfa, 0xf6, 0xec): 255,
    (0x1e, 0x12, 0x0a): 233, (0x3a, 0x24, 0x50): 53, (0x3e, 0x58, 0x20): 22, (0x44, 0x78, 0x6e): 30,
    (0x9c, 0x6a, 0x3a): 130, (0x70, 0x2c, 0x50): 89, (0x8c, 0x1c, 0x13): 88, (0xd8, 0xb4, 0x80): 180,
    (0x5a, 0x3c, 0x24): 238, (0x98, 0x90, 0xd0): 104, (0xb8, 0xd0, 0x80): 150, (0xa0, 0xd8, 0xc8): 116,
    (0xe8, 0x90, 0x70): 173, (0xd8, 0x98, 0xb0): 175, (0xf4, 0xd8, 0x80): 222, (0xf8, 0xea, 0xd0): 230,
}
# fmt: on


_TEXTURE: Final = Style(BRIGHT, GREY)
"""Of light squares with eight colours."""


class Depth(Enum):
    """How many colours a terminal has; the value is the least number of colours that makes it so."""

    TRUE = 1 << 24
    MANY = 256
    SIXTEEN = 16
    EIGHT = 8
    NONE = 0

    @classmethod
    def of(cls, colours: int, kind: str = "") -> "Depth":
        """The depth of a terminal of a kind (its ``TERM``) with so many colours.

        What calls itself xterm has sixteen, whatever terminfo says.
        """
        if kind.startswith("xterm") and colours == cls.EIGHT.value:
            return cls.SIXTEEN
        return next(depth for depth in cls if max(0, colours) >= depth.value)


def sgr(style: Style, before: Style | None, depth: Depth, colours: Colours = EGA) -> str:
    """The shortest select-graphic-rendition sequence that leads from one style to another; None is unknown.

    ``colours`` are red, green and blue from 0 to 255 of the sixteen; with 16 or 8 colours the terminal has its own.
    """
    if style == before:
        return ""
    if depth is Depth.NONE:
        return f"\x1b[0{_plain(style)}m"
    if depth is Depth.EIGHT:
        return f"\x1b[0;{_eight(style)}m"
    codes = []
    if before is None or before.ink != style.ink:
        codes.append(_ink(style.ink, depth, colours))
    if before is None or before.paper != style.paper:
        codes.append(_paper(style.paper, depth, colours))
    return f"\x1b[{';'.join(codes)}m"


def _ink(ink: int, depth: Depth, colours: Colours) -> str:
    if depth is Depth.TRUE:
        return "38;2;{};{};{}".format(*colours[ink])
    if depth is Depth.MANY:
        return f"38;5;{_IN_THE_CUBE[colours[ink]]}"
    return str((90 if ink >= DARK else 30) + _ANSI[ink % 8])


def _paper(paper: int, depth: Depth, colours: Colours) -> str:
    if depth is Depth.TRUE:
        return "48;2;{};{};{}".format(*colours[paper])
    if depth is Depth.MANY:
        return f"48;5;{_IN_THE_CUBE[colours[paper]]}"
    return str((100 if paper >= DARK else 40) + _ANSI[paper % 8])


def _eight(style: Style) -> str:
    """Bold stands for bright ink, bright paper is not; the ink must still differ from the paper, but in a texture."""
    ink, paper = style.ink % 8, style.paper % 8
    bright = style.ink >= DARK
    if ink == paper and style.ink != style.paper and style != _TEXTURE:
        ink, bright = GREY if paper != GREY else BLACK, False
    return f"{'1;' * bright}{30 + _ANSI[ink]};{40 + _ANSI[paper]}"


def _plain(style: Style) -> str:
    """As the monochrome adapter: bright ink is bold, light paper is reverse, all else normal."""
    return (";1" if style.ink >= DARK else "") + (";7" if style.paper == GREY else "")


@dataclass(frozen=True)
class Palette:
    """What each thing on the screen is coloured.

    Bare numbers are inks: they are drawn on the paper of the square they stand on, ``last_move_beside`` on that of a
    light one. ``light`` and ``dark`` are squares; ``lit`` and ``raised`` are the dark squares a lifted piece may go to,
    and the one it was lifted from. ``shadow`` is what windows throw. ``shaded`` says that no colour tells White's
    pieces from Black's, so that a shade must. ``white_called`` is the colour of White's pieces in a word, where they
    have one. ``colours`` are what the sixteen numbers stand for where the terminal lets us choose.
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
    last_move_beside: int
    number: int
    black_rim: int
    black_body: Style
    white_rim: int
    white_body: Style
    black_letter: Style
    white_letter: Style
    black_crown: Style
    white_crown: Style
    shadow: Style
    shaded: bool = False
    white_called: str = "red"
    colours: Colours = EGA


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
    menu_chosen=Style(BLACK, CYAN),
    board_frame=Style(YELLOW, BROWN),
    label=Style(BRIGHT, BLUE),
    light=Style(GREEN, BRIGHT),
    dark=Style(BLACK, GREY),
    lit=Style(BLUE, AQUA),
    raised=Style(BLUE, AQUA),
    cursor=BLUE,
    last_move=BLACK,
    last_move_beside=BLACK,
    number=BLUE,
    black_rim=BLACK,
    black_body=Style(BLACK, BLACK),
    white_rim=RED,
    white_body=Style(RED, RED),
    black_letter=Style(GREY, BLACK),
    white_letter=Style(BRIGHT, RED),
    black_crown=Style(YELLOW, BLACK),
    white_crown=Style(YELLOW, RED),
    shadow=Style(DARK, BLACK),
)
VGA_SOFT: Final = replace(
    COLOUR,
    name="VGA soft",
    colours=(
        (0x1C, 0x1E, 0x24),
        (0x24, 0x34, 0x54),
        (0x9C, 0xB8, 0x8C),
        (0x8C, 0xB4, 0xC0),
        (0xA0, 0x2C, 0x30),
        (0x84, 0x50, 0x80),
        (0x74, 0x50, 0x34),
        (0xC8, 0xCC, 0xD0),
        (0x5C, 0x62, 0x6C),
        (0x84, 0xA4, 0xDC),
        (0xB4, 0xD4, 0xA4),
        (0xA8, 0xDC, 0xE4),
        (0xE8, 0x94, 0x8C),
        (0xD4, 0x9C, 0xCC),
        (0xF0, 0xDC, 0x8C),
        (0xF8, 0xF4, 0xEC),
    ),
    menu_chosen=Style(BLACK, GREEN),
    light=Style(GREY, BRIGHT),
    dark=Style(BLACK, GREEN),
)
CGA: Final = replace(
    COLOUR,
    name="CGA",
    white_called="magenta",
    desktop=Style(BRIGHT, BLACK),
    frame=Style(AQUA, BLACK),
    title=Style(PINK, BLACK),
    text=Style(BRIGHT, BLACK),
    dim=Style(AQUA, BLACK),
    player=Style(BRIGHT, BLACK),
    said=Style(AQUA, BLACK),
    prompt=Style(PINK, BLACK),
    typed=Style(BRIGHT, BLACK),
    alert=Style(PINK, BLACK),
    bar=Style(BLACK, CYAN),
    bar_key=Style(BLACK, GREY),
    bar_off=Style(BLUE, CYAN),
    menu=Style(BLACK, CYAN),
    menu_key=Style(BLACK, GREY),
    menu_chosen=Style(BRIGHT, MAGENTA),
    board_frame=Style(BRIGHT, MAGENTA),
    label=Style(BRIGHT, BLACK),
    light=Style(AQUA, BRIGHT),
    dark=Style(BLACK, AQUA),
    lit=Style(BLACK, BRIGHT),
    raised=Style(BLACK, BRIGHT),
    cursor=BLACK,
    last_move=BLACK,
    number=BLACK,
    white_rim=MAGENTA,
    white_body=Style(MAGENTA, MAGENTA),
    black_letter=Style(BRIGHT, BLACK),
    white_letter=Style(BRIGHT, MAGENTA),
    black_crown=Style(BRIGHT, BLACK),
    white_crown=Style(BRIGHT, MAGENTA),
)
PAPER: Final = replace(
    COLOUR,
    name="paper",
    colours=(
        (0x1C, 0x1A, 0x17),
        (0x1D, 0x3F, 0x8F),
        (0x2C, 0x6A, 0x34),
        (0x1C, 0x68, 0x70),
        (0xAF, 0x1E, 0x1E),
        (0x7A, 0x24, 0x70),
        (0x80, 0x50, 0x18),
        (0xC8, 0xBC, 0xA2),
        (0x5C, 0x57, 0x4E),
        (0x44, 0x6C, 0xC0),
        (0x4C, 0x98, 0x54),
        (0x48, 0x98, 0xA0),
        (0xC0, 0x48, 0x40),
        (0xA8, 0x58, 0xA0),
        (0xE8, 0xD8, 0x80),
        (0xFA, 0xF6, 0xEC),
    ),
    desktop=Style(BLACK, BRIGHT),
    frame=Style(DARK, BRIGHT),
    title=Style(RED, BRIGHT),
    text=Style(BLACK, BRIGHT),
    dim=Style(DARK, BRIGHT),
    player=Style(BLUE, BRIGHT),
    said=Style(BLACK, BRIGHT),
    prompt=Style(BLUE, BRIGHT),
    typed=Style(BLACK, BRIGHT),
    alert=Style(RED, BRIGHT),
    menu_chosen=Style(BRIGHT, BLUE),
    board_frame=Style(BLACK, BRIGHT),
    label=Style(BLACK, BRIGHT),
    light=Style(GREY, BRIGHT),
    dark=Style(BLACK, GREY),
    lit=Style(BLUE, YELLOW),
    raised=Style(BLUE, YELLOW),
    cursor=BLUE,
    last_move=BLUE,
    number=BLACK,
    shadow=Style(DARK, GREY),
    black_letter=Style(BRIGHT, BLACK),
    white_letter=Style(BRIGHT, RED),
)
WOOD: Final = replace(
    COLOUR,
    name="wood",
    white_called="ivory",
    colours=(
        (0x1E, 0x12, 0x0A),
        (0x3A, 0x24, 0x50),
        (0x3E, 0x58, 0x20),
        (0x44, 0x78, 0x6E),
        (0x8C, 0x1C, 0x13),
        (0x70, 0x2C, 0x50),
        (0x9C, 0x6A, 0x3A),
        (0xD8, 0xB4, 0x80),
        (0x5A, 0x3C, 0x24),
        (0x98, 0x90, 0xD0),
        (0xB8, 0xD0, 0x80),
        (0xA0, 0xD8, 0xC8),
        (0xE8, 0x90, 0x70),
        (0xD8, 0x98, 0xB0),
        (0xF4, 0xD8, 0x80),
        (0xF8, 0xEA, 0xD0),
    ),
    desktop=Style(GREY, BLACK),
    frame=Style(GREY, BLACK),
    title=Style(YELLOW, BLACK),
    text=Style(GREY, BLACK),
    dim=Style(GREY, BLACK),
    player=Style(BRIGHT, BLACK),
    said=Style(BRIGHT, BLACK),
    prompt=Style(YELLOW, BLACK),
    typed=Style(BRIGHT, BLACK),
    alert=Style(ROSE, BLACK),
    menu_chosen=Style(BLACK, BRIGHT),
    board_frame=Style(GREY, BLACK),
    label=Style(BRIGHT, BLACK),
    light=Style(BRIGHT, GREY),
    dark=Style(YELLOW, BROWN),
    lit=Style(BRIGHT, CYAN),
    raised=Style(BRIGHT, BROWN),
    cursor=BRIGHT,
    last_move=YELLOW,
    number=BRIGHT,
    white_rim=BRIGHT,
    white_body=Style(BRIGHT, BRIGHT),
    white_letter=Style(BLACK, BRIGHT),
    white_crown=Style(RED, BRIGHT),
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
    bar_off=Style(GREY, BLACK),
    menu=Style(BRIGHT, BLUE),
    menu_key=Style(YELLOW, BLUE),
    menu_chosen=Style(BLACK, GREY),
    board_frame=Style(BRIGHT, BLACK),
    label=Style(BRIGHT, BLACK),
    light=Style(YELLOW, BRIGHT),
    dark=Style(BLACK, YELLOW),
    lit=Style(BLACK, BRIGHT),
    raised=Style(BLACK, BRIGHT),
    cursor=BLUE,
    last_move=BLUE,
    number=BLACK,
    black_letter=Style(BRIGHT, BLACK),
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
    last_move_beside=BRIGHT,
    number=GREY,
    # Not bold: terminals that make bold by printing twice would leave a trace of solid blocks where a man has been.
    black_rim=GREY,
    black_body=Style(GREY, BLACK),
    white_rim=GREY,
    white_body=Style(GREY, BLACK),
    black_letter=Style(BRIGHT, BLACK),
    white_letter=Style(GREY, BLACK),
    black_crown=Style(BLACK, GREY),
    white_crown=Style(BRIGHT, BLACK),
    shadow=Style(GREY, BLACK),
    shaded=True,
)


def _one_phosphor(
    name: str, normal: int, bright: int, glow: tuple[int, int, int], full: tuple[int, int, int]
) -> Palette:
    """The monochrome palette in the colour of another screen: two of the sixteen for its grey and its white."""
    lights = {GREY: normal, BRIGHT: bright}
    changes: dict[str, Style | int] = {}
    for entry in fields(MONO):
        value = getattr(MONO, entry.name)
        if isinstance(value, Style):
            changes[entry.name] = Style(lights.get(value.ink, value.ink), lights.get(value.paper, value.paper))
        elif entry.type is int:
            changes[entry.name] = lights.get(value, value)
    colours = tuple({normal: glow, bright: full}.get(number, colour) for number, colour in enumerate(EGA))
    return replace(MONO, name=name, colours=colours, **changes)  # type: ignore[arg-type]  # a value for each field


AMBER: Final = _one_phosphor("amber", BROWN, YELLOW, (0xD0, 0x88, 0x08), (0xFF, 0xC8, 0x58))
GREEN_SCREEN: Final = _one_phosphor("green", GREEN, LIME, (0x28, 0xB8, 0x48), (0x88, 0xFF, 0x98))
PALETTES: Final = {
    palette.name: palette for palette in (COLOUR, VGA_SOFT, CGA, AMBER, GREEN_SCREEN, PAPER, WOOD, CONTRAST, MONO)
}


QUADRANTS: Final = "▗▖▝▘▟▙▜▛"


class Dot(NamedTuple):
    """A dot in the middle of a square: in two rows, in one, and where a square is one row high."""

    upper: str
    lower: str
    middle: str
    small: str


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
    letters, which a body of one colour would swallow. ``men`` are one of Black's and one of White's as a sign each,
    where no colour tells them apart; else all are the first. ``quadrants`` says that quarters of cells may be drawn,
    which make pieces round. ``point``, ``band`` and ``jewel`` make crowns, ``seams`` show between stacked men: two of
    them, and three. ``cursor`` marks the corners of a square, ``brackets`` the sides of a low one, ``raised`` those of
    a lifted piece, ``hint`` those of one that should go to where an arrow stands, and ``trail`` those of a square of
    the last move. A ``target`` is where a piece may go. The thumb of a scroll bar moves on a ``track``, which must not
    look like the full stop of a line that ends beside it.
    """

    name: str
    single: Frame
    double: Frame
    light_square: str
    bodies: tuple[str, str, str, str]
    men: tuple[str, str]
    letters: bool
    quadrants: bool
    rim: Corners
    point: str
    band: str
    jewel: str
    seams: tuple[str, str]
    cursor: Corners
    brackets: tuple[str, str]
    raised: tuple[str, str]
    target: Dot
    trail: tuple[str, str]
    hint: tuple[str, str]
    arrow_up: tuple[str, str]
    arrow_down: tuple[str, str]
    left: str
    right: str
    up: str
    down: str
    full: str
    shades: tuple[str, str, str]
    track: str

    def encodable(self, encoding: str) -> bool:
        """Whether an output encoding has all of them."""
        signs = [
            getattr(self, entry.name) for entry in fields(self) if entry.name not in ("name", "letters", "quadrants")
        ]
        everything = "".join(map("".join, signs)) + (QUADRANTS if self.quadrants else "")
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
    men=("•", "○"),
    letters=False,
    quadrants=False,
    rim=Corners("▄", "▄", "▀", "▀"),
    point="▲",
    band="▀",
    jewel="♦",
    seams=("═", "≡"),
    cursor=Corners("┌", "┐", "└", "┘"),
    brackets=("[", "]"),
    raised=("»", "«"),
    target=Dot("▄▄", "▀▀", "██", "•"),
    trail=("▌", "▐"),
    hint=("►", "◄"),
    arrow_up=(" ▄▄ ", "▄██▄"),
    arrow_down=("▀██▀", " ▀▀ "),
    left="◄",
    right="►",
    up="▲",
    down="▼",
    full="█",
    shades=("░", "▒", "▓"),
    track="░",
)
# Code page 437 and the quarters of a cell, which fonts for Unicode have and the fonts of a bare console have not.
SMOOTH: Final = replace(
    CP437, name="smooth", men=("●", "○"), quadrants=True, arrow_up=(" ▟▙ ", "▟██▙"), arrow_down=("▜██▛", " ▜▛ ")
)
ASCII: Final = Glyphs(
    name="ascii",
    single=Frame("+", "+", "+", "+", "-", "|"),
    double=Frame("+", "+", "+", "+", "=", "|"),
    light_square=".",
    bodies=("x", "o", "X", "O"),
    men=("x", "o"),
    letters=True,
    quadrants=False,
    rim=Corners("/", "\\", "\\", "/"),
    point="^",
    band="=",
    jewel="*",
    seams=("=", "%"),
    cursor=Corners("[", "]", "[", "]"),
    brackets=("[", "]"),
    raised=(">", "<"),
    target=Dot("/\\", "\\/", "()", "*"),
    trail=("|", "|"),
    hint=("(", ")"),
    arrow_up=("/\\", "||"),
    arrow_down=("||", "\\/"),
    left="<",
    right=">",
    up="^",
    down="v",
    full="#",
    shades=(".", ":", "%"),
    track="|",
)


GLYPH_SETS: Final = {glyphs.name: glyphs for glyphs in (SMOOTH, CP437, ASCII)}


# With sixteen colours or eight the terminal's own count, and differ from terminal to terminal: only on light grey do
# black and red men stand out in all of them, and only white is lighter. With eight, white is the ink of a texture.
_BOARD: Final = (
    "dark", "lit", "raised", "cursor", "last_move", "last_move_beside", "number", "white_called",
    "black_rim", "black_body", "black_letter", "black_crown", "white_rim", "white_body", "white_letter", "white_crown",
)  # fmt: skip
_ON_GREY: Final[dict[str, Any]] = {name: getattr(COLOUR, name) for name in _BOARD}
_OWN_BOARDS: Final = {
    Depth.SIXTEEN: _ON_GREY | {"light": Style(YELLOW, BRIGHT)},
    Depth.EIGHT: _ON_GREY | {"light": _TEXTURE, "raised": Style(BLUE, GREY)},
}


class Theme(NamedTuple):
    """All a screen needs to know about how to draw.

    ``stacked`` kings are men on top of each other, not crowned; ``numbered`` squares show their numbers.
    """

    palette: Palette
    glyphs: Glyphs
    stacked: bool = False
    numbered: bool = False

    @property
    def white_called(self) -> str:
        """What White's pieces look like, in a word: their colour, else what fills them, or their letter."""
        if not self.palette.shaded:
            return self.palette.white_called
        if self.glyphs.letters:
            return self.glyphs.men[1]
        return "hollow" if self.glyphs.quadrants else "shaded"

    def depth(self, colours: int, kind: str) -> Depth:
        """Return the depth to draw at on a terminal of that kind with so many colours.

        Mono takes black and white from the eight colours where there are any: the terminal's own paper may be white,
        on which the playing squares would be the lighter ones.
        """
        depth = Depth.of(colours, kind)
        return Depth.EIGHT if self.palette is MONO and depth is not Depth.NONE else depth

    def on(self, colours: int, encoding: str, kind: str) -> "Theme":
        """As much of it as a terminal of that kind (its ``TERM``) has, with so many colours and an output encoding.

        Quarters of cells need an encoding of Unicode, and are not in the fonts of the Linux console.
        """
        depth = Depth.of(colours, kind)
        palette = MONO if depth is Depth.NONE else self.palette
        glyphs = self.glyphs
        if depth in _OWN_BOARDS and not palette.shaded:
            own = _OWN_BOARDS[depth]
            if palette.board_frame == COLOUR.board_frame:
                own = own | {"board_frame": Style(YELLOW, BLACK)}  # brown is a yellow in most of them
            palette = replace(palette, **own)
            if depth is Depth.EIGHT:
                glyphs = replace(glyphs, light_square=glyphs.shades[2])
        if glyphs.quadrants and (kind.startswith("linux") or not glyphs.encodable(encoding)):
            glyphs = CP437
        return self._replace(palette=palette, glyphs=glyphs if glyphs.encodable(encoding) else ASCII)
