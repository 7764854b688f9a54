"""The terminal on a pseudo-terminal: start, keys, signals, colors and exit."""

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from console.screens.widgets.glyphs import SMOOTH
from console.screens.widgets.palettes import COLOR
from console.screens.widgets.theme import Theme
from console.terminal import system_line
from console.terminal import terminal as terminal_module
from console.terminal.events import Key, Posted, Resize, Tick
from console.terminal.terminal import Terminal

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are for POSIX", allow_module_level=True)

from support.pty_harness import Program

KEYS = "tests/support/programs/keys.py"
SIGNALLED = "tests/support/programs/signalled.py"
PUT_BACK = (b"\x1b[>4m", b"\x1b[<u", b"\x1b[?1000;1002;1006l", b"\x1b[?1049l", b"\x1b[?7h", b"\x1b[?25h", b"\x1b[?1l")
QUERY = re.compile(rb"\x1bP|\x1b\[[?>=]?[\d;]*(?:c|n|t|\$p|q)")


# Runs keys.py as on Windows, where a thread reads the keyboard.
CONSOLE = f"""
import os, runpy
from console.terminal import system_line
system_line._POSIX = False
system_line._read_console = lambda keyboard: os.read(keyboard, 4096).decode().encode("utf-16-le") or None
runpy.run_path({KEYS!r}, run_name="__main__")
"""


@pytest.mark.parametrize("command", [(KEYS,), ("-c", CONSOLE)], ids=["usual", "console"])
def test_sends_no_queries_and_keeps_cursor_movement_without_colors(command: tuple[str, ...]) -> None:
    """A query costs a second if the terminal does not answer, and GNU screen prints it."""
    with Program.python(*command, NO_COLOR="1") as program:
        program.wait_for("smooth mono")
        program.wait_for("ready>")
        assert not re.search(rb"\x1b\[[\d;]*(?<![\d])(3\d|4\d|9\d)(;|m)", program.output)
        assert b"\x1b[1;1H" in program.output
        assert b"\x1b[0;1m" in program.output
        program.send("\x1b[A")
        program.wait_for("#1 Key(name='up'")
        program.send("q")
        assert program.wait_end() == 3
        assert not QUERY.search(program.output)


def test_shows_a_frame_reads_keys_and_leaves() -> None:
    """A key changes less than 150 bytes of the frame; m switches the mouse off and on."""
    with Program.python(KEYS) as program:
        program.wait_for("#0 None ready>")
        program.wait_for_bytes(b"\x1b[?25h", program.output.rindex(b"ready>"))  # the frame's last bytes
        first = len(program.output)
        assert b"\x1b[38;2;" in program.output
        assert "80x24 smooth colour" in program.text
        assert "A ║ ▟▀▀▙ ░░░░░░" in program.text
        program.send("a")
        program.wait_for("#1 Key(name='', text='a') ready>")
        assert len(program.output) - first < 150
        for keys, event in (
            ("\x1b[15~", "#2 Key(name='f5'"),
            ("\x1b[?1;2c\x1b[A", "#3 Key(name='up'"),
            ("\x1b", "#4 Key(name='escape'"),
            (b"\xc3\xa9", "#5 Key(name='', text='é')"),
            ("\x1b[<0;8;3M", "#6 Mouse(kind='press', row=2, column=7, button='left')"),
            ("w", "#8 Posted(value='done')"),
            ("m", "#9 "),
            ("m", "#10 "),
        ):
            program.send(keys)
            program.wait_for(event)
        switched = re.findall(rb"\x1b\[\?1000;1002;1006[hl]", program.output)
        assert [each[-1:] for each in switched] == [b"h", b"l", b"h"]
        program.send("q")
        assert program.wait_end() == 3
        assert all(sequence in program.output for sequence in PUT_BACK)
        assert program.output.endswith(b"put back\r\n")
        assert not QUERY.search(program.output)


def test_repaints_after_a_resize_and_after_sigstop() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("80x24 smooth")
        program.wait_for("ready>")
        for columns, rows in ((100, 40), (40, 20), (80, 25)):
            program.resize(columns, rows)
            program.wait_for(f"{columns}x{rows} smooth")
            program.wait_for("Resize ready>")
        program.resize(39, 10)
        program.wait_for("Terminal too small: 39x10, need 40x20")
        program.set_size(0, 0)  # unknown
        program.send("a")
        program.wait_for("80x24 smooth")
        program.kill(signal.SIGSTOP)
        program.wait_stopped()
        start = len(program.output)
        program.kill(signal.SIGCONT)
        program.wait_for_bytes(b"\x1b[?1049h", start)
        program.wait_for_bytes(b"Resize ready>", start)


