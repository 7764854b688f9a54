"""Themes: palettes, sets of characters, and what terminals can show of them."""

import colorsys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

import pytest
from support.cases import cases
from support.color_difference import ciede2000, lab
from support.palettes import PALETTES
from support.seen_cell import seen_cell

from console.screens.widgets.board import ARROWS, draw_piece
from console.screens.widgets.glyphs import ASCII, CP437, QUARTERS, SIZES, SMOOTH, Glyphs, Size
from console.screens.widgets.palettes import COLOR, MONO, Palette, read_palette
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Style
from console.terminal.colors import BLACK, BRIGHT, GREY, Color, Colors, Depth
from engine.geometry import BLACK as BLACK_SIDE
from engine.geometry import WHITE
from engine.position import MAN, Piece


def inks_and_styles(palette: Palette) -> dict[str, Style | int]:
    """Return everything in a palette that has a color, by name."""
    board = palette.board._asdict()
    found = palette._asdict() | board | {"frame": palette.frame, "board_frame": palette.board.frame}
    for side, colors in zip(("black", "white"), palette.board.pieces, strict=True):
        found |= {f"{side}_{name}": value for name, value in colors._asdict().items()}
    return {name: value for name, value in found.items() if isinstance(value, Style) or type(value) is int}


def luminance(color: tuple[int, int, int]) -> float:
    """Return the relative luminance, 0 black to 1 white, as defined by WCAG 2."""
    parts = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: float, other: float) -> float:
    """Return the contrast ratio of two luminances, 1 to 21, as defined by WCAG 2."""
    darker, lighter = sorted((one, other))
    return (lighter + 0.05) / (darker + 0.05)


def contrast(style: Style, colors: Colors) -> float:
    """Return the contrast ratio of ink and paper."""
    return ratio(*(luminance(colors[number].rgb) for number in style))


def seen(palette: Palette) -> dict[str, Style]:
    """Return every text, man and mark with its ground, except bodies (like rims) and light squares (a texture)."""
    values = inks_and_styles(palette)
    found = {
        name: value
        for name, value in values.items()
        if isinstance(value, Style) and name not in ("light", "dark", "shadow", "black_body", "white_body")
    }
    board = palette.board
    grounds = {"dark": board.dark, "lit": board.lit, "raised": board.raised}
    for ground, mark in product(grounds, ("cursor", "last_move", "number", "black_rim", "white_rim")):
        ink = values[mark]
        assert isinstance(ink, int)
        found[f"{mark} on {ground}"] = Style(ink, grounds[ground].paper)
    found["last_move beside"] = Style(board.last_move_beside, board.light.paper)
    found["label in the frame"] = Style(palette.typed.ink, board.frame.paper)
    return found


def as_colors(values: Iterable[tuple[int, int, int]]) -> Colors:
    return tuple(Color(value, 0) for value in values)


def rgb(color: str) -> tuple[int, int, int]:
    return int(color[:2], 16), int(color[2:4], 16), int(color[4:], 16)


# The sixteen colors where the terminal decides: black, red, green, yellow, blue, magenta, cyan, white; then bright.
TERMINALS: Final = {name: colors.split() for name, colors in cases("terminal_colors")}
SHADES: Final = {"░": 0.25, "▒": 0.5, "▓": 0.75}


def color_of(style: Style, depth: Depth, palette: Palette, terminal: str) -> tuple[tuple[int, int, int], ...]:
    """Return the ink and the paper of a style as a terminal shows them."""
    cell = seen_cell(style, depth, colors=palette.colors)
    if depth in (Depth.TRUE, Depth.MANY):
        return rgb(cell.fg), rgb(cell.bg)
    known = dict(zip(("black", "red", "green", "brown", "blue", "magenta", "cyan", "white"), range(8), strict=True))
    values = [rgb(value) for value in TERMINALS[terminal]]
    ink, paper = (name.replace("bfight", "bright") for name in (cell.fg, cell.bg))
    bright = 8 if ink.startswith("bright") or cell.bold else 0
    return (
        values[known[ink.removeprefix("bright")] + bright],
        values[known[paper.removeprefix("bright")] + (8 if paper.startswith("bright") else 0)],
    )


