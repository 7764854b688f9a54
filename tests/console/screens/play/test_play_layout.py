"""Where the parts of the board's screen stand, what is in the panel, and which keys the last line offers."""

import re
from itertools import combinations, pairwise

import pytest
from support.conversation import Script, options
from support.headless_screens import find
from support.play_screen import THEME, PlaySession

from console.dialogue.table import Table
from console.game.clock import Control
from console.screens.play.layout import PlayLayout, play_layout
from console.screens.play.player_panel import OnTurn, draw_panel, folded
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse
from engine.geometry import BLACK, Geometry

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


def check(geometry: Geometry, width: int, height: int) -> None:
    """Nothing overlaps and nothing leaves the window; who has room for words gives it to them."""
    found, where = play_layout(geometry, width, height), (geometry.size, width, height)
    rects = parts(found, width)
    for row, column, rows, columns in rects:
        assert min(rows, columns) > 0, where
        assert 0 <= row <= row + rows <= height, where
        assert 0 <= column <= column + columns <= width, where
    for one, other in combinations(rects, 2):
        beside = one.column + one.width <= other.column or other.column + other.width <= one.column
        assert beside or one.row + one.height <= other.row or other.row + other.height <= one.row, where
    assert found.conversation.height >= 3, where
    if height > 30 and found.board.size.height > 2:
        assert found.conversation.height >= 6, where
    if width > 100:
        assert found.in_full, where
        assert found.panel is not None, where
        assert found.panel.width >= 34, where


EVERY_BOARD = pytest.mark.parametrize("geometry", [Geometry(8), Geometry(10)], ids=["8", "10"])


@EVERY_BOARD
def test_the_layouts_of_many_windows(geometry: Geometry) -> None:
    for width, height in WINDOWS:
        check(geometry, width, height)


@pytest.mark.slow
@EVERY_BOARD
def test_the_layouts_of_all_windows(geometry: Geometry) -> None:
    for width in range(40, 221):
        for height in range(20, 71):
            check(geometry, width, height)


@EVERY_BOARD
def test_a_higher_window_has_more_conversation_and_larger_squares(geometry: Geometry) -> None:
    """Squares never shrink; above 30 rows the conversation grows, above 45 the squares where they find the width."""
    for width in (60, 80, 110, 160, 220):
        found = {height: play_layout(geometry, width, height) for height in range(24, 71)}
        for lower, higher in pairwise(found.values()):
            assert higher.board.size.height >= lower.board.size.height
        assert found[45].conversation.height > found[30].conversation.height
        assert width < 160 or found[70].board.size.height > found[45].board.size.height


@pytest.mark.parametrize("width", [101, 110, 120, 160, 200])
@pytest.mark.parametrize(
    ("rules", "fen", "line"),
    [
        ("american", "B:W14,15,22,23,6,7,32:B10,11,3", "11x18x27"),
        ("international", None, "32-28"),
    ],
)
def test_a_wide_window_has_the_moves_in_full(rules: str, fen: str | None, line: str, width: int) -> None:
    """Every square of every jump by both names, and the time, wherever lines must break."""
    seconds = [0.0]
    jumping = "free" if rules == "american" else "forced"
    session = PlaySession(options(rules=rules, jumping=jumping, fen=fen), size=(width, 34), now=lambda: seconds[0])  # type: ignore[arg-type]
    seconds[0] = 75
    session.type(*([line, "N"] if "x" in line else [line]))
    session.picture()
    state, panel = session.dialogue.state, session.play.layout.panel
    assert panel is not None
    shown = [row[panel.column : panel.column + panel.width] for row in session.rows]
    words = " ".join(shown).split()
    for turn in state.game.turns[: state.game.ply]:
        joint = "x" if turn.move.captured else "-"
        assert joint.join(map(str, turn.move.path)) in words
        assert state.table.naming.move(turn.move) in " ".join(words)
    assert "1:15" in words


def test_a_jump_that_is_too_long_for_its_columns_goes_on_below() -> None:
    fen = "W:WK46:B37,28,19,9,13,22,31"
    session = PlaySession(options(rules="international", jumping="forced", fen=fen), size=(101, 34))
    move = max(session.dialogue.state.game.legal_moves(), key=lambda move: len(move.path))
    assert len(move.path) >= 5
    session.type(session.dialogue.state.table.naming.move(move))
    text = "".join("".join(row[-34:].split()) for row in session.rows)
    first, last = move.path[0], move.path[-1]
    assert f"x{last}" in text
    assert f"{first}x" in text
    for number in move.path:
        assert session.dialogue.state.table.naming.square(number) in text


