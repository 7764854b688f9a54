"""The layout of the game's screen, its panel and its keys."""

import re
from dataclasses import replace
from itertools import combinations, pairwise, product
from random import Random

import pytest
from support.canvas_text import row_text
from support.conversation import Script, options
from support.headless_screens import find
from support.namings import from_black
from support.play_screen import THEME, PlaySession
from support.set_clock import Clock

from console.dialogue.table import Table
from console.game.clock import Control
from console.game.naming import Naming
from console.screens.play.layout import PlayLayout, panel_parts, play_layout
from console.screens.play.player_panel import OnTurn, PlayersPanel, folded
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.rules import AMERICAN, RULE_SETS

WINDOWS = [*product((40, 41, 53, 60, 79, 80, 90, 102, 103, 119, 120, 160, 200), (20, 22, 24, 25, 30, 31, 36, 44, 60))]


def parts(found: PlayLayout, width: int, height: int) -> list[Rect]:
    """Return every part of the screen as a rectangle."""
    at = found.board
    board = Rect(at.row, at.column, at.height, at.width)
    rows = [Rect(row, 0, 1, width) for row, there in ((height - 1, found.has_bar), (0, found.has_header)) if there]
    return [board, found.conversation, found.panel, *rows, *filter(None, [found.tray])]


def check(naming: Naming, width: int, height: int) -> None:
    """Check that no parts overlap or leave the window, and that squares grow only if the text has enough room.

    In 120 x 44 the international board left three lines for the conversation and none for the keys.
    """
    found, where = play_layout(naming, width, height), (naming.geometry.size, width, height)
    rects = parts(found, width, height)
    for row, column, rows, columns in rects:
        assert min(rows, columns) > 0, where
        assert 0 <= row <= row + rows <= height, where
        assert 0 <= column <= column + columns <= width, where
    for one, other in combinations(rects, 2):
        beside = one.column + one.width <= other.column or other.column + other.width <= one.column
        assert beside or one.row + one.height <= other.row or other.row + other.height <= one.row, where
    assert found.conversation.height >= 3, where
    square = found.board.size.height
    assert square < 3 or (found.has_bar and found.conversation.width >= 26 and found.conversation.height >= 5), where
    assert width < 80 or height < 24 or square >= 2, where


EVERY_BOARD = pytest.mark.parametrize(
    "naming", [from_black(AMERICAN), from_black(RULE_SETS["international"])], ids=["8", "10"]
)


@EVERY_BOARD
def test_fits_many_windows(naming: Naming) -> None:
    """Squares never shrink with the height. Above 45 rows they grow."""
    for width, height in WINDOWS:
        check(naming, width, height)
    for width in (60, 160, 220):
        found = {height: play_layout(naming, width, height) for height in range(24, 71)}
        for lower, higher in pairwise(found.values()):
            assert higher.board.size.height >= lower.board.size.height
        assert width < 160 or found[70].board.size.height > found[45].board.size.height


@pytest.mark.parametrize("width", [120, 160, 200])
@pytest.mark.parametrize(
    ("rules", "fen", "line"),
    [("american", "B:W14,15,22,23,6,7,32:B10,11,3", "11x18x27"), ("international", None, "32-28")],
)
def test_shows_moves_in_full_in_a_wide_window(rules: str, fen: str | None, line: str, width: int) -> None:
    """The panel shows all squares of a jump in both notations, and the time of the move. It may wrap them."""
    clock = Clock()
    jumping = "free" if rules == "american" else "forced"
    session = PlaySession(options(rules=rules, jumping=jumping, fen=fen), size=(width, 34), now=clock)  # type: ignore[arg-type]
    clock.seconds = 75
    session.type(*([line, "N"] if "x" in line else [line]))
    session.picture()
    state, panel = session.dialogue.state, session.play.picture.layout.panel
    shown = [row[panel.column : panel.column + panel.width] for row in session.rows]
    words = " ".join(shown).split()
    for turn in state.game.turns[: state.game.ply]:
        joint = "x" if turn.move.captured else "-"
        assert joint.join(map(str, turn.move.path)) in words
        assert state.naming.move(turn.move) in " ".join(words)
    assert "1:15" in words


@pytest.mark.parametrize(
    ("size", "mark", "shown"),
    [
        ((80, 24), "", "1 C3 D4 +F6 E5"),
        ((120, 25), "", "1 C3 D4 +11-15"),
        ((80, 24), "huff", r" 2 C7 D6 +huff "),
        ((120, 40), "huff", r" 2 C7 D6 +huff "),
        ((80, 24), "?!", r"1\. C3 D4\?! "),
        ((120, 40), "??", r"1\. C3 D4\?\? "),
        ((80, 24), "!", r"1\. C3 D4! "),
        ((120, 40), "!?", r"1\. C3 D4!\? "),
    ],
)
def test_lists_numbers_or_a_mark_beside_names(size: tuple[int, int], mark: str, shown: str) -> None:
    """In a wide panel the mark of a huff was in the column of the numbers."""
    session = PlaySession(opponent=Script(["22-18", "18-9", "25-22"]), size=size)
    session.type("C3 D4")
    if mark == "huff":
        session.type("C7 D6")
    elif mark:
        session.type("study", "go 1", f"mark {mark}")
    assert sum(re.search(shown, row) is not None for row in session.rows) == 1


