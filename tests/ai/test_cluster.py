"""Work on a cluster, one of whose workers dies: tables, matches, training games, problems and books."""

import json
import os
import signal
import sys
from pathlib import Path
from threading import Timer

import pytest

from ai.endgames.files import PACKAGED
from ai.endgames.packed import file_name
from console.cli.main import main
from console.storage.atomic_files import user_folders
from console.storage.built_files import tables_folder
from engine.rules import AMERICAN


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_builds_the_same_tables(capsys: pytest.CaptureFixture[str]) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert main(["tables", "build", "3", "--cluster", cluster.scheduler_address]) == 0
    text = capsys.readouterr().out
    assert "for each worker; all of them must see that folder\n" in text
    built: list[Path] = [tables_folder() / file_name(AMERICAN, count) for count in (2, 3)]
    assert all(path.read_bytes() == (PACKAGED / path.name).read_bytes() for path in built)


def told_by(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the standard output of a command."""
    assert main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_repeats_the_task_of_a_dead_worker(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A match, training games, problems and a book have the same results as without a cluster."""
    if sys.platform == "win32":
        pytest.skip("needs POSIX")
    from distributed import LocalCluster

    match = ["match", "--games", "40", "--json", "nodes=2000", "nodes=200"]
    games = ["train", "games", "--games", "200", "--nodes", "50", "--samples"]
    book = ["book", "build", "--positions", "200", "--nodes", "3000", "--out"]
    mine = ["problems", "mine", "--wanted", "20", "--samples", str(tmp_path / "alone"), "--out"]
    alone = json.loads(told_by([*match, "--jobs", "1"], capsys))
    told_by([*games, str(tmp_path / "alone"), "--jobs", "1"], capsys)
    for command, name in ((book, "book alone"), (mine, "problems alone")):
        told_by([*command, str(tmp_path / name), "--jobs", "1"], capsys)
    for folder in ("books", "mined"):
        (user_folders().data / folder).rename(tmp_path / folder)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = ["--cluster", cluster.scheduler_address]
        victim = cluster.workers[0]
        first = victim.pid
        Timer(1.0, os.kill, (first, signal.SIGKILL)).start()
        together = json.loads(told_by([*match, *address], capsys))
        told_by([*games, str(tmp_path / "together"), *address], capsys)
        for command, name in ((book, "book together"), (mine, "problems together")):
            told_by([*command, str(tmp_path / name), *address], capsys)
        assert victim.pid != first
    for timed in ("seconds", "seconds_thought"):
        del alone[timed], together[timed]
    assert together == alone
    made = {path.name: path.read_bytes() for path in (tmp_path / "alone").iterdir()}
    assert made == {path.name: path.read_bytes() for path in (tmp_path / "together").iterdir()}
    assert len(made) == 2
    for name in ("book", "problems"):
        assert (tmp_path / f"{name} alone").read_bytes() == (tmp_path / f"{name} together").read_bytes()
