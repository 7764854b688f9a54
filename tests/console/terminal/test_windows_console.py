"""The reading of a Windows console, with a console that behaves as documented."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.windows_console import KEYBOARD, SCREEN, Console

from console.screens.widgets.glyphs import SMOOTH
from console.screens.widgets.palettes import COLOR
from console.screens.widgets.theme import Theme
from console.terminal import system_line
from console.terminal.events import Closed, Event, Key, Posted, Resize, Tick
from console.terminal.terminal import LINE, Terminal
from console.terminal.windows_console import (
    PROCESS_OUTPUT,
    change_mode,
    keyboard_mode,
    read_units,
    start_reading,
    takes_sequences,
)


@pytest.fixture
def console() -> Console:
    return Console()


@pytest.fixture
def terminal(console: Console, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal[Theme]]:
    """Yield a terminal that waits for the thread, after a lone Shift."""
    monkeypatch.setattr(system_line, "_POSIX", False)
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        line = system_line.SystemLine()
        token = LINE.set(lambda: line)
        found = Terminal(Theme(COLOR, SMOOTH))
        LINE.reset(token)
        start_reading(partial(read_units, console, KEYBOARD), line._typed.put)
        assert isinstance(found.read(5.0), Resize)
        yield found
    console.typed.put(None)


def keys(terminal: Terminal[Theme], count: int) -> list[Event]:
    return [terminal.read(5.0) for _ in range(count)]


def test_a_lone_shift_stops_no_clock_no_reply_and_no_ctrl_c(terminal: Terminal[Theme]) -> None:
    assert isinstance(terminal.read(0.02), Tick)
    threading.Timer(0.05, terminal.post, ["reply"]).start()
    began = time.monotonic()
    assert terminal.read(5.0) == Posted("reply")
    terminal._signals.install(None)
    try:
        threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            terminal.read(5.0)
    finally:
        terminal._signals.restore()
    assert time.monotonic() - began < 4.0


def test_reads_a_slow_paste_in_order(console: Console, terminal: Terminal[Theme]) -> None:
    console.typed.put("C3")
    assert keys(terminal, 2) == [Key(text="C"), Key(text="3")]
    assert isinstance(terminal.read(0.02), Tick)
    console.typed.put("\x1b[")
    console.typed.put("A\r")
    assert keys(terminal, 2) == [Key("up"), Key("enter")]


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["\u00e0\u0416"], "\u00e0\u0416"),
        (["\ud83d", "\ude00"], "\U0001f600"),
        (["", "x"], "x"),
    ],
    ids=["letters", "half a pair each", "Ctrl-C"],
)
def test_reads_utf_16_whatever_the_code_page(
    console: Console, terminal: Terminal[Theme], pieces: list[str], text: str
) -> None:
    """The letter E0 is a key of its own: it does not begin a code of two parts."""
    for piece in pieces:
        console.typed.put(piece)
    assert keys(terminal, len(text)) == [Key(text=letter) for letter in text]


def test_a_dead_console_ends_the_program(console: Console, terminal: Terminal[Theme]) -> None:
    console.typed.put(None)
    assert isinstance(terminal.read(5.0), Closed)


@pytest.mark.parametrize("mouse", [True, False])
def test_restores_the_modes_and_leaves_the_mouse_to_one_of_both(console: Console, mouse: bool) -> None:
    restore = [
        change_mode(console, KEYBOARD, lambda mode: keyboard_mode(mouse)),
        change_mode(console, SCREEN, lambda mode: mode | PROCESS_OUTPUT),
    ]
    assert console.modes == {KEYBOARD: 0x291 if mouse else 0x2C1, SCREEN: 0x7}
    for function in restore:
        function()
    assert console.modes == {KEYBOARD: 0x1F7, SCREEN: 0x3}


@pytest.mark.parametrize(
    ("console", "handles", "granted"),
    [
        (Console(), (KEYBOARD, SCREEN), True),
        (Console(screen=0x3), (KEYBOARD, SCREEN), False),
        (Console(keyboard=0x1FF), (KEYBOARD, SCREEN), False),
        (Console(), (9, SCREEN), False),
        (Console(), (KEYBOARD, 9), False),
    ],
    ids=["new", "old screen", "old keyboard", "no keyboard", "no screen"],
)
def test_asks_a_console_for_escape_sequences_and_leaves_its_modes(
    console: Console, handles: tuple[int, int], granted: bool
) -> None:
    assert takes_sequences(console, *handles) is granted
    assert console.modes == {KEYBOARD: 0x1F7, SCREEN: 0x3}