def test_reads_keys_while_the_bell_rings() -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        place = len(program.output)
        program.send("b")
        program.wait_for_bytes(b"\a", place)
        program.send("a")
        program.wait_for("#2 ")
        assert program.output[place:].count(b"\a") < 3
        for _ in range(3):
            program.wait_for_bytes(b"\a", place)
            place = program.output.index(b"\a", place) + 1
        assert b"\a" not in program.output[place:]
        program.send("x")
        assert program.wait_end() == 1
        assert program.output.index(b"\x1b[?1049l") < program.output.index(b"broken on request"), "a traceback"


@pytest.mark.parametrize("ctrl_z", ["\x1a", "\x1b[122;5u"], ids=["plain", "coded"])
def test_restores_the_terminal_at_ctrl_z_and_repaints_at_fg(ctrl_z: str) -> None:
    with Program(["bash", "--norc", "-i"], environment={"PS1": "shell> "}) as program:
        program.wait_for("shell>")
        program.send(f"{sys.executable} {KEYS}\n")
        program.wait_for("#0 None ready>")
        start = len(program.output)
        program.send(ctrl_z)
        program.wait_for_bytes(b"Stopped", start)
        assert all(sequence in program.output[start:] for sequence in PUT_BACK)
        start = len(program.output)
        program.send("fg\n")
        program.wait_for_bytes(b"\x1b[?1049h", start)
        program.wait_for_bytes(b"Resize ready>", start)
        program.send("q")
        program.wait_for_bytes(b"put back", start)


@pytest.mark.parametrize("keys", ["\x1b[99;5u", "\x1b[27;5;99~"], ids=["kitty", "xterm"])
def test_ctrl_c_ends_the_program_also_if_it_comes_coded(keys: str) -> None:
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        program.send(keys)
        assert program.wait_end() == -signal.SIGINT
        assert all(sequence in program.output for sequence in PUT_BACK)


def test_resets_the_coding_of_keys_on_its_own_screen_and_before_it_draws() -> None:
    """An old terminal may show these sequences as text: the first frame and the last clear it."""
    with Program.python(KEYS) as program:
        program.wait_for("ready>")
        reset = program.output.index(b"\x1b[>4;0m\x1b[>0u")
        assert program.output.index(b"\x1b[?1049h") < reset < program.output.index(b"\x1b[2J")
        program.send("q")
        program.wait_for_bytes(b"put back")
        restored = program.output.index(b"\x1b[>4m\x1b[<u")
        assert restored < program.output.rindex(b"\x1b[2J") < program.output.index(b"\x1b[?1049l")


def modes_left(output: bytes) -> set[str]:
    """Return the modes that were not restored in the output of a program."""
    modes = {"7": "h", "25": "h"}
    for numbers, final in re.findall(r"\x1b\[\?([\d;]+)([hl])", output.decode()):
        modes |= dict.fromkeys(numbers.split(";"), final)
    return {mode for mode, final in modes.items() if (final == "h") != (mode in ("7", "25"))}


@pytest.mark.parametrize(
    ("signals", "endings"),
    [
        pytest.param((signal.SIGINT,), {130}, marks=pytest.mark.slow),
        ((signal.SIGTSTP,), {0}),
        ((signal.SIGHUP, signal.SIGTERM), {129, -signal.SIGTERM}),
    ],
    ids=["interrupt", "stop", "two"],
)
def test_restores_the_terminal_at_a_signal_of_any_moment(
    signals: tuple[signal.Signals, ...], endings: set[int]
) -> None:
    """A signal between two changes of modes left the first of them."""
    with Program.python(SIGNALLED, *(str(int(number)) for number in signals)) as program:
        program.wait_for_bytes(b"<done, settings as they were>\r\n")
        moments = program.output.split(b">\r\n")[:-1]
    numbers = [int(number) for number in re.findall(rb"<moment (\d+)", b"".join(moments))]
    assert len(numbers) > 30
    assert numbers == [*range(1, len(numbers) + 1)]
    for output in moments:
        line = output.rpartition(b"<")[2].decode()
        assert line.endswith("settings as they were"), line
        assert not modes_left(output), line
    found = {int(status) for status in re.findall(rb": (-?\d+), settings", b">".join(moments))}
    assert found <= endings


