"""The running clock of a game in progress is saved, so that a program that is killed gives no time back."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.conversation import Script, converse, options, talk
from support.play_screen import PlaySession
from support.set_clock import Clock
from support.stored_games import AGAIN, DAN_FIRST, disk, offered

from console.game.clock import Control, clock_text
from console.screens.play.over_the_game import OverTheGame
from console.terminal.events import Tick
from console.terminal.screen_stack import Screen

TIMED = replace(DAN_FIRST, clock=Control(5, 3))


def left_of(folder: Path) -> dict[str, float]:
    """Return the seconds that the game in progress has left, by side."""
    text = (folder / "game-1.pdn").read_text()
    return {side: float(left) for side, left in re.findall(r'\[(Black|White)Clock "(.*)"\]', text)}


@pytest.mark.parametrize("covered", [False, True])
def test_the_screen_saves_the_clock_every_second(tmp_path: Path, covered: bool) -> None:
    """A killed program offered the game with the time before the last thought."""
    now = Clock()
    session = PlaySession(TIMED, Script(["22-18"]), store=disk(tmp_path), now=now)
    session.type("11-15")
    screen: Screen[Any] = session.play
    if covered:
        session.send("f7")
        assert isinstance(session.opened, OverTheGame)
        screen = session.opened
    for now.seconds in (10.0, 10.5, 11.2, 47.0):
        screen.handle(Tick())
        assert 0 <= left_of(tmp_path)["Black"] - (303 - now.seconds) < 1
    assert left_of(tmp_path)["White"] == 303


def test_plain_lines_save_the_clock_while_they_wait(tmp_path: Path) -> None:
    now = Clock()
    conversation = talk(TIMED, Script(["22-18"]), store=disk(tmp_path), now=now).type("11-15")
    archive = conversation.dialogue.archive
    for now.seconds in (10.0, 10.5, 11.2, 47.0):
        archive.keep_time()
        assert 0 <= left_of(tmp_path)["Black"] - (303 - now.seconds) < 1


def test_a_flag_that_fell_before_the_kill_has_fallen(tmp_path: Path) -> None:
    """A clock of 0.0 was read as none, and the game went on without clocks."""
    now, store = Clock(), disk(tmp_path)
    conversation = talk(TIMED, Script(["22-18"]), store=store, now=now).type("11-15")
    now.seconds = 302.97
    conversation.dialogue.archive.keep_time()
    store.release()
    kept = offered(tmp_path)
    assert kept is not None
    assert kept.tag("BlackClock") == "0.0"
    assert "out of time" in converse(["Y", "quit"], AGAIN, store=disk(tmp_path))


@pytest.mark.parametrize(
    ("seconds", "shown"), [(60, "1:00"), (59.99, "1:00"), (59, "0:59"), (10.01, "0:11"), (9.99, "0:09.9")]
)
def test_a_clock_shows_its_full_time_at_first(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown


@pytest.mark.parametrize("line", ["stop the clock", "stop the clock please", "can you pause the clock"])
def test_stopping_the_clock_does_not_touch_the_next_game(line: str) -> None:
    conversation = talk(options(clock=Control(5, 3))).type(line)
    assert conversation.state.next_game.control == Control(5, 3)


@pytest.mark.parametrize("line", ["how much time do I have", "what time is left", "how long do I have", "time left?"])
def test_tells_the_time_when_asked(line: str) -> None:
    """The answer was how to set a clock."""
    told = "This game has a clock of 5+3; Dan 5:00, Computer 5:00 left."
    assert told in converse([line], options(clock=Control(5, 3)), now=Clock()).replace("\n", " ")
    assert "This game has no clock" in converse([line])
