"""Endgame builds that are killed: the next build makes the same files."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from support.dying_process import Killed, dying
from support.paths import ROOT
from support.platform_marks import posix
from support.waiting import wait_until

from ai.endgames.files import PACKAGED
from ai.endgames.packed import file_name
from ai.endgames.slices import Slice
from ai.lab.tables import build as builder
from ai.lab.tables.build import build
from ai.lab.tables.solve import SolvedSlice
from ai.tasks import InlineExecutor
from engine.rules import AMERICAN, Rules


@pytest.fixture
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve each slice once for all builds: the interpreted solver is slow."""
    known: dict[Slice, list[SolvedSlice]] = {}
    solve = builder._solve

    def solved(wanted: Slice, rules: Rules, work: Path) -> list[SolvedSlice]:
        if wanted not in known:
            known[wanted] = solve(wanted, rules, work)
        return known[wanted]

    monkeypatch.setattr(builder, "_solve", solved)


def all_steps(folder: Path) -> None:
    """Run a complete build."""
    for _ in build(AMERICAN, 2, folder, folder / "work", InlineExecutor()):
        pass


@pytest.mark.usefixtures("_solved_once")
def test_resumes_after_a_kill_at_any_change_to_the_disk(tmp_path: Path) -> None:
    rng = Random(7)
    finished = False
    fatal = 0
    while not finished:
        fatal += 1
        folder = tmp_path / str(fatal)
        with dying(fatal, rng), suppress(Killed):
            all_steps(folder)
            finished = True
        all_steps(folder)
        assert [path.name for path in folder.iterdir()] == [file_name(AMERICAN, 2)]
        assert (folder / file_name(AMERICAN, 2)).read_bytes() == (PACKAGED / file_name(AMERICAN, 2)).read_bytes()
    assert fatal > 10


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