@pytest.mark.parametrize("size", [(80, 24), (80, 25), (60, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize("name", ["Dan", "Maximilian the Great"])
@pytest.mark.parametrize("clock", [None, Control(90, 0)])
def test_whose_side_it_is_stands_in_the_panel_whatever_the_names(
    size: tuple[int, int], name: str, clock: Control | None
) -> None:
    """County Champion left no room for White in the border."""
    session = PlaySession(options(name=name, clock=clock), Script(["22-18"]), size)
    session.picture()
    panel = session.play.layout.panel
    if panel is None or panel.width < 24:
        return
    inside = session.rows[panel.row : panel.row + panel.height]
    rows = [row[panel.column : panel.column + panel.width].rstrip() for row in inside]
    for side in ("White", "Black"):
        assert sum(side in row for row in rows) == 1
    boxed = [row for row in rows if row.startswith(("┌", "│", "└"))]
    assert {len(row) for row in boxed} == {panel.width}


@EVERY_BOARD
def test_large_squares_are_not_bought_with_the_words(geometry: Geometry) -> None:
    """In 120 x 44 the international board left the conversation three lines and took the line of the keys."""
    for width, height in WINDOWS:
        found = play_layout(geometry, width, height)
        size = found.board.size
        assert size.height < 3 or (found.bar is not None and found.conversation.width >= 35), (width, height)
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
    assert canvas.row_text(row)[column:].split()[2] == "huff"
    assert canvas.row_text(row).count("huff") == 1


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("mark", ["?", "?!", "!!"])
def test_the_mark_of_a_move_in_a_study_is_shown_whole(mark: str, size: tuple[int, int]) -> None:
    session = PlaySession(size=size)
    session.type("C3 D4", "study", "go 1", f"mark {mark}")
    row = next(row for row in session.rows if re.search(" 1 C3 D4", row))
    assert re.search(rf"C3 D4 ?{re.escape(mark)} ", row)


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


def test_row_letters_stand_outside_the_frame_at_120x40() -> None:
    assert PlaySession(size=(120, 40)).layout.labels_outside


def test_the_smallest_window_tells_the_function_keys() -> None:
    session = PlaySession(size=(40, 20))
    ends = [row[34:] for row in session.rows[:16]]
    assert [row for row in ends if row in (" 1Help", " 9Menu", "10Quit")] == [" 1Help", " 9Menu", "10Quit"]
    row = ends.index(" 9Menu")
    session.send(Mouse("press", row, 35))
    assert "Menu" in session.text


@pytest.mark.parametrize("clock", [None, Control(5, 3)])
@pytest.mark.parametrize("width", [20, 25, 27, 40])
def test_what_was_taken_is_counted_in_men_all_or_none(
    clock: Control | None, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the clock nine taken men were shown as eight."""
    state = PlaySession(options(clock=clock)).dialogue.state
    for count in range(1, 13):
        monkeypatch.setattr(Table, "taken", lambda table, side, count=count: count)
        canvas = Canvas(width, 16)
        draw_panel(canvas, THEME, state, Rect(0, 0, width, 16), OnTurn(BLACK, ""))
        for row in (canvas.row_text(row) for row in range(16)):
            drawn = row.count(THEME.glyphs.men[0])
            if re.search(r"\d", row) and drawn:
                assert re.search(rf"\b{count} +{THEME.glyphs.men[0]}", row)
                assert drawn == count


@pytest.mark.parametrize("size", [(120, 40), (160, 50), (200, 60)])
def test_the_moves_in_full_end_inside_the_boxes_of_the_players(size: tuple[int, int]) -> None:
    """The time of a move does not stand under the frame."""
    session = PlaySession(options(clock=Control.read("90+10")), Script(["22-18", "24-20"]), size=size)
    session.type("C3 D4")
    session.type("C5 D6")
    frame = next(len(row) for row in session.rows if row.rstrip().endswith("┐"))
    times = [len(row.rstrip()) for row in session.rows if row.rstrip().endswith("0:00")]
    assert times
    assert set(times) == {frame - 2}
