"""The hub as a program: its end, and whole games with a client that is not ours."""

import logging
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import draughts  # type: ignore[import-untyped]  # it has no types
import pytest
from draughts.engine import HubEngine, Limit  # type: ignore[import-untyped]  # as above
from support.platform_marks import posix

ROOT = Path(__file__).parent.parent
START = "pos pos=B" + 12 * "b" + 8 * "e" + 12 * "w"


def talk(lines: str) -> subprocess.CompletedProcess[str]:
    """What the hub answers to lines that are all there at once."""
    command = [sys.executable, str(ROOT / "checkers.py"), "hub"]
    return subprocess.run(command, input=lines, capture_output=True, text=True, timeout=30, check=False)


def test_it_quits_when_told_and_when_nobody_is_there() -> None:
    for lines in ("hub\nquit\nhub\n", "hub\n"):
        ended = talk(lines)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.splitlines()[-1] == "wait"
        assert ended.stdout.count("wait") == 1


def test_the_end_of_input_ends_a_search() -> None:
    began = time.monotonic()
    ended = talk(f"{START}\nlevel infinite\ngo think\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[-1].startswith("done move=")
    assert time.monotonic() - began < 15


def test_bytes_that_are_no_text_are_an_unknown_command() -> None:
    command = [sys.executable, str(ROOT / "checkers.py"), "hub"]
    ended = subprocess.run(command, input=b"\xff\xfe\0\nping\n", capture_output=True, timeout=30, check=False)
    assert (ended.returncode, ended.stdout.split(), ended.stderr) == (0, [b"pong"], b"")


@pytest.fixture
def engine(caplog: pytest.LogCaptureFixture) -> Iterator[HubEngine]:
    """pydraughts' client, which would warn of any answer it does not expect."""
    env = shutil.which("env")
    assert env is not None
    one = HubEngine([env, sys.executable, str(ROOT / "checkers.py"), "hub"])
    one.init()
    yield one
    one.quit()
    assert one.p.wait(timeout=10) == 0
    one.p.stdin.close()
    one.p.stdout.close()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def play(engine: HubEngine, limit: Limit, fen: str = "startpos", plies: int = 1000) -> list[float]:
    """Play a game against itself, to its end or so many plies; returns the seconds of each move."""
    board = draughts.Board(variant="english", fen=fen)
    engine.send("new-game")
    engine.ping()
    times: list[float] = []
    while not board.is_over() and len(times) < plies:
        began = time.perf_counter()
        move = engine.play(board, limit, False).move
        times.append(time.perf_counter() - began)
        board.push(move)
    return times


@posix
def test_a_client_plays_an_opening(engine: HubEngine) -> None:
    assert {"english", "russian", "american"} <= engine.variants
    assert len(play(engine, Limit(movetime=0.01), plies=24)) == 24


@posix
@pytest.mark.parametrize("fen", ["W:WK22,18,17:B5,K26", "W:WK9,24,20:B14,K17"])
def test_a_client_plays_an_ending_to_its_end(engine: HubEngine, fen: str) -> None:
    """White wins by force in five plies. The client writes such a position with the first player, Black, as W."""
    engine.configure({"variant": "english", "megabytes": 1})
    assert len(play(engine, Limit(depth=7), fen, 10)) == 5


@posix
@pytest.mark.slow
def test_a_client_plays_twenty_games_at_fifty_milliseconds_a_move(engine: HubEngine) -> None:
    times: list[float] = []
    for _ in range(20):
        times += play(engine, Limit(movetime=0.05))
    print(f"{len(times)} moves, median {statistics.median(times) * 1000:.1f} ms")


@posix
@pytest.mark.slow
def test_stop_is_obeyed_within_twenty_milliseconds_on_an_idle_machine() -> None:
    command = [sys.executable, str(ROOT / "checkers.py"), "hub"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as hub:
        assert hub.stdin is not None
        assert hub.stdout is not None
        delays = []
        for _ in range(40):
            hub.stdin.write(f"{START}\nlevel infinite\ngo analyze\n")
            hub.stdin.flush()
            time.sleep(0.1)
            began = time.perf_counter()
            hub.stdin.write("stop\n")
            hub.stdin.flush()
            while not hub.stdout.readline().startswith("done"):
                pass
            delays.append(time.perf_counter() - began)
        hub.stdin.write("quit\n")
        hub.stdin.flush()
    assert statistics.quantiles(delays, n=20)[-1] < 0.02
