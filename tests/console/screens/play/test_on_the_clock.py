"""The clock runs on while something covers the board, and the screens and lines that do so tell it."""

from typing import Any

import pytest
from support.conversation import Script, converse, options
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession

from console.game.clock import Control
from console.screens.play.on_the_clock import OnTheClock
from console.terminal.canvas import Canvas
from console.terminal.events import Key, Tick
from console.terminal.screen_stack import Pop, Push, Screen
from engine.outcome import Reason


class Watch:
    """A time that goes by as it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def seated(watch: Watch, **fields: Any) -> PlaySession:
    chosen: dict[str, Any] = {"clock": Control(5, 3)} | fields
    return PlaySession(options(**chosen), Script(["22-18", "18x11"]), now=watch)


def covering(session: PlaySession) -> Screen[Any]:
    """The screen that was put on top of the board."""
    assert isinstance(session.answer, Push)
    screen: Screen[Any] = session.answer.screen
    return screen


@pytest.mark.parametrize("key", ["f1", "f7"])
@pytest.mark.parametrize("size", [(80, 24), (40, 21), (160, 50)])
def test_another_screen_tells_the_time_on_a_line_of_its_own(key: str, size: tuple[int, int]) -> None:
    watch = Watch()
    session = seated(watch)
    session.send(key)
    screen = covering(session)
    alone = Canvas(size[0], size[1] - 1)
    assert isinstance(screen, OnTheClock)
    screen._screen.draw(alone, session.terminal.theme)
    watch.seconds = 61.5
    rows = text_of(picture(screen, *size)).splitlines()
    assert rows[-1] == " Your clock runs on: 3:58."
    assert [row.rstrip() for row in rows[:-1]] == [alone.row_text(row).rstrip() for row in range(alone.height)]
    assert screen.tick is not None
    assert screen.tick <= 1.01


def test_in_the_lowest_window_the_time_stands_in_the_corner() -> None:
    session = seated(Watch())
    session.send("f1")
    assert picture(covering(session), 40, 20).row_text(0).endswith(" 5:00 ")


def test_without_a_clock_nothing_is_told() -> None:
    session = PlaySession()
    session.send("f1")
    assert not isinstance(covering(session), OnTheClock)


def test_what_such_a_screen_opens_is_on_the_clock_as_well() -> None:
    session = seated(Watch())
    session.send("f7")
    step = covering(session).handle(Key("f1"))
    assert isinstance(step, Push)
    assert isinstance(step.screen, OnTheClock)


def test_the_flag_falls_there_and_the_game_is_lost() -> None:
    watch = Watch()
    session = seated(watch)
    session.send("f1")
    screen = covering(session)
    watch.seconds = 299.0
    assert screen.handle(Tick()) is None
    watch.seconds = 301.0
    assert screen.handle(Tick()) == Pop(None)
    session.play.resume(None)
    session.send(Tick())
    outcome = session.dialogue.state.game.outcome
    assert outcome is not None
    assert outcome.reason is Reason.FLAG


def test_the_menu_tells_the_time() -> None:
    session = seated(Watch())
    session.send("f9")
    assert "clock runs: 5:00" in session.text
    session.send("right")
    assert "clock runs: 5:00" in session.text
    plain = PlaySession()
    plain.send("f9")
    assert "clock" not in plain.text.replace("Clock", "")


@pytest.mark.timeout(60)
def test_a_move_made_meanwhile_stops_the_computer_s_clock() -> None:
    """Its time went by until the reader came back from the manual."""
    watch = Watch()
    session = seated(watch)
    session.send(*"C3 D4", "enter")
    while session.play.runner.search is None:
        session.send(Tick())
    search = session.play.runner.search
    session.send("f1")
    screen = covering(session)
    session.terminal.posted.get(timeout=30)
    assert search.done
    screen.handle(Tick())
    clock = session.dialogue.state.table.clock
    assert clock is not None
    assert clock.running == 0
    watch.seconds = 100.0
    assert clock.left(1) == pytest.approx(303.0)
    assert "Your clock runs on: 3:23." in text_of(picture(screen))


def test_plain_lines_tell_it_after_what_was_shown() -> None:
    for word in ("help 6", "menu", "rules russian"):
        lines = converse([word], options(clock=Control(5, 3)))
        assert "Your clock runs on: 4:59." in lines or "Your clock runs on: 5:00." in lines
        assert "runs on" not in converse([word])
    assert "runs on" not in converse(["board"], options(clock=Control(5, 3)))
