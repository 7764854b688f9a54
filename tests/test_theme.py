"""Colours at every depth, seen through a terminal emulator, and the glyphs of the time."""

from dataclasses import fields
from itertools import product

import pyte
import pytest

from console.terminal.canvas import Style
from console.terminal.theme import ASCII, BLACK, BRIGHT, CP437, EGA, GREY, MONO, PALETTES, Depth, Glyphs, Palette, sgr

EVERY_STYLE = [Style(ink, paper) for ink, paper in product(range(16), range(8))]
NAMES = ("black", "blue", "green", "cyan", "red", "magenta", "brown", "white")


def shown(style: Style, depth: Depth, before: Style | None = None) -> pyte.screens.Char:
    screen = pyte.Screen(2, 1)
    stream = pyte.Stream(screen)
    if before is not None:
        stream.feed(sgr(before, None, depth))
    stream.feed(sgr(style, before, depth) + "x")
    return screen.buffer[0][0]


@pytest.mark.parametrize(
    ("colours", "depth"),
    [
        (-1, "NONE"),
        (0, "NONE"),
        (2, "NONE"),
        (8, "EIGHT"),
        (16, "SIXTEEN"),
        (88, "SIXTEEN"),
        (256, "MANY"),
        (1 << 24, "TRUE"),
    ],
)
def test_depth_of_a_number_of_colours(colours: int, depth: str) -> None:
    assert Depth.of(colours) is Depth[depth]


def test_true_colours_are_those_of_the_ega() -> None:
    for style in EVERY_STYLE:
        cell = shown(style, Depth.TRUE)
        assert (cell.fg, cell.bg) == (
            "{:02x}{:02x}{:02x}".format(*EGA[style.ink]),
            "{:02x}{:02x}{:02x}".format(*EGA[style.paper]),
        )


def test_256_colours_come_near_the_ega() -> None:
    for style in EVERY_STYLE:
        cell = shown(style, Depth.MANY)
        for colour, index in ((cell.fg, style.ink), (cell.bg, style.paper)):
            values = tuple(int(colour[place : place + 2], 16) for place in (0, 2, 4))
            assert max(abs(one - other) for one, other in zip(values, EGA[index], strict=True)) <= 12, (index, colour)


def test_16_colours_count_red_and_blue_the_other_way_round() -> None:
    """EGA 1 is blue and 4 red, terminals have it the other way; and brown is their dark yellow, not their red."""
    for style in EVERY_STYLE:
        cell = shown(style, Depth.SIXTEEN)
        ink = NAMES[style.ink % 8]
        assert cell.fg == (("bright" + ink) if style.ink >= 8 else ink), style
        assert cell.bg == NAMES[style.paper]


def test_8_colours_are_bold_where_bright_and_never_ink_on_the_same_paper() -> None:
    for style in EVERY_STYLE:
        cell = shown(style, Depth.EIGHT)
        assert cell.bg == NAMES[style.paper]
        if style.ink % 8 != style.paper:
            assert (cell.fg, cell.bold) == (NAMES[style.ink % 8], style.ink >= 8)
        elif style.ink >= 8:
            assert cell.fg != cell.bg
        assert "9" not in sgr(style, None, Depth.EIGHT), "no bright codes, which eight colours do not have"


def test_without_colours_there_is_bold_and_reverse_only() -> None:
    for style in EVERY_STYLE:
        cell = shown(style, Depth.NONE)
        assert (cell.fg, cell.bg) == ("default", "default")
        assert (cell.bold, cell.reverse) == (style.ink >= 8, style.paper == GREY)


@pytest.mark.parametrize("depth", list(Depth))
def test_a_change_of_style_leaves_nothing_of_the_one_before(depth: Depth) -> None:
    for before in EVERY_STYLE[::7]:
        for after in EVERY_STYLE[::3]:
            assert shown(after, depth, before) == shown(after, depth)
        assert sgr(before, before, depth) == ""


def inks_and_styles(palette: Palette) -> dict[str, Style | int]:
    return {entry.name: getattr(palette, entry.name) for entry in fields(palette) if entry.name != "name"}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_themes_use_the_sixteen_colours_on_eight_papers(palette: Palette) -> None:
    for name, value in inks_and_styles(palette).items():
        ink, paper = value if isinstance(value, Style) else (value, 0)
        assert 0 <= ink < 16, name
        assert 0 <= paper < 8, name


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_text_differs_from_its_paper(palette: Palette) -> None:
    for name, value in inks_and_styles(palette).items():
        if isinstance(value, Style) and name not in ("dark", "black_body"):
            assert value.ink != value.paper, name


def test_mono_is_normal_bright_or_reverse() -> None:
    for name, value in inks_and_styles(MONO).items():
        if isinstance(value, Style):
            assert value in ((GREY, BLACK), (BRIGHT, BLACK), (BLACK, GREY)), name


def characters(glyphs: Glyphs) -> str:
    return "".join(
        "".join(getattr(glyphs, entry.name)) for entry in fields(glyphs) if entry.name not in ("name", "letters")
    )


def test_glyphs_are_of_their_repertoire() -> None:
    # Python's cp437 maps the characters 1 to 31 to controls; these are the signs the screen had there.
    signs = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
    for char in characters(CP437):
        assert char in signs or char.encode("cp437")
    assert characters(ASCII).isascii()
    assert all(char.isprintable() for char in characters(CP437) + characters(ASCII))


@pytest.mark.parametrize(
    ("encoding", "fits"), [("utf-8", True), ("latin-1", False), ("ascii", False), ("no such", False)]
)
def test_glyphs_know_whether_an_encoding_has_them(encoding: str, fits: bool) -> None:
    assert CP437.encodable(encoding) is fits
    assert ASCII.encodable("ascii")
