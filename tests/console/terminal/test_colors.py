"""Colors at every depth, seen through a terminal emulator."""

import re
from itertools import product

import pytest
from support.seen_cell import seen_cell

from console.terminal.canvas import Style
from console.terminal.colors import EGA, GREY, Depth, sgr

EVERY_STYLE = [Style(ink, paper) for ink, paper in product(range(16), repeat=2)]
NAMES = ("black", "blue", "green", "cyan", "red", "magenta", "brown", "white")


def test_derives_the_depth_from_the_number_of_colors() -> None:
    """An xterm has sixteen, whatever it says."""
    counts = {-1: "NONE", 0: "NONE", 2: "NONE", 8: "EIGHT", 16: "SIXTEEN", 88: "SIXTEEN", 256: "MANY", 1 << 24: "TRUE"}
    assert {count: Depth.of(count).name for count in counts} == counts
    kinds = {(8, "xterm"): Depth.SIXTEEN, (8, "linux"): Depth.EIGHT, (256, "xterm-256color"): Depth.MANY}
    kinds |= {(256, "xterm-direct"): Depth.TRUE, (32767, "tmux-direct"): Depth.TRUE}
    assert {kind: Depth.of(*kind) for kind in kinds} == kinds


def test_uses_the_exact_ega_colors_with_true_color() -> None:
    for style in EVERY_STYLE:
        cell = seen_cell(style, Depth.TRUE)
        assert (cell.fg, cell.bg) == (
            "{:02x}{:02x}{:02x}".format(*EGA[style.ink].rgb),
            "{:02x}{:02x}{:02x}".format(*EGA[style.paper].rgb),
        )


def test_swaps_red_and_blue_with_sixteen_colors() -> None:
    """EGA 1 is blue and 4 red, terminals count the other way round. Brown is their dark yellow."""
    for style in EVERY_STYLE:
        cell = seen_cell(style, Depth.SIXTEEN)
        ink = NAMES[style.ink % 8]
        assert cell.fg == (("bright" + ink) if style.ink >= 8 else ink), style
        # pyte misspells the bright magenta that stands behind a character.
        assert cell.bg.replace("bfight", "bright") == "bright" * (style.paper >= 8) + NAMES[style.paper % 8]


def test_uses_bold_and_visible_ink_with_eight_colors() -> None:
    for style in EVERY_STYLE:
        cell = seen_cell(style, Depth.EIGHT)
        assert cell.bg == NAMES[style.paper % 8]
        if style.ink % 8 != style.paper % 8 or style.ink == style.paper:
            assert (cell.fg, cell.bold) == (NAMES[style.ink % 8], style.ink >= 8)
        else:
            assert cell.fg != cell.bg
        assert not re.search("9|10", sgr(style, None, Depth.EIGHT)), "no bright codes, which eight colors do not have"


def test_uses_bold_and_reverse_without_colors() -> None:
    for style in EVERY_STYLE:
        cell = seen_cell(style, Depth.NONE)
        assert (cell.fg, cell.bg) == ("default", "default")
        assert (cell.bold, cell.reverse) == (style.ink >= 8, style.paper == GREY)


@pytest.mark.parametrize("depth", list(Depth))
def test_changes_a_style_completely(depth: Depth) -> None:
    for before in EVERY_STYLE[::19]:
        for after in EVERY_STYLE[::7]:
            assert seen_cell(after, depth, before) == seen_cell(after, depth)
        assert sgr(before, before, depth) == ""
