"""Postcards: the window, the three kinds of file, and what is said where nothing can be saved."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pyte
import pytest
from support.canvas_text import row_text
from support.conversation import Script, converse, options
from support.headless_screens import THEMES
from support.play_screen import PlaySession
from support.stored_games import disk, played_session

from console.activities.postcard.card import LONGEST_GREETING
from console.screens.postcard import PostcardScreen, ansi_art, postcard
from console.storage.store import Store
from console.terminal.canvas import Canvas
from console.terminal.events import Key, Mouse
from console.terminal.screen_stack import Pop

GREETING = "See what I do at work"


def session(store: Store | None = None) -> PlaySession:
    """Return a game after one move of each side."""
    found = PlaySession(options(), Script(["22-18"]), (80, 25), store)
    found.type("C3 D4")
    return found


def opened(found: PlaySession) -> tuple[PostcardScreen, Canvas]:
    """Press F12, and return the window and its picture."""
    found.send("f12")
    screen = found.opened
    assert isinstance(screen, PostcardScreen)
    return screen, drawn(screen)


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
        assert f"Saved as {file}." in paper.replace("\n", "")
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
        screen, _ = opened(found)
        for letter in GREETING:
            screen.handle(Key(text=letter))
        for key in ("f2", "f3", "f4"):
            assert screen.handle(Key(key)) is None
            assert "Saved as" in text(drawn(screen))
        assert isinstance(screen.handle(Key("escape")), Pop)
        found.come_back()
        folder = tmp_path / "postcards"
        assert sorted(path.name for path in folder.glob("p*")) == ["postcard-1.svg", "postcard-2.ans", "postcard-3.txt"]
        root = ET.fromstring((folder / "postcard-1.svg").read_text("utf-8"))
        assert GREETING in " ".join("".join(root.itertext()).split())
        for suffix in ("2.ans", "3.txt"):
            assert GREETING in (folder / f"postcard-{suffix}").read_text("utf-8")
        assert sum("Saved as" in paragraph for paragraph in found.text.splitlines()) >= 1

    def test_enter_saves_once_and_then_closes(self, tmp_path: Path) -> None:
        """Another greeting is another card."""
        screen, _ = opened(session(disk(tmp_path)))
        assert screen.handle(Key("enter")) is None
        screen.handle(Key(text="x"))
        assert screen.handle(Key("enter")) is None
        assert isinstance(screen.handle(Key("enter")), Pop)
        names = sorted(path.name for path in (tmp_path / "postcards").glob("p*"))
        assert names == ["postcard-1.svg", "postcard-2.svg"]

    def test_has_a_greeting_of_its_own(self, tmp_path: Path) -> None:
        screen, canvas = opened(session(disk(tmp_path)))
        assert "Greetings from" in text(canvas)
        screen.handle(Key("f4"))
        assert "Greetings from" in (tmp_path / "postcards" / "postcard-1.txt").read_text()

    def test_fits_every_size(self, tmp_path: Path) -> None:
        screen, _ = opened(session(disk(tmp_path)))
        for size in ((40, 20), (80, 24), (120, 40)):
            assert "POSTCARD" in text(drawn(screen, size))
        assert screen.handle(Mouse("press", 3, 3)) is None

    def test_a_greeting_does_not_control_the_terminal(self) -> None:
        found = session()
        picture = postcard(found.play.draw, (80, 25), THEMES["colour"], "你好\x1b]0;title\x07")
        assert "\x1b]" not in ansi_art(picture)
        assert "你好" in ansi_art(picture)

    def test_ansi_art_shows_the_same_characters_and_resets_the_colours(self) -> None:
        picture = postcard(session().play.draw, (80, 25), THEMES["colour"], GREETING)
        assert all(line.endswith("\x1b[0m") for line in ansi_art(picture).splitlines())
        screen = pyte.Screen(picture.width, picture.height + 1)
        pyte.Stream(screen).feed(ansi_art(picture).replace("\n", "\r\n"))
        assert [line.rstrip() for line in screen.display[:-1]] == [line.rstrip() for line in text(picture).split("\n")]


def test_keeps_cards_that_are_there(tmp_path: Path) -> None:
    postcards = disk(tmp_path).keepsakes("postcard")
    names = [postcards.put(suffix, "hello").name for suffix in ("svg", "txt")]
    (tmp_path / "postcards" / "postcard-1.svg").unlink()
    assert [*names, postcards.put("ans", "hello").name] == ["postcard-1.svg", "postcard-2.txt", "postcard-1.ans"]
