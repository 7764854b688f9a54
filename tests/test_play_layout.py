"""Where the parts of the board's screen stand, what is in the panel, and which keys the last line offers."""

from itertools import combinations

import pytest
from support.conversation import Script, options
from support.headless_screens import find
from support.play_screen import PlaySession

from console.screens.play.layout import PlayLayout, play_layout
from console.screens.play.player_panel import folded
from console.terminal.canvas import Rect
from console.terminal.events import Key, Mouse
from engine.geometry import Geometry

WINDOWS = [
    (width, height)
    for width in (40, 41, 53, 60, 72, 79, 80, 81, 90, 100, 110, 120, 132, 160, 200)
    for height in (20, 22, 24, 25, 28, 32, 36, 40, 44, 50, 60)
]


def parts(found: PlayLayout, width: int) -> list[Rect]:
    """Every part of the screen as a rectangle."""
    at = found.board
    board = Rect(at.row, at.column, at.height, at.width)
    rows = [Rect(row, 0, 1, width) for row in (found.bar, found.header) if row is not None]
    maybe = (found.panel, found.above, found.below, found.rules)
    return [board, found.conversation, *rows, *(rect for rect in maybe if rect is not None)]


@pytest.mark.parametrize("geometry", [Geometry(8), Geometry(10)], ids=["8", "10"])
def test_nothing_overlaps_and_nothing_leaves_the_window(geometry: Geometry) -> None:
    for width, height in WINDOWS:
        rects = parts(play_layout(geometry, width, height), width)
        for row, column, rows, columns in rects:
            assert min(rows, columns) > 0
            assert 0 <= row <= row + rows <= height, (width, height)
            assert 0 <= column <= column + columns <= width, (width, height)
        for one, other in combinations(rects, 2):
            beside = one.column + one.width <= other.column or other.column + other.width <= one.column
            assert beside or one.row + one.height <= other.row or other.row + other.height <= one.row, (width, height)


@pytest.mark.parametrize("geometry", [Geometry(8), Geometry(10)], ids=["8", "10"])
def test_large_squares_are_not_bought_with_the_words(geometry: Geometry) -> None:
    """In 120 x 44 the international board left the conversation three lines and took the line of the keys."""
    for width, height in WINDOWS:
        found = play_layout(geometry, width, height)
        size = found.board.size
        assert size.height < 3 or (found.bar is not None and found.conversation.width >= 36), (width, height)
        assert size.height < 4 or found.panel is not None, (width, height)
        assert width < 80 or height < 24 or size.height >= 2, (width, height)


@pytest.mark.parametrize(("rules", "square"), [("international", 8), ("american", 10)])
def test_a_large_window_shows_all_of_it(rules: str, square: int) -> None:
    session = PlaySession(options(rules=rules, jumping="forced"), size=(120, 44))
    assert session.layout.size.width == square
    assert "EGA CHECKERS" in session.rows[0]
    assert "F1 Help" in session.rows[-1]
    assert any("Type ? for help." in row and "You play" in row for row in session.rows)


def test_no_word_of_the_rules_is_split() -> None:
    """The strip of the smallest window said "ameri" and "can"."""
    ends = [row.split()[-1] for row in PlaySession(size=(40, 20)).rows[:16] if row.strip()]
    assert {"amer.", "huff"} < set(ends)
    assert not {"ameri", "can,", "can"} & set(ends)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("american, huff", 14, ["american, huff"]),
        ("american, huff", 10, ["american,", "huff"]),
        ("american, huff", 5, ["amer.", "huff"]),
        ("triple-king, forced", 10, ["triple-", "king,", "forced"]),
        ("triple-king, forced", 5, ["trip.", "forc."]),
        ("international, free", 7, ["intern.", "free"]),
    ],
)
def test_the_rules_on_narrow_lines(text: str, width: int, lines: list[str]) -> None:
    assert folded(text, width) == lines


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (100, 24), (200, 60)])
def test_the_mark_of_a_huff_stands_at_the_move_it_was_for(size: tuple[int, int]) -> None:
    """In a wide panel it stood in the column of the numbers."""
    session = PlaySession(opponent=Script(["22-18", "18-9", "25-22"]), size=size)
    session.type("C3 D4", "C7 D6")
    canvas = session.picture()
    row, column = find(canvas, "C7 D6")
    assert canvas.row_text(row)[column + 5] == "!"
    assert canvas.row_text(row).count("!") == 1
    assert "9-14" in canvas.row_text(row)


@pytest.mark.parametrize("size", [(80, 24), (80, 25), (120, 40), (40, 20), (60, 22)])
def test_redo_is_offered_after_an_undo(size: tuple[int, int]) -> None:
    """It worked, and at 80 columns nobody was told."""
    session = PlaySession(opponent=Script(["22-18"]), size=size)
    session.type("C3 D4")
    assert "Redo" not in session.text
    session.send(Key("f5"))
    session.settle()
    canvas = session.picture()
    row, column = find(canvas, "Redo")
    session.send(Mouse("press", row, column))
    session.settle()
    assert session.dialogue.state.game.ply == 2
    assert "Redo" not in session.text
