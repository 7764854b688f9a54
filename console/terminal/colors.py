"""The sixteen EGA colors and how terminals of different depths show them."""

import re
from enum import Enum
from typing import Final, NamedTuple, Protocol, Self

from console.terminal.canvas import Style


class Color(NamedTuple):
    """A color: red, green and blue (each 0 to 255), and the index of the ``nearest`` color of a 256-color palette.

    The index is 16 to 255 (color cube and grey ramp), because users often change the colors 0 to 15. The distance is
    CIEDE2000.
    """

    rgb: tuple[int, int, int]
    nearest: int


Colors = tuple[Color, ...]


_WRITTEN: Final = re.compile(r"([0-9a-f]{6})(?:=([0-9]{2,3}))?", re.ASCII)
_STEPS: Final = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)  # of the color cube of a 256-color palette


def read_color(text: str) -> Color:
    """Parse a color such as ``aa5500=130``: RGB in hexadecimal, and the index of the nearest of 256 colors.

    Without an index, the nearest color of the cube is taken. Raises ValueError.
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f"a color cannot be {text}")
    red, green, blue = bytes.fromhex(match[1])
    cube = [min(range(6), key=lambda step: abs(_STEPS[step] - part)) for part in (red, green, blue)]
    return Color((red, green, blue), int(match[2] or 16 + 36 * cube[0] + 6 * cube[1] + cube[2]))


_EGA: Final = (
    "000000=16 0000aa=19 00aa00=34 00aaaa=37 aa0000=124 aa00aa=127 aa5500=130 aaaaaa=248 "
    "555555=240 5555ff=63 55ff55=83 55ffff=87 ff5555=203 ff55ff=207 ffff55=227 ffffff=231"
)
EGA: Final = tuple(map(read_color, _EGA.split()))
(BLACK, BLUE, GREEN, CYAN, RED, MAGENTA, BROWN, GREY) = range(8)
(DARK, _, LIME, AQUA, ROSE, PINK, YELLOW, BRIGHT) = range(8, 16)

# EGA counts its bits red 4, green 2, blue 1; terminals count red 1, green 2, blue 4.
_ANSI: Final = (0, 4, 2, 6, 1, 5, 3, 7)


class Depth(Enum):
    """The color depth of a terminal. The value is the smallest number of colors of that depth."""

    TRUE = 1 << 24
    MANY = 256
    SIXTEEN = 16
    EIGHT = 8
    NONE = 0

    @classmethod
    def of(cls, count: int, kind: str = "") -> "Depth":
        """Return the depth of a terminal with ``count`` colors. ``kind`` is its ``TERM``.

        An xterm has sixteen colors, even where terminfo says eight. Kinds such as ``xterm-direct`` have all of them,
        whatever is read of their number, which is too large for many readers.
        """
        if kind.endswith("-direct"):
            return cls.TRUE
        if kind.startswith("xterm") and count == cls.EIGHT.value:
            return cls.SIXTEEN
        return next(depth for depth in cls if max(0, count) >= depth.value)


class Look(Protocol):
    """The part of a theme that the terminal uses."""

    @property
    def ground(self) -> Style:
        """The style of the screen where nothing is drawn."""

    @property
    def colors(self) -> Colors:
        """The sixteen colors."""

    def depth(self, colors: int, kind: str) -> Depth:
        """Return the depth for a terminal. ``colors`` is the number of its colors, ``kind`` its ``TERM``."""

    def on(self, colors: int, encoding: str, kind: str) -> Self:
        """Return the theme limited to the characters and colors of a terminal. ``encoding`` is its output encoding."""


def sgr(style: Style, before: Style | None, depth: Depth, palette: Colors = EGA) -> str:
    """Return the shortest SGR sequence (select graphic rendition) that changes the style from ``before`` to ``style``.

    ``before`` is None if unknown. ``palette`` has the sixteen colors; it is not used for terminals with 16 or 8
    colors, which have a palette of their own.
    """
    if style == before:
        return ""
    if depth is Depth.NONE:
        return f"\x1b[0{_plain(style)}m"
    if depth is Depth.EIGHT:
        return f"\x1b[0;{_eight(style)}m"
    codes = []
    if before is None or before.ink != style.ink:
        codes.append(_code(style.ink, depth, palette, 30))
    if before is None or before.paper != style.paper:
        codes.append(_code(style.paper, depth, palette, 40))
    return f"\x1b[{';'.join(codes)}m"


def _code(number: int, depth: Depth, palette: Colors, ground: int) -> str:
    """Return the parameters for one of the sixteen colors. ``ground`` is 30 for ink and 40 for paper."""
    color = palette[number]
    if depth is Depth.TRUE:
        return f"{ground + 8};2;{';'.join(map(str, color.rgb))}"
    if depth is Depth.MANY:
        return f"{ground + 8};5;{color.nearest}"
    return str((60 if number >= DARK else 0) + ground + _ANSI[number % 8])


def _eight(style: Style) -> str:
    """Return the parameters for eight colors: those of DOS, with another ink if ink and paper would be equal."""
    paper = style.paper % 8
    if style.ink % 8 == paper and style.ink != style.paper:
        style = style._replace(ink=GREY if paper != GREY else BLACK)
    return dos_parameters(style)


def dos_parameters(style: Style) -> str:
    """Return the SGR parameters of ANSI.SYS: bold for bright ink; paper is never bright."""
    return f"{'1;' * (style.ink >= DARK)}{30 + _ANSI[style.ink % 8]};{40 + _ANSI[style.paper % 8]}"


def _plain(style: Style) -> str:
    """Return the parameters without colors: bold for bright ink, reverse for grey paper."""
    return (";1" if style.ink >= DARK else "") + (";7" if style.paper == GREY else "")
