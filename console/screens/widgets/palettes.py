"""The palettes: the styles of windows, text and board, and the sixteen colours they are made of."""

from functools import cache
from typing import Any, Final, NamedTuple

from console.terminal.canvas import Style
from console.terminal.colours import BRIGHT, BROWN, EGA, GREEN, GREY, LIME, YELLOW, Colour, Colours, colours


class PieceColours(NamedTuple):
    """The colours of one side's pieces. ``letter`` replaces ``body`` when pieces are drawn as letters.

    ``light`` and ``shade`` are the inks of the ring on a large piece, on the side of the light and opposite.
    """

    rim: int
    body: Style
    letter: Style
    crown: Style
    light: int
    shade: int


class BoardColours(NamedTuple):
    """The colours of the board.

    A field of type int is an ink (foreground colour); the paper (background) is that of the square it is drawn on.
    ``last_move_beside`` is drawn on light squares. ``lit``: the squares that a lifted piece can move to. ``raised``:
    the square from which the piece was lifted. ``pieces``: the colours of Black's pieces, then of White's.
    ``white_called``: the name of the colour of White's pieces. ``shaded``: the two sides differ only by shading.
    """

    frame: Style
    light: Style
    dark: Style
    lit: Style
    raised: Style
    cursor: int
    last_move: int
    last_move_beside: int
    number: int
    pieces: tuple[PieceColours, PieceColours]
    white_called: str = "red"
    shaded: bool = False


class Palette(NamedTuple):
    """The styles of the screen. ``colours``: the sixteen colours, used if the terminal can redefine its colours."""

    name: str
    text: Style
    frame: Style
    title: Style
    dim: Style
    player: Style
    said: Style
    prompt: Style
    typed: Style
    alert: Style
    bar: Style
    bar_key: Style
    bar_off: Style
    chosen: Style
    shadow: Style
    board: BoardColours
    colours: Colours = EGA


# The styles of each theme, ink/paper: windows and text, the board, Black's pieces, and White's.
# Mono bodies are not bold. Some terminals draw bold text twice, shifted by a pixel, and do not erase that pixel.
_TABLE: Final = """
theme            colour         VGA-soft       CGA             paper          wood           high-contrast  mono

text             grey/blue      grey/blue      bright/black    black/bright   grey/black     bright/black   grey/black
frame            grey/blue      grey/blue      aqua/black      dark/bright    grey/black     bright/black   grey/black
title            yellow/blue    yellow/blue    pink/black      red/bright     yellow/black   yellow/black   bright/black
dim              cyan/blue      cyan/blue      aqua/black      dark/bright    grey/black     grey/black     grey/black
player           bright/blue    bright/blue    bright/black    blue/bright    bright/black   bright/black   bright/black
said             aqua/blue      aqua/blue      aqua/black      black/bright   bright/black   bright/black   grey/black
prompt           yellow/blue    yellow/blue    pink/black      blue/bright    yellow/black   yellow/black   bright/black
typed            bright/blue    bright/blue    bright/black    black/bright   bright/black   bright/black   bright/black
alert            rose/blue      rose/blue      pink/black      red/bright     rose/black     yellow/black   bright/black
bar              black/grey     black/grey     black/cyan      black/grey     black/grey     bright/blue    black/grey
bar_key          red/grey       red/grey       black/grey      red/grey       red/grey       yellow/blue    bright/black
bar_off          dark/grey      dark/grey      blue/cyan       dark/grey      dark/grey      grey/black     black/grey
chosen           black/cyan     black/green    bright/magenta  bright/blue    black/bright   black/grey     bright/black
shadow           dark/black     dark/black     dark/black      dark/grey      dark/black     dark/black     grey/black

frame            yellow/brown   yellow/brown   bright/magenta  black/bright   grey/black     bright/black   grey/black
light            green/bright   grey/bright    aqua/bright     grey/bright    bright/grey    yellow/bright  grey/black
dark             black/grey     black/green    black/aqua      black/grey     yellow/brown   black/yellow   grey/black
lit              blue/aqua      blue/aqua      black/bright    blue/yellow    bright/cyan    black/bright   bright/black
raised           blue/aqua      blue/aqua      black/bright    blue/yellow    bright/brown   black/bright   bright/black
cursor           blue           blue           black           blue           bright         blue           bright
last_move        black          black          black           blue           yellow         blue           bright
last_move_beside black          black          black           black          black          black          bright
number           blue           blue           black           black          bright         black          grey

rim              black          black          black           black          black          black          grey
body             black/black    black/black    black/black     black/black    black/black    black/black    grey/black
letter           grey/black     grey/black     bright/black    bright/black   grey/black     bright/black   bright/black
crown            yellow/black   yellow/black   bright/black    yellow/black   yellow/black   yellow/black   black/grey
light            dark           dark           aqua            dark           dark           dark           black
shade            dark           dark           aqua            dark           dark           dark           black

rim              red            red            magenta         red            bright         red            grey
body             red/red        red/red        magenta/magenta red/red        bright/bright  red/red        grey/black
letter           bright/red     bright/red     bright/magenta  bright/red     black/bright   bright/red     grey/black
crown            yellow/red     yellow/red     bright/magenta  yellow/red     red/bright     yellow/red     bright/black
light            rose           rose           bright          rose           grey           rose           black
shade            black          black          black           black          brown          black          black
"""
([_THEMES], *_PARTS) = [[line.split() for line in part.splitlines()] for part in _TABLE.strip().split("\n\n")]
_LOW: Final = ("black", "blue", "green", "cyan", "red", "magenta", "brown", "grey")
_HIGH: Final = ("dark", "", "lime", "aqua", "rose", "pink", "yellow", "bright")
_INKS: Final = {name: number for number, name in enumerate(_LOW + _HIGH)}


