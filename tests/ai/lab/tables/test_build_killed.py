"""Endgame builds that are killed: the next build makes the same files."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from support.dying_process import Fragile, Killed
from support.paths import ROOT
from support.platform_marks import posix
from support.waiting import wait_until

from ai.endgames.files import PACKAGED
from ai.endgames.packed import file_name
from ai.endgames.slices import Slice
from ai.lab.tables.build import _Worker, build
from ai.lab.tables.solve import SolvedSlice
from ai.tasks import InlineExecutor
from engine.rules import AMERICAN

KILLS = 50


@pytest.fixture
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve each slice once for all builds: the interpreted solver is slow."""
    known: dict[Slice, list[SolvedSlice]] = {}
    solve = _Worker.solve

    def solved(worker: _Worker, wanted: Slice) -> list[SolvedSlice]:
        if wanted not in known:
            known[wanted] = solve(worker, wanted)
        return known[wanted]

    monkeypatch.setattr(_Worker, "solve", solved)


def all_steps(folder: Path) -> None:
    """Run a complete build."""
    for _ in build(AMERICAN, 2, folder, folder / "work", InlineExecutor()):
        pass


@pytest.mark.usefixtures("_solved_once")
def test_resumes_after_a_kill_at_any_change_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(7)
    finished = False
    fatal = 0
    while not finished:
        fatal += 1
        folder = tmp_path / str(fatal)
        with monkeypatch.context() as patch:
            Fragile(patch, fatal, rng)
            try:
                all_steps(folder)
                finished = True
            except Killed:
                pass
        all_steps(folder)
        assert [path.name for path in folder.iterdir()] == [file_name(AMERICAN, 2)]
        assert (folder / file_name(AMERICAN, 2)).read_bytes() == (PACKAGED / file_name(AMERICAN, 2)).read_bytes()
    assert fatal > 10


@pytest.mark.slow
def test_resumes_after_a_kill_of_the_command_at_any_time(tmp_path: Path) -> None:
    """The kill includes the workers. In the end the files are the packaged ones."""
    if sys.platform == "win32":
        pytest.skip("needs POSIX")
    rng = Random(8)
    environment = {**os.environ, "CHECKERS_HOME": str(tmp_path)}
    command = [sys.executable, str(ROOT / "checkers.py"), "tables", "build", "4"]
    kills = 0
    while kills < KILLS:
        building = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(rng.uniform(0.2, 3.0))
        if building.poll() is None:
            os.killpg(building.pid, signal.SIGKILL)
            kills += 1
        building.wait()
        if building.returncode == 0:
            compare_and_clear(tmp_path / "tables")
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    compare_and_clear(tmp_path / "tables")


def compare_and_clear(folder: Path) -> None:
    """Compare the files in a folder with the packaged ones, and delete them."""
    assert sorted(path.name for path in folder.glob("[!.]*")) == [file_name(AMERICAN, count) for count in (2, 3, 4)]
    for path in folder.glob("[!.]*"):
        assert path.read_bytes() == (PACKAGED / path.name).read_bytes()
        path.unlink()


@pytest.mark.slow
@posix
def test_workers_end_with_the_command(tmp_path: Path) -> None:
    """Only the command itself is killed."""
    building = subprocess.Popen(
        [sys.executable, str(ROOT / "checkers.py"), "tables", "build", "4", "--jobs", "2"],
        env={**os.environ, "CHECKERS_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: list(tmp_path.rglob("*.solved")))
    building.kill()
    building.communicate()  # returns when no process has the pipe open any more
