"""The exit screen."""

import pytest
from support.conversation import options
from support.headless_screens import check_view, picture, text_of
from support.play_screen import PlaySession
from support.set_clock import Clock

from console.screens.exit_screen import SECONDS, SECONDS_WITH_SUMMARY, ExitScreen
from console.storage.settings import Settings
from console.terminal.events import Event, Key, Mouse, Resize, Tick
from console.terminal.screen_stack import Leave, Replace
from console.version import NEWS

FEN = "B:W15:B11"


@pytest.mark.parametrize("event", [Key(text="x"), Key("enter"), Key("f10"), Mouse("press", 3, 3)])
def test_ends_at_a_key_or_click(event: Event) -> None:
    assert ExitScreen().handle(event) == Leave(0)


def test_ends_after_three_seconds() -> None:
    time = Clock(100.0)
    screen = ExitScreen(now=time)
    assert screen.tick == SECONDS == 3
    time.seconds += 2.5
    for event in (Tick(), Resize(), Mouse("release", 3, 3), Mouse("wheel-up", 3, 3)):
        assert screen.handle(event) is None
    assert screen.tick == 0.5
    time.seconds += 0.5
    assert screen.handle(Tick()) == Leave(0)


SUMMARY = ("Your October:", "23 games, 11 of them when you should have been working.", "12 won, 3 drawn, 8 lost.")


def test_leaves_time_to_read_a_summary() -> None:
    assert ExitScreen(SUMMARY, Clock(100.0)).tick == SECONDS_WITH_SUMMARY


def leaving(*lines: str, wished: bool = True, parting: type[ExitScreen] | None = ExitScreen) -> PlaySession:
    """Type lines, and return the session after the player left."""
    session = PlaySession(options(fen=FEN))
    session.play.parting = parting
    session.play.settings.now = Settings(exit_screen=wished)
    session.type(*lines)
    return session


def test_is_shown_after_a_game_if_wanted() -> None:
    after = leaving("C3 E5", "N", "N").answer
    assert isinstance(after, Replace)
    assert isinstance(after.screen, ExitScreen)
    assert leaving("C3 E5", "N", "N", wished=False).answer == Leave(0)
    assert leaving("C3 E5", "N", "N", parting=None).answer == Leave(0)
    assert leaving("quit").answer == Leave(0)


def test_begins_the_name_with_a_letter_typed_on_the_title() -> None:
    session = PlaySession(options(name=None))
    session.play.begin_name("D")
    assert "Your name? D" in session.text
    session.type("an")
    assert "Dan ─ Black" in session.text
    seated = PlaySession()
    seated.play.begin_name("D")
    assert seated.play.line.text == ""


@pytest.mark.parametrize("size", [(40, 20), (60, 22), (80, 24), (80, 25), (120, 40), (200, 60)])
def test_fits_every_window(size: tuple[int, int]) -> None:
    words = " ".join(text_of(picture(ExitScreen(), *size)).split())
    for item in (*NEWS, "for playing EGA Checkers.", "pass it on!", "a board of wood.", "Press any key"):
        assert item in words


def test_a_summary_replaces_the_news() -> None:
    check_view("exit-summary", "colour-80x25", ExitScreen(SUMMARY))


def test_looks_like_the_golden_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.screens.exit_screen.VERSION", "9.9.9")
    monkeypatch.setattr("console.screens.exit_screen.NEWS", ("Something", "Something else that is new in it"))
    check_view("exit", "colour-80x25", ExitScreen())
