"""Pages that an answer by one letter opens: the rest of the answer does not close them."""

from pathlib import Path

import pytest
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession
from support.set_clock import Clock
from support.stored_games import disk

from console.activities.course.handlers import NEXT
from console.game.options import Options
from console.terminal.events import Key
from console.terminal.screen_stack import Pop, Screen

ENTER = Key("enter")
NEW = Options(at_terminal=True)


def page_after_yes(folder: Path, clock: Clock) -> Screen[None]:
    """Return the first page of lesson 1, which the key Y opens at the offer of the lesson."""
    session = PlaySession(NEW, size=(40, 20), store=disk(folder), now=clock)
    assert "Your name" in session.text, "a small window has no room for the page beside its board"
    session.type("Dan")
    session.send("y")
    return session.opened


@pytest.mark.parametrize("rest", ["", "es", "ES", "ep"])
def test_an_enter_after_yes_keeps_the_page(tmp_path: Path, rest: str) -> None:
    """The Enter closed the first page of the lesson unread."""
    page = page_after_yes(tmp_path, Clock())
    for key in (*(Key(text=letter) for letter in rest), ENTER):
        assert page.handle(key) is None
    assert "Lesson 1" in text_of(picture(page))
    assert page.handle(ENTER) == Pop()


def test_an_enter_some_seconds_later_closes_the_page(tmp_path: Path) -> None:
    clock = Clock()
    page = page_after_yes(tmp_path, clock)
    clock.seconds = 2.0
    assert page.handle(ENTER) == Pop()


def test_another_key_reaches_the_page(tmp_path: Path) -> None:
    page = page_after_yes(tmp_path, Clock())
    assert page.handle(Key(text="e")) is None
    assert page.handle(Key(text="q")) == Pop()


def test_an_enter_after_yes_keeps_the_page_of_the_next_lesson(tmp_path: Path) -> None:
    session = PlaySession(NEW, size=(40, 20), store=disk(tmp_path), now=Clock())
    assert "Your name" in session.text
    session.type("Dan", "course 1")
    session.come_back()
    while session.asked is not NEXT:
        session.type("course skip")
        session.come_back()
    session.send("y")
    assert session.opened.handle(ENTER) is None
    assert session.opened.handle(ENTER) == Pop()