@pytest.mark.parametrize("size", [(103, 34), (80, 24)])
def test_wraps_a_long_jump(size: tuple[int, int]) -> None:
    fen = "W:WK46:B37,28,19,9,13,22,31"
    session = PlaySession(options(rules="international", jumping="forced", fen=fen), size=size)
    move = max(session.dialogue.state.game.legal_moves(), key=lambda move: len(move.path))
    assert len(move.path) >= 5
    session.type(session.dialogue.state.naming.move(move))
    text = "".join("".join(row[-38:].split()) for row in session.rows)
    first, last = move.path[0], move.path[-1]
    assert f"x{last}" in text
    assert f"{first}x" in text
    for number in move.path:
        assert session.dialogue.state.naming.square(number) in text


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (120, 40), (40, 20)])
@pytest.mark.parametrize("name", ["Dan", "Maximilian the Great"])
@pytest.mark.parametrize("clock", [None, Control(90, 0)])
def test_shows_sides_in_the_panel_with_any_names(size: tuple[int, int], name: str, clock: Control | None) -> None:
    """The border had no room for the word White or Black beside a long name."""
    session = PlaySession(options(name=name, clock=clock), Script(["22-18"]), size)
    session.picture()
    panel = session.play.picture.layout.panel
    inside = session.rows[panel.row : panel.row + panel.height]
    rows = [row[panel.column : panel.column + panel.width].rstrip() for row in inside]
    assert sum(re.search(f"►(▟▀▀▙ )?{name[:3]}", row) is not None for row in rows) == 1
    for side in ("White", "Black"):
        assert any(side in row for row in rows)
    boxed = [row for row in rows if row.startswith(("┌", "│", "└"))]
    assert {len(row) for row in boxed} <= {panel.width}


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("american, huff", 14, ["american, huff"]),
        ("american, huff", 10, ["american,", "huff"]),
        ("american, huff", 5, []),
        ("triple-king, forced", 10, ["triple-", "king,", "forced"]),
        ("triple-king, forced", 5, []),
        ("international, free", 7, []),
    ],
)
def test_wraps_the_rules(text: str, width: int, lines: list[str]) -> None:
    assert folded(text, width) == lines


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
def test_offers_redo_after_an_undo(size: tuple[int, int]) -> None:
    """At 80 columns the key was not shown."""
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


def test_shows_function_keys_in_the_smallest_window() -> None:
    session = PlaySession(size=(40, 20))
    ends = [row[34:] for row in session.rows[:16]]
    assert [row for row in ends if row in ("F1Help", "F9Menu", "F10   ", " Quit ")] == [
        "F1Help",
        "F9Menu",
        "F10   ",
        " Quit ",
    ]
    row = ends.index("F9Menu")
    session.send(Mouse("press", row, 35))
    assert "Menu" in session.text
    session.send("escape")
    session.type("resign")
    assert "/Y◄┘/Yes/N◄┘ No/F1Help/" in "/".join(row[34:].strip() for row in session.rows)
    session = PlaySession(options(fen="B:W15,32:B11"), size=(40, 20))
    session.type("C3 E5")
    column = "/".join(row[34:].strip() for row in session.rows)
    assert "/Esc/Take/back/Y◄┘/Jump/on/Enter/Stop/here/F1Help/F9Menu/" in column, "words are left out, not cut"
    session.type("N", "Y", "resign", "Y")
    column = "/".join(row[34:].strip() for row in session.rows)
    assert "/Y◄┘/Again/N◄┘/Leave/F2Save/F4/Review/F1Help/F9Menu/F10/Quit/" in column, "no words are run together"


def test_a_key_of_two_words_stays_in_the_column() -> None:
    """The first row had the beginning of the second word, too."""
    session = PlaySession(options(players="demo"), size=(40, 20))
    assert [row[34:].strip() for row in session.rows[3:7]] == ["Any", "key", "stops", "this"]


def test_asks_for_a_move_in_one_row_of_the_column() -> None:
    """The question was broken, though it left room for two squares."""
    session = PlaySession(size=(120, 40))
    assert any("Your move (like C3 D4)?" in row for row in session.rows)


def test_shows_the_whole_clock_in_the_smallest_window() -> None:
    """The tenths of the last ten seconds were cut off, and so was the last digit of an hour."""
    clock = Clock()
    session = PlaySession(options(clock=Control(1, 0)), size=(40, 20), now=clock)
    assert any(row.endswith("  1:00 ") for row in session.rows)
    clock.seconds = 54.5
    assert any(row.endswith(" 0:05.5") for row in session.rows)
    session = PlaySession(options(clock=Control(999, 0)), size=(40, 20), now=Clock())
    assert any(row.endswith("16:39h") for row in session.rows)