def _palette(name: str, white_called: str = "red", shaded: bool = False, sixteen: Colours = EGA) -> Palette:
    """Return the palette of a column of the table."""
    column = _THEMES.index(name.replace(" ", "-"))
    window, board, *pieces = ({row[0]: _value(row[column]) for row in part} for part in _PARTS)
    black, white = (PieceColours(**each) for each in pieces)
    colours_of_board = BoardColours(**board, pieces=(black, white), white_called=white_called, shaded=shaded)
    return Palette(name, **window, board=colours_of_board, colours=sixteen)


@cache
def _value(cell: str) -> Any:
    """Return the style or the ink of a cell of the table."""
    ink, has_paper, paper = cell.partition("/")
    return Style(_INKS[ink], _INKS[paper]) if has_paper else _INKS[ink]


COLOUR: Final = _palette("colour")
VGA_SOFT: Final = _palette(
    "VGA soft",
    # Blue has index 17, because the nearest of the 256 colours is a grey.
    sixteen=colours(
        "1c1e24=234 243454=17 9cb88c=108 8cb4c0=109 a02c30=124 845080=96 745034=94 c8ccd0=252 "
        "5c626c=241 84a4dc=110 b4d4a4=151 a8dce4=152 e8948c=174 d49ccc=182 f0dc8c=222 f8f4ec=255"
    ),
)
CGA: Final = _palette("CGA", "magenta")
PAPER: Final = _palette(
    "paper",
    # Blue has index 18, because the nearest of the 256 colours is too light.
    sixteen=colours(
        "1c1a17=234 1d3f8f=18 2c6a34=22 1c6870=23 af1e1e=124 7a2470=90 805018=94 c8bca2=144 "
        "5c574e=240 446cc0=26 4c9854=71 4898a0=73 c04840=131 a858a0=133 e8d880=186 faf6ec=255"
    ),
)
WOOD: Final = _palette(
    "wood",
    "ivory",
    sixteen=colours(
        "1e120a=233 3a2450=53 3e5820=22 44786e=30 8c1c13=88 702c50=89 9c6a3a=130 d8b480=180 "
        "5a3c24=238 9890d0=104 b8d080=150 a0d8c8=116 e89070=173 d898b0=175 f4d880=222 f8ead0=230"
    ),
)
CONTRAST: Final = _palette("high contrast")
MONO: Final = _palette("mono", shaded=True)


def _monochrome(name: str, lights: dict[int, int], shown: dict[int, Colour]) -> Palette:
    """Return MONO with other colours: ``lights`` replaces inks, ``shown`` gives the RGB of the new inks."""

    def recoloured(value: Any) -> Any:
        if isinstance(value, tuple):
            return type(value)(*map(recoloured, value)) if hasattr(value, "_fields") else tuple(map(recoloured, value))
        return lights.get(value, value) if type(value) is int else value

    palette: Palette = recoloured(MONO)
    return palette._replace(name=name, colours=tuple(shown.get(*pair) for pair in enumerate(EGA)))


AMBER: Final = _monochrome(
    "amber",
    {GREY: BROWN, BRIGHT: YELLOW},
    {BROWN: Colour((0xD0, 0x88, 0x08), 172), YELLOW: Colour((0xFF, 0xC8, 0x58), 221)},
)
GREEN_SCREEN: Final = _monochrome(
    "green",
    {GREY: GREEN, BRIGHT: LIME},
    {GREEN: Colour((0x28, 0xB8, 0x48), 34), LIME: Colour((0x88, 0xFF, 0x98), 120)},
)
PALETTES: Final = {
    palette.name: palette for palette in (COLOUR, VGA_SOFT, CGA, AMBER, GREEN_SCREEN, PAPER, WOOD, CONTRAST, MONO)
}
