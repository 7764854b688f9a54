"""The palettes: the styles of windows, text and board, and the sixteen colours they are made of."""

from typing import Any, Final, NamedTuple

from console.terminal.canvas import Style
from console.terminal.colours import (
    AQUA,
    BLACK,
    BLUE,
    BRIGHT,
    BROWN,
    CYAN,
    DARK,
    EGA,
    GREEN,
    GREY,
    LIME,
    MAGENTA,
    PINK,
    RED,
    ROSE,
    YELLOW,
    Colour,
    Colours,
    colours,
)


class PieceColours(NamedTuple):
    """The colours of one side's pieces. ``letter`` is the body where pieces are drawn as letters."""

    rim: int
    body: Style
    letter: Style
    crown: Style


class BoardColours(NamedTuple):
    """The colours of the board.

    Numbers are inks on the paper of the square they are drawn on; ``last_move_beside`` is drawn on light squares.
    ``lit`` are the squares a lifted piece can go to, ``raised`` the one it was lifted from. ``pieces`` are Black's and
    White's. ``shaded``: the sides differ by shading only. ``white_called``: the colour of White's pieces in a word.
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
    """The styles of the screen. ``colours``: the sixteen, where the terminal lets a program choose them."""

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


def _on(paper: int, **inks: int) -> dict[str, Any]:
    """Return styles by their names, all on one paper."""
    return {name: Style(ink, paper) for name, ink in inks.items()}


def _piece(colour: int, letter: int, crown: int) -> PieceColours:
    return PieceColours(colour, Style(colour, colour), Style(letter, colour), Style(crown, colour))


COLOUR: Final = Palette(
    "colour",
    **_on(BLUE, text=GREY, frame=GREY, title=YELLOW, dim=CYAN, player=BRIGHT),
    **_on(BLUE, said=AQUA, prompt=YELLOW, typed=BRIGHT, alert=ROSE),
    **_on(GREY, bar=BLACK, bar_key=RED, bar_off=DARK),
    chosen=Style(BLACK, CYAN),
    shadow=Style(DARK, BLACK),
    board=BoardColours(
        frame=Style(YELLOW, BROWN),
        light=Style(GREEN, BRIGHT),
        dark=Style(BLACK, GREY),
        lit=Style(BLUE, AQUA),
        raised=Style(BLUE, AQUA),
        cursor=BLUE,
        last_move=BLACK,
        last_move_beside=BLACK,
        number=BLUE,
        pieces=(_piece(BLACK, GREY, YELLOW), _piece(RED, BRIGHT, YELLOW)),
    ),
)
VGA_SOFT: Final = COLOUR._replace(
    name="VGA soft",
    chosen=Style(BLACK, GREEN),
    board=COLOUR.board._replace(light=Style(GREY, BRIGHT), dark=Style(BLACK, GREEN)),
    # The nearest colour to the blue would be a grey.
    colours=colours(
        "1c1e24=234 243454=17 9cb88c=108 8cb4c0=109 a02c30=124 845080=96 745034=94 c8ccd0=252 "
        "5c626c=241 84a4dc=110 b4d4a4=151 a8dce4=152 e8948c=174 d49ccc=182 f0dc8c=222 f8f4ec=255"
    ),
)
CGA: Final = COLOUR._replace(
    name="CGA",
    **_on(BLACK, text=BRIGHT, frame=AQUA, title=PINK, dim=AQUA, player=BRIGHT),
    **_on(BLACK, said=AQUA, prompt=PINK, typed=BRIGHT, alert=PINK),
    **_on(CYAN, bar=BLACK, bar_off=BLUE),
    bar_key=Style(BLACK, GREY),
    chosen=Style(BRIGHT, MAGENTA),
    board=COLOUR.board._replace(
        frame=Style(BRIGHT, MAGENTA),
        light=Style(AQUA, BRIGHT),
        dark=Style(BLACK, AQUA),
        lit=Style(BLACK, BRIGHT),
        raised=Style(BLACK, BRIGHT),
        cursor=BLACK,
        number=BLACK,
        pieces=(_piece(BLACK, BRIGHT, BRIGHT), _piece(MAGENTA, BRIGHT, BRIGHT)),
        white_called="magenta",
    ),
)
PAPER: Final = COLOUR._replace(
    name="paper",
    **_on(BRIGHT, text=BLACK, frame=DARK, title=RED, dim=DARK, player=BLUE),
    **_on(BRIGHT, said=BLACK, prompt=BLUE, typed=BLACK, alert=RED),
    chosen=Style(BRIGHT, BLUE),
    shadow=Style(DARK, GREY),
    board=COLOUR.board._replace(
        frame=Style(BLACK, BRIGHT),
        light=Style(GREY, BRIGHT),
        lit=Style(BLUE, YELLOW),
        raised=Style(BLUE, YELLOW),
        last_move=BLUE,
        number=BLACK,
        pieces=(_piece(BLACK, BRIGHT, YELLOW), _piece(RED, BRIGHT, YELLOW)),
    ),
    # The nearest colour to the blue would be too light.
    colours=colours(
        "1c1a17=234 1d3f8f=18 2c6a34=22 1c6870=23 af1e1e=124 7a2470=90 805018=94 c8bca2=144 "
        "5c574e=240 446cc0=26 4c9854=71 4898a0=73 c04840=131 a858a0=133 e8d880=186 faf6ec=255"
    ),
)
WOOD: Final = COLOUR._replace(
    name="wood",
    **_on(BLACK, text=GREY, frame=GREY, title=YELLOW, dim=GREY, player=BRIGHT),
    **_on(BLACK, said=BRIGHT, prompt=YELLOW, typed=BRIGHT, alert=ROSE),
    chosen=Style(BLACK, BRIGHT),
    board=COLOUR.board._replace(
        frame=Style(GREY, BLACK),
        light=Style(BRIGHT, GREY),
        dark=Style(YELLOW, BROWN),
        lit=Style(BRIGHT, CYAN),
        raised=Style(BRIGHT, BROWN),
        cursor=BRIGHT,
        last_move=YELLOW,
        number=BRIGHT,
        pieces=(_piece(BLACK, GREY, YELLOW), _piece(BRIGHT, BLACK, RED)),
        white_called="ivory",
    ),
    colours=colours(
        "1e120a=233 3a2450=53 3e5820=22 44786e=30 8c1c13=88 702c50=89 9c6a3a=130 d8b480=180 "
        "5a3c24=238 9890d0=104 b8d080=150 a0d8c8=116 e89070=173 d898b0=175 f4d880=222 f8ead0=230"
    ),
)
CONTRAST: Final = COLOUR._replace(
    name="high contrast",
    **_on(BLACK, text=BRIGHT, frame=BRIGHT, title=YELLOW, dim=GREY, player=BRIGHT),
    **_on(BLACK, said=BRIGHT, prompt=YELLOW, typed=BRIGHT, alert=YELLOW, bar_off=GREY),
    **_on(BLUE, bar=BRIGHT, bar_key=YELLOW),
    chosen=Style(BLACK, GREY),
    board=COLOUR.board._replace(
        frame=Style(BRIGHT, BLACK),
        light=Style(YELLOW, BRIGHT),
        dark=Style(BLACK, YELLOW),
        lit=Style(BLACK, BRIGHT),
        raised=Style(BLACK, BRIGHT),
        last_move=BLUE,
        number=BLACK,
        pieces=(_piece(BLACK, BRIGHT, YELLOW), _piece(RED, BRIGHT, YELLOW)),
    ),
)
MONO: Final = Palette(
    "mono",
    **_on(BLACK, text=GREY, frame=GREY, title=BRIGHT, dim=GREY, player=BRIGHT),
    **_on(BLACK, said=GREY, prompt=BRIGHT, typed=BRIGHT, alert=BRIGHT),
    **_on(GREY, bar=BLACK, bar_off=BLACK),
    **_on(BLACK, bar_key=BRIGHT, chosen=BRIGHT, shadow=GREY),
    board=BoardColours(
        **_on(BLACK, frame=GREY, light=GREY, dark=GREY, lit=BRIGHT, raised=BRIGHT),
        cursor=BRIGHT,
        last_move=BRIGHT,
        last_move_beside=BRIGHT,
        number=GREY,
        # Bodies are not bold: terminals that print bold twice would leave a trace of a solid block that has moved.
        pieces=(
            PieceColours(GREY, **_on(BLACK, body=GREY, letter=BRIGHT), crown=Style(BLACK, GREY)),
            PieceColours(GREY, **_on(BLACK, body=GREY, letter=GREY, crown=BRIGHT)),
        ),
        shaded=True,
    ),
)


def _one_phosphor(name: str, lights: dict[int, int], shown: dict[int, Colour]) -> Palette:
    """Return the monochrome palette in other ``lights``; ``shown`` are the colours of these."""

    def lit(value: Any) -> Any:
        if isinstance(value, tuple):
            return type(value)(*map(lit, value)) if hasattr(value, "_fields") else tuple(map(lit, value))
        return lights.get(value, value) if type(value) is int else value

    palette: Palette = lit(MONO)
    return palette._replace(name=name, colours=tuple(shown.get(*pair) for pair in enumerate(EGA)))


AMBER: Final = _one_phosphor(
    "amber",
    {GREY: BROWN, BRIGHT: YELLOW},
    {BROWN: Colour((0xD0, 0x88, 0x08), 172), YELLOW: Colour((0xFF, 0xC8, 0x58), 221)},
)
GREEN_SCREEN: Final = _one_phosphor(
    "green",
    {GREY: GREEN, BRIGHT: LIME},
    {GREEN: Colour((0x28, 0xB8, 0x48), 34), LIME: Colour((0x88, 0xFF, 0x98), 120)},
)
PALETTES: Final = {
    palette.name: palette for palette in (COLOUR, VGA_SOFT, CGA, AMBER, GREEN_SCREEN, PAPER, WOOD, CONTRAST, MONO)
}