@pytest.mark.parametrize(
    ("environment", "shown", "expected"),
    [
        ({"TERM": "xterm", "COLORTERM": None}, "smooth colour", b"\x1b[93;44m"),
        ({"TERM": "linux", "COLORTERM": None}, "cp437 colour", b"\x1b[0;1;33;44m"),
        ({"TERM": "no-such-terminal", "COLORTERM": None}, "smooth colour", b"\x1b[38;5;"),
        ({"TERM": "vt100", "COLORTERM": None, "ESCDELAY": "9" * 400}, "smooth mono", b"\x1b[0;1m"),
        ({"PYTHONIOENCODING": "latin-1", "ESCDELAY": "30"}, "ascii colour", b"\x1b[38;2;"),
    ],
)
def test_uses_the_colors_and_the_encoding_of_the_terminal(
    environment: dict[str, Any], shown: str, expected: bytes
) -> None:
    """An invalid delay of the escape key is ignored."""
    with Program.python(KEYS, **environment) as program:
        program.wait_for(shown)
        program.wait_for("ready>")
        assert expected in program.output
        assert program.output.isascii() == shown.startswith("ascii")
        program.send("\x1b")
        program.wait_for("#1 Key(name='escape'")


@pytest.mark.parametrize("is_posix", [True, False])
def test_posts_without_blocking(is_posix: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first read, and on Windows, nothing reads the pipe: it filled up and blocked the searching thread."""
    monkeypatch.setattr(system_line, "_POSIX", is_posix)
    with Path(os.devnull).open() as keyboard:
        monkeypatch.setattr(sys, "stdin", keyboard)
        terminal = Terminal(Theme(COLOR, SMOOTH))
        posts = 70_000  # more than a pipe holds

        def post() -> None:
            for number in range(posts):
                terminal.post(number)

        worker = threading.Thread(target=post, daemon=True)
        worker.start()
        worker.join(30)
        assert not worker.is_alive()
        assert terminal.read(0) == Posted(0)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], object]]:
    """Replace standard input, and yield a function that types there."""
    keyboard, typed = os.pipe()
    with os.fdopen(keyboard) as stdin, os.fdopen(typed, "wb", buffering=0) as player:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield player.write


def test_reads_a_key_before_a_tick_that_comes_at_once(keyboard: Callable[[bytes], object]) -> None:
    """A screen that asked for such ticks never got a key."""
    terminal = Terminal(Theme(COLOR, SMOOTH))
    keyboard(b"k")
    assert terminal.read(0) == Key(text="k")


@pytest.mark.parametrize(
    ("piece", "rest"),
    [
        (b"\x1b]11;rgb:0000", b"/0000/0000\x1b\\"),
        (b"\x1b]52;c;QQ", b"==\x07"),
        (b"\x1bP1+r544e=", b"787465726d\x1b\\"),
        (b"\x1b_Gi=31;", b"OK\x1b\\"),
        (b"\x1b^", b"note\x1b\\"),
        (b"\x1bX", b"note\x1b\\"),
        (b"\x1b[?62;", b"22c"),
    ],
)
def test_types_no_report_that_comes_in_pieces(
    piece: bytes, rest: bytes, keyboard: Callable[[bytes], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of a report comes later than the time in which an escape character is the Escape key."""
    terminal = Terminal(Theme(COLOR, SMOOTH))
    assert isinstance(terminal.read(0.1), Resize)
    monkeypatch.setattr(terminal_module, "_SEQUENCE_SECONDS", 20.0, raising=False)
    keyboard(piece)
    assert isinstance(terminal.read(0.2), Tick)
    keyboard(rest + b"k")
    assert terminal.read(5.0) == Key(text="k")
    monkeypatch.setattr(terminal_module, "_SEQUENCE_SECONDS", 0.0)
    keyboard(piece)
    assert isinstance(terminal.read(0.2), Tick)
    keyboard(b"k")
    assert terminal.read(5.0) == Key(text="k"), "what never ends is given up"
