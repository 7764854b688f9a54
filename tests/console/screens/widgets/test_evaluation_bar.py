"""The evaluation bar at the edge of the board."""

import pytest
from support.headless_screens import THEMES
from support.palettes import PALETTES

from ai.score import CERTAIN, MATE
from console.game.naming import Naming
from console.screens.widgets.board import BoardLayout
from console.screens.widgets.evaluation_bar import cells_of_black, draw_evaluation_bar
from console.screens.widgets.palettes import Palette
from console.screens.widgets.piece_art import SIZES
from console.terminal.canvas import Canvas
from engine.geometry import BLACK, WHITE
from engine.rules import AMERICAN

LAYOUT = BoardLayout(Naming(AMERICAN, BLACK, "console"), SIZES[0])
ROWS = LAYOUT.geometry.size * LAYOUT.size.height


def column(layout: BoardLayout, score: int, at: int, theme: str = "ascii", width: int = 80) -> str:
    """Return the characters of a column of the window beside the squares, with the bar of a score."""
    canvas = Canvas(width, 40, THEMES[theme].palette.text)
    draw_evaluation_bar(canvas, THEMES[theme], layout, score)
    return "".join(canvas.at(row, at).char for row in range(layout.top, layout.top + ROWS))


def test_an_even_game_halves_the_bar() -> None:
    assert cells_of_black(0, 16, AMERICAN) == 8


def test_a_better_score_never_shortens_the_bar() -> None:
    lengths = [cells_of_black(score, 16, AMERICAN) for score in range(-900, 900, 7)]
    assert lengths == sorted(lengths)
    assert [cells_of_black(score, 100, AMERICAN) for score in (100, -100)] == [90, 10]


@pytest.mark.parametrize(("score", "cells"), [(19_000, 15), (-19_000, 1), (CERTAIN, 16), (9 - MATE, 0)])
def test_only_a_decided_game_fills_the_bar(score: int, cells: int) -> None:
    assert cells_of_black(score, 16, AMERICAN) == cells


def test_black_fills_it_from_his_end() -> None:
    black = cells_of_black(60, ROWS, AMERICAN)
    assert column(LAYOUT, 60, 1) == "o" * (ROWS - black) + "x" * black
    assert column(LAYOUT._replace(bottom=WHITE), 60, 1) == "x" * black + "o" * (ROWS - black)


def test_sides_differ_without_colour() -> None:
    assert set(column(LAYOUT, 0, 1, "mono")) == {"█", "▒"}


def test_stands_beside_a_board_with_labels_in_its_frame() -> None:
    inside = LAYOUT._replace(labels_outside=False)
    assert set(column(inside._replace(column=3), 0, 2)) == {"x", "o"}
    assert set(column(inside, 0, inside.width)) == {"x", "o"}


def test_stands_at_the_right_of_a_board_with_labels_of_two_digits() -> None:
    numbered = LAYOUT._replace(naming=LAYOUT.naming._replace(in_numbers=True))
    for layout in (numbered, numbered._replace(labels_outside=False, column=3)):
        assert set(column(layout, 0, layout.column + layout.width)) == {"x", "o"}


def test_is_left_out_without_a_free_column() -> None:
    inside = LAYOUT._replace(labels_outside=False)
    canvas = Canvas(inside.width, 30)
    draw_evaluation_bar(canvas, THEMES["ascii"], inside, 0)
    assert all(canvas.at(row, at).char == " " for row in range(30) for at in range(inside.width))


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_both_sides_are_seen_in_every_theme(palette: Palette) -> None:
    canvas = Canvas(80, 40, palette.text)
    draw_evaluation_bar(canvas, THEMES["colour"]._replace(palette=palette), LAYOUT, 0)
    white, black = canvas.at(LAYOUT.top, 1), canvas.at(LAYOUT.top + ROWS - 1, 1)
    assert (white.char, white.ink) != (black.char, black.ink)
    for cell in (white, black):
        assert cell.ink != palette.text.paper or cell.paper != palette.text.paper
