"""The rhythms of the bell, and the thread that sounds it."""

import os
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from support.conversation import Script, converse, options
from support.platform_marks import posix
from support.play_screen import PlaySession
from support.waiting import wait_until

from console.dialogue.messages import Ended
from console.dialogue.rhythms import CROWNING, JUMP, MOVE, SILENCE, WIN, rhythm_of
from console.game.seats import Peer, Person, Seats
from console.plain.ringer import Ringer
from console.storage.settings import Settings

# The options of a game, the typed lines, the replies, and the rhythms.
HEARD: dict[str, tuple[dict[str, Any], list[str], list[str], list[tuple[float, ...]]]] = {
    "a move of the computer's": ({}, ["C3 D4"], ["22-18"], [MOVE]),
    "its jump": ({"fen": "B:W23,22:B15,1,2"}, ["D4 E5"], ["23x14"], [JUMP]),
    "its crowning": ({"fen": "B:W6:B12,11"}, ["C3 D4"], ["6-1"], [CROWNING]),
    "a win of the player's": ({"fen": "B:W18:B15"}, ["D4 F6", "N"], [], [WIN]),
    "a loss": ({}, ["resign", "Y"], [], []),
    "a win of one of two": ({"fen": "B:W18:B15", "players": "two", "other": "Eve"}, ["D4 F6", "N"], [], [JUMP, WIN]),
    "a crowning by a jump of one of two": (
        {"fen": "B:W26,12:B23", "players": "two", "other": "Eve"},
        ["F4 H6", "N"],
        [],
        [CROWNING],
    ),
}


@pytest.mark.parametrize("case", HEARD)
def test_each_event_has_its_rhythm(case: str) -> None:
    fields, lines, replies, heard = HEARD[case]
    session = PlaySession(options(**fields), Script(replies))
    session.play.settings.change(Settings(sound=True))
    session.type(*lines)
    assert session.terminal.rhythms == heard


def test_a_win_at_the_other_end_of_the_line_is_silent() -> None:
    session = PlaySession(options("B:W18:B15"))
    session.type("D4 F6", "N")
    state, ended = session.dialogue.state, Ended("BLACK WINS", "", (), None)
    for seats, rhythm in ((Seats(Person("Dan"), Peer("Eve")), WIN), (Seats(Peer("Eve"), Person("Dan")), SILENCE)):
        state.table = replace(state.table, seats=seats)
        assert rhythm_of(ended, state) == rhythm


def test_the_bell_is_off_by_default_and_silent_in_a_pipe() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    session.type("C3 D4")
    assert (session.terminal.rhythms, Settings().sound) == ([], False)
    assert "\a" not in converse(["C3 D4", "quit"], replace(options(), sound=True))


@posix
def test_replaces_a_running_rhythm_at_once_and_ignores_a_closed_terminal() -> None:
    out, into = os.pipe()
    ringer = Ringer(into)
    began = time.monotonic()
    ringer.ring((0.0, 5.0))
    ringer.ring((0.0, 0.05))
    ringer.ring(())
    assert time.monotonic() - began < 1
    heard = os.read(out, 1) + os.read(out, 1)
    _wait_for_silence()
    os.write(into, b"!")
    assert (heard + os.read(out, 8)).rstrip(b"\a") in (b"\a\a!", b"\a\a\a!")  # the old rhythm may have had its first
    os.close(out)
    ringer.ring((0.0,))
    _wait_for_silence()
    os.close(into)


def _wait_for_silence() -> None:
    wait_until(lambda: "bell" not in {thread.name for thread in threading.enumerate()}, 4.0)
