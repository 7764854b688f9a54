"""The benchmark: plausible figures, whatever the speed of the machine."""

import pytest

from ai.lab.bench import bench
from console.cli.main import main
from engine.native_types import is_compiled
from engine.rules import AMERICAN


def test_reports_all_figures() -> None:
    done: list[int] = []
    figures = bench(AMERICAN, 2, 0.01, 3, done.append)
    assert done == [1, 2, 3, 4]
    assert [figures[name] for name in ("rules", "perft_depth", "perft_leaves")] == ["american", 3, 302]
    assert figures["perft_leaves_per_s"] > 0
    assert figures["search_nodes_per_s"] > 0


def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.cli.bench.SECONDS", 0.02)
    monkeypatch.setattr("console.cli.bench.default_depth", lambda rules: 3)
    assert main(["bench", "--runs", "1", "--rules", "brazilian"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert ("compiled" if is_compiled() else "interpreted") in said.out
    assert "million nodes/s" in said.out
    assert max(map(len, said.out.splitlines())) <= 78