@pytest.mark.parametrize("glyphs", [SMOOTH, ASCII], ids=lambda glyphs: glyphs.name)
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY, Depth.SIXTEEN, Depth.EIGHT], ids=lambda depth: depth.name)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_keeps_playing_squares_dark_and_men_visible(palette: Palette, depth: Depth, glyphs: Glyphs) -> None:
    """Squares are compared by the mean luminance of their texture, on every terminal.

    Two kinds of squares are told apart at a glance from 1.6 to 1 on, and with few colors much more is possible.
    """
    least = 1.6 if palette.board.shaded or depth in (Depth.TRUE, Depth.MANY) else 3.5
    theme = Theme(palette, glyphs).on(depth.value, "utf-8", "vt")
    depth = theme.depth(depth.value, "vt")
    colors, board = theme.palette, theme.palette.board
    for terminal in TERMINALS:
        share = SHADES.get(theme.glyphs.light_square, 0.1) if board.light.ink != board.light.paper else 1
        ink, paper = (luminance(each) for each in color_of(board.light, depth, colors, terminal))
        dark = color_of(board.dark, depth, colors, terminal)[1]
        light = share * ink + (1 - share) * paper
        assert (light + 0.05) / (luminance(dark) + 0.05) >= least * (share > 0.1), terminal
        for man in (each.rim for each in board.pieces):
            for square in (board.dark, board.raised):
                pair = color_of(Style(man, square.paper), depth, colors, terminal)
                assert contrast(Style(0, 1), as_colors(pair)) >= 3, (terminal, man, square)


@cache
def man_in_quarters(side: int, size: Size, theme: Theme) -> tuple[Counter[int], set[int]]:
    """Draw a man on a dark square. Count the quarters of his cells by color, and return the colors at his edge."""
    ground = theme.palette.board.dark
    canvas = Canvas(size.width + 2, size.height + 2, Style(ground.paper, ground.paper))
    draw_piece(canvas, 1, 1, Piece(side, MAN), size, theme)
    grid = {}
    for row, column, quarter in product(range(canvas.height), range(canvas.width), range(4)):
        cell = canvas.at(row, column)
        is_ink = cell.char in QUARTERS and QUARTERS.index(cell.char) >> quarter & 1
        grid[2 * row + quarter // 2, 2 * column + quarter % 2] = cell.ink if is_ink else cell.paper
    around, found, edge = {(0, 0)}, [(0, 0)], set()
    while found:
        row, column = found.pop()
        for near in ((row + down, column + right) for down, right in ARROWS.values()):
            if near in grid and grid[near] != ground.paper:
                edge.add(grid[near])
            elif near in grid and near not in around:
                around.add(near)
                found.append(near)
    return Counter(grid[at] for at in grid.keys() - around), edge


def contrasts_of_men(palette: Palette, depth: Depth) -> tuple[float, float, bool]:
    """Return the least contrasts of rings against their squares and of bodies, and True if Black is darker everywhere.

    They are the least of all sizes, of rounded and of square men, and of men in one cell, on three terminals.
    """
    themes = [Theme(palette, glyphs).on(depth.value, "utf-8", "vt") for glyphs in (SMOOTH, CP437)]
    depth, board = themes[0].depth(depth.value, "vt"), themes[0].palette.board
    rings, bodies, is_darker = list[float](), list[float](), True
    for terminal in ("xterm", "Linux and VGA", "VTE"):
        colors = [color_of(Style(ink, BLACK), depth, themes[0].palette, terminal)[0] for ink in range(16)]
        light = [luminance(color) for color in colors]
        for size, theme in product(SIZES, themes):
            men = [man_in_quarters(side, size, theme) for side in (BLACK_SIDE, WHITE)]
            rings += [ratio(light[ink], light[board.dark.paper]) for _, edge in men for ink in edge]
            means = [sum(light[ink] * count for ink, count in man.items()) / man.total() for man, _ in men]
            is_darker &= size.height == 1 or means[0] < means[1]
        black, white = (light[pieces.body.ink] for pieces in board.pieces)
        bodies.append(ratio(black, white))
        small = [board.small(side) for side in (BLACK_SIDE, WHITE)]
        rings += [ratio(light[ink], light[paper]) for ink, paper in small]
        is_darker &= black < white and light[small[0].ink] < light[small[1].ink]
    return min(rings), min(bodies), is_darker


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY, Depth.SIXTEEN, Depth.EIGHT], ids=lambda depth: depth.name)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_black_men_are_the_dark_ones(palette: Palette, depth: Depth) -> None:
    """The edge of a man stands out from the square, the bodies from each other, and Black is the darker side.

    With eight colors a black man may be a light ring.
    """
    ring, body, is_darker = contrasts_of_men(palette, depth)
    assert ring >= 3
    assert body >= 2.3
    assert is_darker or palette.board.shaded or depth is Depth.EIGHT


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY, Depth.SIXTEEN, Depth.EIGHT], ids=lambda depth: depth.name)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_men_stand_out_from_the_squares_beside_theirs(palette: Palette, depth: Depth) -> None:
    """White men were drawn between white squares, where only the corners of their own square showed."""
    theme = Theme(palette, SMOOTH).on(depth.value, "utf-8", "vt")
    board, depth = theme.palette.board, theme.depth(depth.value, "vt")
    for terminal, man in product(("xterm", "Linux and VGA", "VTE"), board.pieces if not board.shaded else ()):
        rim, light = color_of(Style(man.rim, board.light.paper), depth, theme.palette, terminal)
        assert ciede2000(lab(rim), lab(light)) >= 15, terminal


