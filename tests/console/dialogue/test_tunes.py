"""The tunes, and the thread that plays them."""

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
from console.dialogue.tunes import CROWNING, HUFF, JUMP, MOVE, SILENCE, WIN, tune_of
from console.game.seats import Peer, Person, Seats
from console.storage.settings import Settings
from console.terminal.bell import Note, Ringer, sound

# The options of a game, the typed lines, the replies, and the tunes.
HEARD: dict[str, tuple[dict[str, Any], list[str], list[str], list[tuple[Note, ...]]]] = {
    "a move of the computer's": ({}, ["C3 D4"], ["22-18"], [MOVE]),
    "a huff": ({"jumping": "huff", "fen": "B:W18,13:B15,1"}, ["A7 B6"], [], [HUFF, MOVE]),
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
def test_each_event_has_its_tune(case: str) -> None:
    fields, lines, replies, heard = HEARD[case]
    session = PlaySession(options(**fields), Script(replies))
    session.play.settings.change(Settings(sound=True))
    session.type(*lines)
    assert session.terminal.tunes == heard


def test_a_win_at_the_other_end_of_the_line_is_silent() -> None:
    session = PlaySession(options("B:W18:B15"))
    session.type("D4 F6", "N")
    state, ended = session.dialogue.state, Ended("BLACK WINS", "", (), None)
    for seats, tune in ((Seats(Person("Dan"), Peer("Eve")), WIN), (Seats(Peer("Eve"), Person("Dan")), SILENCE)):
        state.table = replace(state.table, seats=seats)
        assert tune_of(ended, state) == tune


def test_the_bell_is_off_by_default_and_silent_in_a_pipe() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    session.type("C3 D4")
    assert (session.terminal.tunes, Settings().sound) == ([], False)
    assert "\a" not in converse(["C3 D4", "quit"], replace(options(), sound=True))


@posix
def test_replaces_a_running_tune_at_once_and_ignores_a_closed_terminal() -> None:
    out, into = os.pipe()
    ringer = Ringer(into)
    began = time.monotonic()
    ringer.ring([Note(0.0, 440, 0.1), Note(5.0, 440, 0.1)])
    ringer.ring([Note(0.0, 440, 0.1), Note(0.05, 440, 0.1)])
    ringer.ring(())
    assert time.monotonic() - began < 1
    heard = os.read(out, 1) + os.read(out, 1)
    _wait_for_silence()
    os.write(into, b"!")
    assert (heard + os.read(out, 8)).rstrip(b"\a") in (b"\a\a!", b"\a\a\a!")  # the old tune may have had its first
    os.close(out)
    ringer.ring([Note(0.0, 440, 0.1)])
    _wait_for_silence()
    os.close(into)


def _wait_for_silence() -> None:
    wait_until(lambda: "bell" not in {thread.name for thread in threading.enumerate()}, 4.0)


@posix
def test_only_the_linux_console_and_the_page_have_a_pitch() -> None:
    note, written = Note(0.0, 440, 0.25), list[str]()
    for kind in ("linux", "page", "xterm-256color", "tmux"):
        sound(note, kind, written.append)
    assert written == [*["\x1b[10;440]\x1b[11;250]\a\x1b[10]\x1b[11]"] * 2, "\a", "\a"]
