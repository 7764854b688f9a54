"""Engines that keep pipes open, read nothing or do not exit: no wait for them is longer than two seconds."""

import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.paths import ROOT
from support.platform_marks import linux

import ai.hub.client
from ai.engine import never
from ai.hub.client import HubEngine, HubLimits
from ai.hub.program import EngineError
from engine.game import Game
from engine.rules import AMERICAN

if sys.platform == "win32":
    pytest.skip("sessions and signals are for POSIX", allow_module_level=True)

import os

from support.pty_harness import Program
from support.waiting import wait_until

pytestmark = [linux, pytest.mark.timeout(60)]

SECONDS = 2.0
BUSY = 3.0  # seconds that a busy machine may need beyond it to start and end two Pythons

# A Hub engine that leaves a child behind. The child holds its pipes and writes its process number to a file; {0}: the
# child is in a session of its own; {1}: what is done at "go".
ENGINE = """
import os, subprocess, sys, time
def say(line): print(line, flush=True)
child = subprocess.Popen(["sleep", "600"], start_new_session={0})
with open(os.environ["CHILDREN"], "a") as file: file.write(f"{{child.pid}}\\n")
for line in sys.stdin:
    word = line.split()[0]
    if word == "hub": say("id name=Hostile"); say("wait")
    elif word == "init": say("ready")
    elif word == "ping": say("pong")
    elif word == "quit": break
    elif word == "go":
        {1}
"""
CHEAT = "say('done move=1-32')"
MUTE = "pass"
F10 = "\x1b[21~\r"  # Enter affirms it
DEAF = "time.sleep(600)"


@pytest.fixture
def engine(tmp_path: Path) -> Callable[[bool, str], str]:
    """Return a function that writes such an engine and returns its command."""

    def written(own_session: bool, at_go: str) -> str:
        program = tmp_path / "hostile.py"
        program.write_text(ENGINE.format(own_session, at_go))
        return shlex.join([sys.executable, "-IS", str(program)])

    return written


@pytest.fixture(autouse=True)
def children(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Provide the file for the children's process numbers, and kill the children at the end of the test."""
    found = tmp_path / "children"
    found.touch()
    monkeypatch.setenv("CHILDREN", str(found))
    yield found
    for number in found.read_text().split():
        with suppress(ProcessLookupError):
            os.kill(int(number), signal.SIGKILL)


def plain_game(command: str) -> "subprocess.Popen[str]":
    """Start a game in plain lines against an engine."""
    return subprocess.Popen(
        [sys.executable, "checkers.py", "--plain", "--name", "Dan", "--first", "--engine", command],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def always() -> bool:
    return True


def is_running(number: int) -> bool:
    """Return True if a process runs and is no zombie."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("own_session", [False, True])
def test_closes_at_once_despite_a_child_with_the_pipes(
    own_session: bool, children: Path, engine: Callable[[bool, str], str]
) -> None:
    running = HubEngine(engine(own_session, MUTE), AMERICAN)
    child = int(children.read_text())
    assert is_running(child)
    began = time.monotonic()
    running.close()
    assert time.monotonic() - began < SECONDS
    if not own_session:
        wait_until(lambda: not is_running(child), BUSY)


def test_gives_up_on_an_engine_that_reads_nothing(
    engine: Callable[[bool, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game overfills its pipe; each of its time, the time of the move and a stop ends the wait."""
    monkeypatch.setattr(ai.hub.client, "STOP_TIMEOUT", 0.1)
    game = Game(AMERICAN)
    running = HubEngine(engine(True, DEAF), AMERICAN)
    try:
        with pytest.raises(EngineError, match="does not answer: no done in time"):
            running.choose(game, HubLimits(nodes=1), stop=always)
        monkeypatch.setattr(ai.hub.client, "hub_move_text", lambda *move: "11-15 " * 50_000)
        game.play(game.legal_moves()[0])
        for limits, stop, patience in (
            (HubLimits(latest=0.2), never, 20.0),
            (HubLimits(), always, 20.0),
            (HubLimits(), never, 0.2),
        ):
            monkeypatch.setattr(ai.hub.client, "ANSWER_TIMEOUT", patience)
            began = time.monotonic()
            with pytest.raises(EngineError, match="does not answer: no pong in time"):
                running.choose(game, limits, stop=stop)
            assert time.monotonic() - began < SECONDS
    finally:
        began = time.monotonic()
        running.close()
    assert time.monotonic() - began < SECONDS


@pytest.mark.parametrize(("engine_kind", "leave"), [("never speaks", "quit\n"), ("never moves", "")])
def test_plain_lines_are_left_while_an_engine_is_waited_for(
    engine_kind: str, leave: str, engine: Callable[[bool, str], str], tmp_path: Path
) -> None:
    """The player types ``quit``, or the input ends, while the program waits."""
    waiting = tmp_path / "waiting"
    signal_it = f"open({str(waiting)!r}, 'w').close()"
    silent = shlex.join([sys.executable, "-IS", "-c", f"import time; {signal_it}; time.sleep(600)"])
    with plain_game(engine(True, signal_it) if engine_kind == "never moves" else silent) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        if engine_kind == "never moves":
            playing.stdin.write("C3 D4\n")
            playing.stdin.flush()
        wait_until(waiting.exists)
        began = time.monotonic()
        with playing.stdin as typed:
            typed.write(leave)
        assert " in time. I will play on in its place" in playing.stdout.read()
        assert playing.wait() == 0
        assert time.monotonic() - began < SECONDS + BUSY


@pytest.mark.parametrize(("at_go", "leave"), [(CHEAT, "quit\r"), (MUTE, F10), (MUTE, signal.SIGINT)])
def test_leaves_the_screen_at_once(at_go: str, leave: str | int, engine: Callable[[bool, str], str]) -> None:
    """The engine is still thinking, or an illegal move made our own opponent take its seat."""
    arguments = ("--name", "Dan", "--first", "--level", "1", "--engine", engine(True, at_go))
    with Program.python("checkers.py", *arguments) as game:
        game.wait_for("Your move (like C3 D4)?")
        game.send("c3 d4\r")
        game.wait_for("I move" if at_go == CHEAT else "is thinking")
        began = time.monotonic()
        if isinstance(leave, int):
            game.kill(leave)
        else:
            game.send(leave)
        status = game.wait_end()
        assert time.monotonic() - began < SECONDS + BUSY
        assert status == (128 + leave if isinstance(leave, int) else 0)
        assert b"Traceback" not in game.output
