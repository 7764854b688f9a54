"""Postcards: the window, the three kinds of file, and what is said where nothing can be saved."""

import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pyte
import pytest
from support.canvas_text import row_text
from support.conversation import Script, converse, options
from support.headless_screens import THEMES
from support.play_screen import PlaySession
from support.stored_games import disk, played_session

from console.activities.postcard.handlers import LONGEST_GREETING
from console.activities.postcard.screen import PostcardScreen, ansi_art, postcard
from console.screens.widgets.glyphs import CP437
from console.storage.store import Store
from console.terminal.canvas import Canvas
from console.terminal.colors import BLACK, BLUE, BROWN, CYAN, DARK, GREEN, GREY, MAGENTA, RED
from console.terminal.events import Key, Mouse
from console.terminal.screen_stack import Pop

GREETING = "See what I do at work"
NAMES = ("black", "blue", "green", "cyan", "red", "magenta", "brown", "white")
COLORS = dict(zip(NAMES, (BLACK, BLUE, GREEN, CYAN, RED, MAGENTA, BROWN, GREY), strict=True))


def session(store: Store | None = None) -> PlaySession:
    """Return a game after one move of each side."""
    found = PlaySession(options(), Script(["22-18"]), (80, 25), store)
    found.type("C3 D4")
    return found


def opened(found: PlaySession) -> PostcardScreen:
    """Press F12, draw the window and return it."""
    found.send("f12")
    screen = found.opened
    assert isinstance(screen, PostcardScreen)
    drawn(screen)
    return screen


def drawn(screen: PostcardScreen, size: tuple[int, int] = (80, 25)) -> Canvas:
    """Return the picture of the window."""
    canvas = Canvas(*size, THEMES["colour"].ground)
    screen.draw(canvas, THEMES["colour"])
    return canvas


def text(canvas: Canvas) -> str:
    """Return the characters of a picture."""
    return "\n".join(row_text(canvas, row) for row in range(canvas.height))


class TestInLines:
    def test_writes_and_saves_the_board_in_a_frame(self, tmp_path: Path) -> None:
        paper = played_session(["11-15", f"postcard {GREETING}"], disk(tmp_path), opponent=Script(["22-18"]))
        file = tmp_path / "postcards" / "postcard-1.txt"
        card = file.read_text("ascii")
        assert card in paper
        assert f"Saved as {file}." in " ".join(paper.split())
        assert {len(line) for line in card.splitlines()} == {48}
        assert GREETING in card
        assert "x Dan  -  o County Champion" in card
        assert "Black to move after 1 move." in card

    def test_says_who_has_won(self, tmp_path: Path) -> None:
        paper = played_session(["11-15", "resign", "Y", "card"], disk(tmp_path), opponent=Script(["22-18"]))
        assert "County Champion wins after 1 move." in paper

    def test_says_that_nothing_can_be_saved(self) -> None:
        paper = converse(["postcard"])
        assert "| D |" not in paper
        assert "Nothing is saved in this session." in paper

    @pytest.mark.parametrize("greeting", ["x" * (LONGEST_GREETING + 1), "a\x07b"])
    def test_refuses_what_does_not_fit(self, greeting: str, tmp_path: Path) -> None:
        paper = played_session([f"postcard {greeting}"], disk(tmp_path))
        assert f"room for {LONGEST_GREETING} characters" in " ".join(paper.split())
        assert "\x07" not in paper.partition("fit")[0].rpartition("?")[2]
        assert not (tmp_path / "postcards").exists()