@pytest.mark.parametrize("depth", Depth, ids=lambda depth: depth.name)
def test_shows_as_many_boards_as_themes(depth: Depth) -> None:
    boards = {Theme(palette, SMOOTH).on(depth.value, "utf-8", "vt").palette.board for palette in PALETTES.values()}
    assert len(boards) == (len(PALETTES) if depth is not Depth.NONE else 1)


@pytest.mark.parametrize("depth", [Depth.SIXTEEN, Depth.EIGHT], ids=lambda depth: depth.name)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_stays_readable_in_the_colors_of_the_terminal(palette: Palette, depth: Depth) -> None:
    """The line in the frame of the board is no text."""
    shown_palette = Theme(palette, SMOOTH).on(depth.value, "utf-8", "vt").palette
    for terminal in ("xterm", "Linux and VGA", "VTE"):
        for name, style in seen(shown_palette).items():
            if name not in ("board_frame", "white_rim on lit"):
                pair = as_colors(color_of(style, depth, shown_palette, terminal))
                assert round(contrast(Style(0, 1), pair), 1) >= 3, (terminal, name)


def test_maps_to_the_nearest_of_256_colors() -> None:
    """The measure is checked against published pairs first. Two colors are chosen by hand."""
    assert round(ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)), 4) == 2.0425
    assert round(ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)), 4) == 1.2644
    steps = (0, 95, 135, 175, 215, 255)
    cube = [lab((red, green, blue)) for red, green, blue in product(steps, repeat=3)]
    cube += [lab((grey, grey, grey)) for grey in range(8, 248, 10)]
    by_hand = {(0x24, 0x34, 0x54): (0, 0, 0x5F), (0x1D, 0x3F, 0x8F): (0, 0, 0x87)}
    for palette in PALETTES.values():
        for number, color in enumerate(palette.colors):
            cell = seen_cell(Style(number, number), Depth.MANY, colors=palette.colors)
            assert cell.fg == cell.bg
            found = rgb(cell.fg)
            if color.rgb in by_hand:
                assert found == by_hand[color.rgb]
            else:
                least = min(ciede2000(lab(color.rgb), each) for each in cube)
                assert ciede2000(lab(color.rgb), lab(found)) == pytest.approx(least), (palette.name, number)


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY], ids=lambda depth: depth.name)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_has_enough_contrast(palette: Palette, depth: Depth) -> None:
    """WCAG 2 demand 3 to 1 for signs and 7 to 1 for text in high contrast. 256 colors come near that."""
    colors = palette.colors
    if depth is Depth.MANY:
        colors = as_colors(rgb(seen_cell(Style(number, number), depth, colors=colors).fg) for number in range(16))
    assert palette.bar_off != palette.bar
    least = (7 if palette is PALETTES["high contrast"] else 3) * (0.98 if depth is Depth.MANY else 1)
    if palette.name in ("amber", "green"):  # one phosphor
        used = {number for style in seen(palette).values() for number in style}
        hues = {round(colorsys.rgb_to_hsv(*palette.colors[number].rgb)[0], 1) for number in used - {BLACK}}
        assert (len(used), len(hues)) == (3, 1)
    faint = {name: contrast(style, colors) for name, style in seen(palette).items()}
    assert {name: ratio for name, ratio in faint.items() if ratio < least} == {}
    if not palette.board.shaded:
        black, white = palette.board.pieces
        bodies = Style(black.body.ink, white.body.ink)
        assert contrast(bodies, colors) > 2, "men of the two sides, whose colors differ too"


