"""The painting of one picture over another, seen through a terminal emulator."""

import re
from dataclasses import replace
from random import Random

import pyte
import pytest

from console.game.naming import Naming
from console.screens.widgets.board import BoardLayout, Scene, draw_board
from console.screens.widgets.glyphs import SMOOTH, Size
from console.screens.widgets.palettes import COLOR
from console.screens.widgets.theme import Theme
from console.terminal.canvas import REST, Canvas, Style
from console.terminal.colors import EGA, Depth
from console.terminal.output import paint
from engine.geometry import BLACK
from engine.position import Position
from engine.rules import AMERICAN


def changed(before: Canvas | None, rng: Random) -> Canvas:
    """Return a picture with some random changes to the one before, or now and then another one."""
    canvas = Canvas(20, 6, Style(7, 1))
    if before is not None and rng.random() < 0.9:
        canvas.paste(before)
    for _ in range(rng.randrange(6)):
        row, column, style = rng.randrange(6), rng.randrange(-3, 20), Style(rng.randrange(16), rng.randrange(8))
        canvas.text(row, column, "".join(rng.choice("漢字é🙂ab█░ ") for _ in range(rng.randrange(8))), style)
        canvas.fill(rng.randrange(6), rng.randrange(20), rng.randrange(3), rng.randrange(9), rng.choice(" x█"), style)
        canvas.restyle(rng.randrange(6), rng.randrange(20), rng.randrange(9), style)
    return canvas


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_shows_every_cell_of_random_pictures(encoding: str) -> None:
    """Blanks are painted too, as not every terminal erases with the background color.

    Where an encoding lacks a character there are question marks, two for a wide one.
    """
    rng = Random(7)
    screen = pyte.Screen(20, 6)
    stream = pyte.Stream(screen)
    before: Canvas | None = None
    for _ in range(80):
        canvas = changed(before, rng)
        written = paint(canvas, before, Depth.TRUE, encoding)
        assert not re.search(r"\x1b\[\d*[JKX@LMP]", written)
        stream.feed(written)
        for row in range(canvas.height):
            for column in range(canvas.width):
                cell, seen = canvas.at(row, column), screen.buffer[row][column]
                shown = cell.char.replace(REST, "" if encoding == "utf-8" else "?")
                assert seen.data == shown.encode(encoding, "replace").decode(encoding)
                assert cell.char == REST or seen.bg == "{:02x}{:02x}{:02x}".format(*EGA[cell.paper].rgb)
                assert cell.char in (" ", REST) or seen.fg == "{:02x}{:02x}{:02x}".format(*EGA[cell.ink].rgb)
        before = canvas
    assert before is not None
    assert paint(before, before, Depth.TRUE) == ""


def frame(position: Position, last_move: tuple[int, ...]) -> Canvas:
    canvas = Canvas(80, 24, COLOR.text)
    layout = BoardLayout(Naming(AMERICAN, BLACK, "console"), Size(6, 2), row=1)
    draw_board(canvas, layout, Scene(position, last_move=last_move), Theme(COLOR, SMOOTH))
    return canvas


@pytest.mark.parametrize("depth", list(Depth))
def test_paints_a_move_with_few_bytes(depth: Depth) -> None:
    start = Position.start(AMERICAN)
    bit = start.geometry.bit
    moved = replace(start, black=start.black ^ bit(11) ^ bit(15))
    answered = replace(moved, white=start.white ^ bit(22) ^ bit(18))
    written = paint(frame(answered, (22, 18)), frame(moved, (11, 15)), depth)
    assert len(written.encode()) < 450