class TestOnTheScreen:
    def test_saves_each_kind_with_the_greeting_typed(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        found = session(store)
        for key in ("f2", "f3", "f4"):
            screen = opened(found)
            for letter in GREETING:
                screen.handle(Key(text=letter))
            assert isinstance(screen.handle(Key(key)), Pop)
            found.come_back()
            assert "Saved as" in found.text, "and the box is closed"
        folder = tmp_path / "postcards"
        assert sorted(path.name for path in folder.glob("p*")) == ["postcard-1.svg", "postcard-2.ans", "postcard-3.txt"]
        root = ET.fromstring((folder / "postcard-1.svg").read_text("utf-8"))
        assert GREETING in " ".join("".join(root.itertext()).split())
        for suffix in ("2.ans", "3.txt"):
            assert GREETING in (folder / f"postcard-{suffix}").read_text("cp437")

    def test_enter_saves_the_picture(self, tmp_path: Path) -> None:
        assert isinstance(opened(session(disk(tmp_path))).handle(Key("enter")), Pop)
        assert [path.name for path in (tmp_path / "postcards").glob("p*")] == ["postcard-1.svg"]

    def test_fits_every_size_with_a_greeting_of_its_own(self, tmp_path: Path) -> None:
        found = session(disk(tmp_path))
        screen = opened(found)
        for size in ((40, 20), (80, 24), (120, 40)):
            found.size = size
            card, game = drawn(screen, size), found.picture()
            assert "Greetings from" in text(card)
            board = range(found.layout.width if size[0] > 40 else 0)
            assert all(card.at(row, at) == game.at(row, at) for row in range(size[1] - 6) for at in board), "in sight"
        assert screen.handle(Mouse("press", 3, 3)) is None
        assert isinstance(screen.handle(Key("f4")), Pop)
        assert "Greetings from" in (tmp_path / "postcards" / "postcard-1.txt").read_text()


def in_dos(art: bytes) -> tuple[pyte.Screen, bytes]:
    """Show ANSI art of code page 437 in a window of 80 columns and 25 rows. Return it, and the SAUCE record."""
    drawn, mark, sauce = art.partition(b"\x1a")
    assert mark
    assert set(drawn) - set(b"\x1b\r\n") <= set(range(32, 256)), "no other control character is sent"
    assert drawn.count(b"\r\n") == drawn.count(b"\n") == drawn.count(b"\r") == 24
    screen = pyte.Screen(80, 25)
    pyte.Stream(screen).feed(drawn.decode("cp437"))
    return screen, sauce


def test_shows_the_game_without_its_conversation() -> None:
    found = session()
    long = "word " * (LONGEST_GREETING // 5)
    for greeting, stands in ((GREETING, "Black to move after 1 move."), (long, "Maximilian the Great wins.")):
        shown = " ".join(text(postcard(found.dialogue.state, stands, THEMES["colour"], greeting)).split())
        for part in ("Dan", "County Champion", "EGA Checkers"):
            assert part in shown
        assert not re.search("Your move|F1|Menu|level", shown)
    assert shown.count("word") == long.count("word")


class TestAnsiArt:
    @pytest.mark.parametrize(
        ("rules", "theme", "greeting"),
        [
            ("american", "colour", GREETING),
            ("international", "mono", "x " * (LONGEST_GREETING // 2)),
            ("thai", "ascii", "Caf\xe9 \u4f60\u597d \x1b[2J"),
        ],
    )
    def test_looks_like_the_card_in_a_window_of_dos(self, rules: str, theme: str, greeting: str) -> None:
        game = PlaySession(options(rules=rules, jumping="forced"), Script(), (80, 25))
        look = THEMES[theme]._replace(glyphs=THEMES[theme].glyphs if theme == "ascii" else CP437)
        look = look._replace(palette=look.palette._replace(board=look.palette.eight))
        state = game.dialogue.state
        screen, sauce = in_dos(ansi_art(state, "A draw.", THEMES[theme], greeting))
        card = postcard(state, "A draw.", look, greeting)
        assert (card.width, card.height) == (80, 25)
        for row in range(25):
            for column in range(79):
                cell, shown = card.at(row, column), screen.buffer[row][column]
                if cell.paper < DARK:
                    assert COLORS[shown.bg] == cell.paper
                    assert shown.data == " " or COLORS[shown.fg] + DARK * shown.bold == cell.ink
                    assert shown.data in (cell.char, "?", " ")
                elif cell.char == " ":
                    assert (shown.data, COLORS[shown.fg] + DARK * shown.bold) == ("█", cell.paper)
            assert screen.buffer[row][79].data == " "
        assert (screen.cursor.attrs.fg, screen.cursor.attrs.bg) == ("default", "default")
        assert (sauce[:7], len(sauce)) == (b"SAUCE00", 128)
        assert sauce[7:42].decode("cp437").rstrip() == greeting.encode("cp437", "replace")[:35].decode("cp437").rstrip()
        assert struct.unpack("<BBHH", sauce[94:100]) == (1, 1, 80, 25)
        assert sauce[106:].rstrip(b"\0") == b"IBM EGA"

    def test_names_its_size_without_the_record(self) -> None:
        art = ansi_art(session().dialogue.state, "A draw.", THEMES["colour"], GREETING)
        assert int.from_bytes(art[-38:-34], "little") == art.index(b"\x1a") == len(art) - 129


def test_keeps_cards_that_are_there(tmp_path: Path) -> None:
    store = disk(tmp_path)
    names = [store.keep("postcard", suffix, "hello").name for suffix in ("svg", "txt")]
    (tmp_path / "postcards" / "postcard-1.svg").unlink()
    assert [*names, store.keep("postcard", "ans", "hello").name] == [
        "postcard-1.svg",
        "postcard-2.txt",
        "postcard-1.ans",
    ]