def test_uses_normal_bright_and_reverse_in_mono() -> None:
    for name, value in inks_and_styles(MONO).items():
        if isinstance(value, Style) and name != "white_body":
            assert value in ((GREY, BLACK), (BRIGHT, BLACK), (BLACK, GREY)), name

    cell = seen_cell(MONO.board.dark, Theme(MONO, SMOOTH).depth(256, "xterm"))
    assert (cell.fg, cell.bg) == ("white", "black"), "on white paper, the playing squares would be the lighter ones"
    assert Theme(MONO, SMOOTH).depth(0, "vt100") is Depth.NONE


def test_uses_characters_of_the_repertoire() -> None:
    """A line or a terminal may take the codes below 32 for controls."""
    assert min(CP437.characters.encode("cp437")) >= 32
    assert ASCII.characters.isascii()
    assert all(char.isprintable() for char in CP437.characters + ASCII.characters)


@pytest.mark.parametrize(
    ("wanted", "encoding", "kind", "glyphs"),
    [
        (SMOOTH, "utf-8", "xterm-256color", SMOOTH),
        (SMOOTH, "utf-8", "linux", CP437),
        (SMOOTH, "latin-1", "xterm", ASCII),
        (SMOOTH, "cp437", "ansi", CP437),
        (CP437, "utf-8", "xterm", CP437),
        (ASCII, "utf-8", "linux", ASCII),
    ],
)
def test_uses_quarters_of_cells_only_where_fonts_have_them(
    wanted: Glyphs, encoding: str, kind: str, glyphs: Glyphs
) -> None:
    """The fonts of the Linux console have none."""
    assert Theme(COLOR, wanted, True).on(256, encoding, kind) == Theme(COLOR, glyphs, True)
    assert Theme(COLOR, wanted, True).on(16, encoding, kind).glyphs == glyphs
    assert Theme(COLOR, wanted).on(0, encoding, kind).palette is MONO


def test_names_the_look_of_pieces() -> None:
    """A look is a color, or without colors a filling or a letter."""
    called = {"colour": "", "CGA": "", "wood": "ivory", "high contrast": "ivory"}
    called |= dict.fromkeys(("amber", "green", "mono"), "hollow")
    assert {name: Theme(palette, SMOOTH).called(WHITE) for name, palette in PALETTES.items()} == (
        dict.fromkeys(PALETTES, "red") | called
    )
    looks = [[Theme(MONO, glyphs).called(side) for side in (BLACK_SIDE, WHITE)] for glyphs in (CP437, ASCII)]
    assert looks == [["solid", "hollow"], ["x", "o"]]


@pytest.mark.parametrize("base", ["colour", "wood", "CGA", "VGA soft", "paper", "high contrast"])
def test_a_theme_of_the_player_is_his_own_with_few_colors(base: str) -> None:
    """The inks of another theme for few colors give way to what he says, unless he has inks of his own."""
    said = f"like {base}\nboard.light red/red\nboard.frame lime/black\nboard.raised lime/black\nwhite_called salmon\n"
    few = read_palette("mine", said).eight
    assert (few.light, few.frame, few.raised) == (Style(4, 4), Style(10, BLACK), Style(10, BLACK))
    assert few.white_called == "salmon"
    assert read_palette("mine", f"{said}few.board.light blue/blue\n").eight.light == Style(1, 1)
    assert (
        read_palette("mine", f"{said}ink.red bb0000\n").eight
        == read_palette("mine", f"like {base}\nink.red bb0000").eight
    )
