"""The whole program on a pseudo-terminal."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are for POSIX", allow_module_level=True)

from support.paths import ROOT
from support.platform_marks import linux
from support.pty_harness import Gone, Program

PROMPT = "Your move (like C3 D4)?"
SEATED = ("checkers.py", "--name", "Dan", "--first", "--level", "1", "--seed", "1")
PUT_BACK = (b"\x1b[?1000;1002;1006l", b"\x1b[?1049l", b"\x1b[?7h", b"\x1b[?25h")
CLEAR = b"\x1b[H\x1b[2J"


# Runs the game in a Windows console whose screen knows these modes.
IN_CONSOLE = """
import runpy, sys
sys.path.insert(0, "tests")
from support.windows_console import KEYBOARD, SCREEN, Console
from console.terminal import standard_streams
from console.terminal.windows_console import takes_sequences
standard_streams.is_old_console = lambda: not takes_sequences(Console(screen={:#x}), KEYBOARD, SCREEN)
sys.argv = {!r}
runpy.run_path("checkers.py", run_name="__main__")
"""


def program(*arguments: str, columns: int = 80, rows: int = 24, **environment: str | None) -> Program:
    return Program.python(*(arguments or SEATED), columns=columns, rows=rows, **environment)


def assert_put_back(game: Program) -> None:
    assert all(sequence in game.output for sequence in PUT_BACK)
    assert b"Traceback" not in game.output


def test_plays_from_the_title_to_the_first_move() -> None:
    with program("checkers.py", "--level", "1", columns=80, rows=25) as game:
        game.wait_for("Press any key")
        before = len(game.output)
        game.send(" ")
        game.wait_for("Your name?")
        assert CLEAR in game.output[before:], "what the title's large letters leave beside their cells must go"
        game.send("Dan\r")
        game.wait_for("straight to the game (N)?")
        game.send("n\r")
        game.wait_for("Do you want to go first (Y/N)?")
        game.send("y\r")
        game.wait_for("You play Black")
        game.send("c3 d4\r")
        game.wait_for("I move")
        game.wait_for("►▟▀▀▙ Dan")
        game.send("quit\r")
        assert game.wait_end() == 0
        assert_put_back(game)
        assert game.output.rstrip().endswith(b"Good-bye, Dan. Your game is saved: start me again to pick it up.")


@pytest.mark.parametrize(
    ("keys", "number", "status"),
    [(b"\x03", 0, 130), (b"\x04", 0, 0), (b"", signal.SIGTERM, 143)],
    ids=["ctrl-c", "ctrl-d", "terminate"],
)
def test_ends_in_order(keys: bytes, number: int, status: int) -> None:
    """Ctrl-C while the computer thinks."""
    with program(*SEATED[:-4], "--level", "9", "--no-book", "--clock", "900") as game:
        game.wait_for(PROMPT)
        assert b"Press any key" not in game.output, "the options answer the questions of the title"
        if status == 130:
            game.send("c3 d4\r")
            game.wait_for("Esc: move now")
        if number:
            game.kill(number)
        game.send(keys)
        assert game.wait_end() == status
        assert_put_back(game)
        assert b"Good-bye, Dan." in game.output.splitlines()[-1]


def test_obeys_mono_and_ascii_and_remembers_the_characters_of_a_typewriter(tmp_path: Path) -> None:
    for option in ("/ASCII", "--mono", ""):
        with program(*SEATED, *option.split(), CHECKERS_HOME=str(tmp_path)) as game:
            assert "\N{LIGHT SHADE}" not in game.wait_for(PROMPT), option
            assert (b"38;2" in game.output) == (b"37;40m" not in game.output) == (option != "--mono")


@pytest.mark.parametrize(
    ("locale", "is_ascii"),
    [
        ({"LC_ALL": "POSIX"}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ({}, False),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, False),
    ],
    ids=str,
)
def test_writes_ascii_where_the_locale_is_c(locale: dict[str, str], is_ascii: bool) -> None:
    """Python writes UTF-8 there, which such a terminal shows as several letters."""
    show = "import sys; from console.terminal.standard_streams import encoding_of; print(encoding_of(sys.stdout))"
    other = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    shown = subprocess.run([sys.executable, "-c", show], env=other | locale, cwd=ROOT, capture_output=True, check=True)
    assert (shown.stdout.split() == [b"ascii"]) == is_ascii


def test_leaves_the_mouse_to_the_terminal_if_wanted_and_draws_ascii_where_the_locale_is_c() -> None:
    name = "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"
    with program("checkers.py", "--name", name, "--first", "--no-mouse", LC_ALL="C") as game:
        game.wait_for("Zo?")
        assert game.output.isascii()
        assert b"?1000;1002;1006" not in game.output
        game.send("\x14")
        game.wait_for_bytes(b"?1000;1002;1006")


@linux
def test_does_nothing_while_idle() -> None:
    with program() as game:
        game.wait_for(PROMPT)
        with pytest.raises(Gone):
            game.wait_for("nothing like that", patience=0.5)
        before, written = game.cpu_seconds(), len(game.output)
        with pytest.raises(Gone):
            game.wait_for("nothing like that", patience=2.0)
        assert game.cpu_seconds() - before <= 0.02
        assert len(game.output) == written


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_survives_thousands_of_random_bytes(seed: int) -> None:
    """There is no traceback, and the terminal is restored at the end."""
    rng = Random(seed)
    sequences = ["\x1b[A", "\x1bOP", "\x1b[15~", "\x1b[<0;10;10M", "\x1b[<32;20;9M", "\x1b[<0;20;9m"]
    sequences += ["\x1b", "\r", "\t"]
    with program("checkers.py", "--level", "1", "--seed", "1") as game:
        game.wait_for("Press any key")
        for _ in range(10):
            burst = b""
            for _ in range(100):
                if rng.random() < 0.5:
                    burst += rng.choice(sequences).encode()
                else:
                    # All bytes but those that end the program or stop its output.
                    burst += bytes([rng.choice([code for code in range(256) if code not in (3, 4, 17, 19, 26, 28)])])
            try:
                game.send(burst)
                game.wait_quiet()
            except OSError:
                break
        # The bytes may have ended the program, so its exit status is 0 or that of the signal.
        with suppress(ProcessLookupError):
            game.kill(signal.SIGTERM)
        assert game.wait_end() in (0, 143, -signal.SIGTERM)
        assert_put_back(game)


def mouse(kind: str, row: int, column: int) -> str:
    """Return the sequence for the left button at a cell, counted from 0."""
    code, final = {"press": (0, "M"), "drag": (32, "M"), "release": (0, "m")}[kind]
    return f"\x1b[<{code};{column + 1};{row + 1}{final}"


@pytest.mark.parametrize("host", ["terminal", "tmux"])
def test_moves_men_by_the_mouse(host: str, tmp_path: Path) -> None:
    """Drag C3 to D4, and click C5 and D6."""
    command = [sys.executable, *SEATED]
    if host == "tmux":
        if shutil.which(host) is None:
            pytest.skip("tmux is not installed")
        command = ["tmux", "-S", str(tmp_path / "socket"), "-f", os.devnull, "new-session", " ".join(command)]
    with Program(command, rows=25 if host == "tmux" else 24, environment={"TMUX": None, "STY": None}) as game:
        game.wait_for(PROMPT)
        game.send(mouse("press", 12, 18) + mouse("drag", 11, 20) + mouse("drag", 10, 24) + mouse("release", 10, 24))
        game.wait_for("C3 to? D4")
        game.wait_for("I move")
        game.send(" ")
        game.wait_for("►▟▀▀▙ Dan")
        game.send(mouse("press", 12, 30) + mouse("release", 12, 30))
        game.wait_for("»")
        game.send(mouse("press", 10, 36) + mouse("release", 10, 36))
        game.wait_for("C5 to? D6")
        game.send("\x04")
        game.wait_end()


def test_edits_and_recalls_plain_lines_by_arrows() -> None:
    """Without readline they were echoed as ^[[A."""
    with program(*SEATED, "--plain") as game:
        game.wait_for(PROMPT)
        game.send("kings\r")
        game.wait_for("There are no kings yet.")
        game.wait_quiet()
        start = len(game.output)
        game.send("\x1b[A")
        game.wait_for_bytes(b"kings", start)
        game.send("\x1b[D\x1b[Dx\x7f\r")
        game.wait_for_bytes(b"There are no kings yet.", start)
        game.send("quit\r")
        assert game.wait_end() == 0
        assert b"^[" not in game.output
        assert b"\x1b[?2004h" not in game.output


TITLE_SHOWN = """
import os, sys, checkers
from console.terminal.terminal import Terminal
Terminal.show = lambda *arguments: os._exit(3 + ("console.dialogue.loop" in sys.modules))
checkers.main()
"""


def test_shows_the_title_before_importing_the_rest() -> None:
    with Program.python("-c", TITLE_SHOWN) as game:
        assert game.wait_end() == 3


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))])
@pytest.mark.timeout(60)
def test_ends_silently_at_a_hang_up_while_drawing(seed: int, tmp_path: Path) -> None:
    """A traceback would fail too, as the terminal is closed."""
    errors = tmp_path / "errors"
    command = f"exec {shlex.join([sys.executable, *SEATED])} 2>{shlex.quote(str(errors))}"
    rng = Random(seed)
    with Program(["/bin/sh", "-c", command], columns=120, rows=40) as game:
        game.wait_for(PROMPT)
        game.send("flip\r" * 40)
        time.sleep(rng.random() * 0.15)
        if seed % 2:
            game.kill(signal.SIGHUP)
        game.hang_up()
        game.wait_without_terminal()
    assert errors.read_text() == ""


@pytest.mark.parametrize(("modes", "is_full"), [(0x3, False), (0x7, True)], ids=["old", "new"])
def test_a_console_without_escape_sequences_gets_plain_lines_and_one_sentence(modes: int, is_full: bool) -> None:
    with program("-c", IN_CONSOLE.format(modes, list(SEATED))) as game:
        game.wait_for(PROMPT)
        game.send("quit\r" if is_full else "quit\n")
        assert game.wait_end() == 0
        assert (b"\x1b" in game.output) is is_full
        assert game.output.count(b"This console") == (not is_full)
    with program("-c", IN_CONSOLE.format(modes, [*SEATED, "--plain"])) as game:
        game.wait_for(PROMPT)
        assert b"This console" not in game.output
