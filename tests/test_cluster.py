"""Endgame tables built by the workers of a cluster."""

from pathlib import Path

import pytest

from ai.endgames.files import PACKAGED
from ai.endgames.packed import file_name
from console.cli.main import main
from console.storage.endgame_tables import tables_folder
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
