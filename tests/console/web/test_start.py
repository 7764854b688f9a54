"""The game on a page of a browser, whose part is played by a screen of cells."""

from collections.abc import Iterable
from itertools import repeat
from pathlib import Path

import pyte
import pytest

import console.cli.play
from console.web.start import start

GAME = ("--name=Dan", "--first", "--seed=1", "--no-book", "--no-animation", "--no-exit-screen")


class FakePage:
    """A page. A text of ``typed`` comes when the program waits, one of ``meanwhile`` while it works.

    ``seen`` is the text on the screen when the program waited last. In the end Ctrl-D is typed.
    """

    def __init__(self, typed: Iterable[str], meanwhile: Iterable[str], columns: int, rows: int) -> None:
        self.typed = list(typed)
        self.meanwhile = list(meanwhile)
        self.columns, self.rows = columns, rows
        self.seen = ""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    def read(self, milliseconds: float) -> str:
        if milliseconds >= 0:
            return self.meanwhile.pop(0) if self.meanwhile else ""
        self.seen = "\n".join(self._screen.display)
        return self.typed.pop(0) if self.typed else "\x04"

    def write(self, text: str) -> None:
        self._stream.feed(text)


@pytest.fixture(autouse=True)
def on_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let standard input and output be terminals, as they are there."""
    monkeypatch.setattr(console.cli.play, "at_terminal", lambda: True)
    monkeypatch.setattr(console.cli.play, "is_dumb", lambda: False)
    monkeypatch.setattr(console.cli.play, "is_old_console", lambda: False)
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))


def played(typed: Iterable[str], meanwhile: Iterable[str] = (), level: int = 1) -> FakePage:
    """Return the page after a session of play."""
    page = FakePage(typed, meanwhile, 80, 25)
    assert start(page, [*GAME, f"--level={level}"]) == 0
    return page


def test_the_computer_moves_and_hints() -> None:
    page = played(["11-15\r", "hint\r", "hint\r"])
    assert page.typed == []
    assert "I would move" in page.seen
    assert "Your move" in page.seen.splitlines()[-2]


def test_a_word_stops_a_search() -> None:
    page = played(["11-15\r"], ["n", "", "ow\r"], level=9)
    assert page.meanwhile == []
    assert "I move" in page.seen


def test_leaves_while_a_search_runs() -> None:
    assert played(["11-15\r", "never typed"], [*repeat("", 2), "\x04"], level=9).typed == ["never typed"]