@pytest.mark.parametrize(("room", "shown"), [(32, "Single Corner, ballot 107"), (25, "Single Corner")])
def test_names_the_ballot_if_there_is_room(room: int, shown: str) -> None:
    session = PlaySession(options(jumping="forced"), Script(["22-18", "25x18"]))
    for line in ("11-15", "15x22"):
        session.type(line)
        session.settle()
    canvas = Canvas(room, 16)
    panel = Rect(0, 0, 16, room)
    PlayersPanel(canvas, THEME, session.dialogue.state, OnTurn(BLACK, "")).draw_panel(panel, panel_parts(panel))
    assert f" {shown} ─" in "\n".join(row_text(canvas, row) for row in range(16))


@pytest.mark.parametrize("clock", [None, Control(5, 3)])
@pytest.mark.parametrize("width", [20, 25, 27])
def test_draws_every_captured_man_or_none(clock: Control | None, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a clock, nine men were drawn as eight."""
    state = PlaySession(options(clock=clock)).dialogue.state
    for count in range(1, 13):
        monkeypatch.setattr(Table, "taken", lambda table, side, count=count: count)
        canvas = Canvas(width, 16)
        panel = Rect(0, 0, 16, width)
        PlayersPanel(canvas, THEME, state, OnTurn(BLACK, "")).draw_panel(panel, panel_parts(panel))
        for row in (row_text(canvas, row) for row in range(16)):
            drawn = row.count(THEME.glyphs.men[0])
            if re.search(r"\d", row) and drawn:
                assert re.search(rf"\b{count} (taken)? *{THEME.glyphs.men[0]}", row)
                assert drawn == count


def between(session: PlaySession) -> str:
    """Return the text between the players' cards, and that below the board where the score is there."""
    rows, place = session.rows, session.play.picture.layout
    assert place.parts is not None
    row, column, height, width = place.parts.moves
    if place.is_scored_below and place.tray is not None:
        row, column, height, width = place.tray
    return "\n".join(line[column : column + width] for line in rows[row : row + height])


def test_shows_the_score_until_the_moves_need_the_room() -> None:
    session = PlaySession(options(players="two", other="Eve", jumping="forced"), size=(80, 24))
    assert "Score" in between(session)
    for line in ("11-15", "22-18", "15x22", "25x18", "8-11", "29-25"):
        session.type(line)
    assert re.search("Men +11 +11", between(session))
    for line in ("4-8", "25-22", "12-16", "24-20", "10-15", "27-24", "16-19"):
        session.type(line)
    session.type(session.dialogue.state.naming.move(session.dialogue.state.game.legal_moves()[0]))
    while "Score" in between(session):
        session.type(session.dialogue.state.naming.move(session.dialogue.state.game.legal_moves()[0]))
    assert len(between(session).split("\n")) == (session.dialogue.state.game.ply + 1) // 2 + 1


def test_names_sides_once_and_leaves_out_unknown_times_in_a_study() -> None:
    """A game without names was "White White (red)", and had taken both sides 0:00."""
    session = PlaySession(options(players="two", other="Black", name="White", first=False), size=(160, 50))
    assert "White" in session.text
    assert not re.search("White +White|Black +Black", session.text)
    assert "Time" in between(session)
    session.type("11-15", "22-18")
    assert "Time" in between(session)
    session.type("study", "redo")
    assert "Time" not in between(session)


def test_counts_kings_and_moves_without_progress() -> None:
    session = PlaySession(options(players="two", other="Eve", fen="B:W5,K32:B21,K10,K11"), size=(160, 50))
    assert re.search("Men +1 +1\\b", between(session))
    assert re.search("Kings +2 +1\\b", between(session))
    assert "No progress" not in between(session)
    for line in ("11-15", "32-28", "15-19", "28-32", "19-15", "32-28", "10-6", "28-32", "6-1", "32-28"):
        session.type(line)
    assert "No progress for 5 moves" in between(session)
    chosen = options(rules="international", jumping="forced", players="two", other="Eve", fen="W:WK46,K47,K48:BK3")
    session = PlaySession(chosen, size=(160, 50))
    session.type("47-42", "3-9", "48-43", "9-3")
    assert "Draw: 2 of 16 moves" in session.text


@pytest.mark.parametrize("seed", range(2))
def test_many_captured_pieces_stand_whole_in_their_place(seed: int) -> None:
    session = PlaySession(options(name="Archibald Butterworth", jumping="forced"), size=(120, 40))
    state, rng, game = session.dialogue.state, Random(seed), Game(AMERICAN, "forced")
    state.table = replace(state.table, game=game)
    while game.outcome is None and max(map(state.table.taken, (BLACK, WHITE))) < 12:
        game.play(rng.choice(game.legal_moves()))
        rows, place = session.rows, session.play.picture.layout
        assert place.tray is not None
        row, column, height, width = place.tray
        tray = [line[column : column + width] for line in rows[row : row + height]]
        least = [state.table.taken(side) for side in (BLACK, WHITE)]
        assert [count for count in map(int, re.findall(r"took (\d+)", tray[0])) if count not in least] == []
        assert "Score" in tray[0]
        assert all(line[column + width] == " " for line in rows[row : row + height]), tray
    small = "".join(tray).count(THEME.glyphs.men[0])
    assert small in (0, sum(least))
