"""Screens that cover the board: the running clock, and the rest of the answer that opened them."""

import io
import re
from random import Random
from typing import Any

import pytest
from support.canvas_text import row_text
from support.conversation import Script, converse, options
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession
from support.set_clock import Clock

from console.cli.composition import dialogue_of
from console.game.clock import Control
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader
from console.screens.play.over_the_game import OverTheGame
from console.terminal.canvas import Canvas
from console.terminal.events import Key, Tick
from console.terminal.screen_stack import Pop, Push
from engine.game import Reason


def seated(watch: Clock, **fields: Any) -> PlaySession:
    chosen: dict[str, Any] = {"clock": Control(5, 3)} | fields
    return PlaySession(options(**chosen), Script(["22-18", "18x11"]), now=watch)


@pytest.mark.parametrize("key", ["f1", "f7"])
@pytest.mark.parametrize("size", [(80, 24), (40, 21), (160, 50)])
def test_shows_the_time_in_the_last_row(key: str, size: tuple[int, int]) -> None:
    watch = Clock()
    session = seated(watch)
    session.send(key)
    screen = session.opened
    alone = Canvas(size[0], size[1] - 1)
    assert isinstance(screen, OverTheGame)
    screen.screen.draw(alone, session.terminal.theme)
    watch.seconds = 61.5
    rows = text_of(picture(screen, *size)).splitlines()
    assert rows[-1] == " Your clock is still running: 3:59 left."
    assert [row.rstrip() for row in rows[:-1]] == [row_text(alone, row).rstrip() for row in range(alone.height)]
    assert screen.tick is not None
    assert screen.tick <= 1.01
    assert row_text(picture(screen, 40, 20), 0).endswith(" 3:59 ")
    step = screen.handle(Key("f1"))
    if key == "f1":
        assert isinstance(step, Pop)
    else:
        assert isinstance(step, Push)
        assert isinstance(step.screen, OverTheGame)
    plain = PlaySession()
    plain.send(key)
    assert not isinstance(plain.opened, OverTheGame)


def test_loses_the_game_when_the_flag_falls() -> None:
    watch = Clock()
    session = seated(watch)
    session.send("f1")
    screen = session.opened
    watch.seconds = 299.0
    assert screen.handle(Tick()) is None
    watch.seconds = 301.0
    assert screen.handle(Tick()) == Pop(None)
    session.play.resume(None)
    session.send(Tick())
    outcome = session.dialogue.state.game.outcome
    assert outcome is not None
    assert outcome.reason is Reason.FLAG


def test_shows_the_time_in_the_menu() -> None:
    session = seated(Clock())
    session.send("f9")
    assert "clock running: 5:00" in session.said
    session.send("right")
    assert "clock running: 5:00" in session.said


@pytest.mark.timeout(60)
def test_stops_the_clock_at_a_move_behind_another_screen() -> None:
    """The computer's clock ran until the player closed the manual."""
    watch = Clock()
    session = seated(watch)
    session.send(*"C3 D4", "enter")
    search = session.await_search()
    session.send("f1")
    screen = session.opened
    session.terminal.posted.get(timeout=30)
    assert search.worker.finished
    screen.handle(Tick())
    clock = session.dialogue.state.table.clock
    assert clock is not None
    assert clock.running == 0
    watch.seconds = 100.0
    assert clock.left(1) == pytest.approx(303.0)
    assert "Your clock is still running: 3:23 left." in text_of(picture(screen))


@pytest.mark.parametrize("word", ["help 6", "menu", "board", "where", "clock", "resign"])
def test_writes_the_time_at_each_prompt_in_plain_lines(word: str) -> None:
    paper = converse([word], options(clock=Control(5, 3)))
    assert len(re.findall(r"^(?:4:59|5:00) left\. (?:Your move|Do you really)", paper, re.MULTILINE)) > 1
    assert "left. " not in converse([word])
    if word == "clock":
        assert re.search(r"This game has a clock of 5\+3; Dan (4:59|5:00), Computer 5:00 left\.", paper)


@pytest.mark.parametrize(
    ("typed", "fields"),
    [
        ([], {}),
        (["resign"], {}),
        (["C3"], {}),
        (["help"], {}),
        ([], {"players": "two", "other": "Eve"}),
        ([], {"first": False}),
    ],
)
def test_a_flag_falls_at_an_open_question_in_plain_lines(typed: list[str], fields: dict[str, Any]) -> None:
    """Nothing is typed any more, and the game is lost before the input ends."""
    watch, out = Clock(), io.StringIO()
    lines = [f"{line}\n".encode() for line in typed]

    def ready() -> bool:
        watch.seconds += 0 if lines else 20
        return bool(lines)

    def read() -> bytes:
        outcome = dialogue.state.game.outcome
        assert lines or (outcome is not None and outcome.reason is Reason.FLAG)
        return lines.pop(0) if lines else b""

    dialogue = dialogue_of(options(clock=Control(5, 3), **fields), Random(1), Script(), now=watch)
    assert PlainFrontEnd(dialogue, LineReader(read, ready), out, echo=False, at_terminal=True).run() == 0
    assert re.search(r"5:00 left\. [^\n]*\n.*out of time", out.getvalue())
    assert "0:00" not in out.getvalue()
