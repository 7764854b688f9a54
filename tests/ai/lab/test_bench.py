"""The benchmark: plausible figures, whatever the speed of the machine."""

import json

import pytest

import ai.lab.bench
import console.cli.bench
from ai.lab.bench import Iteration, bench
from console.cli.main import main
from engine.native_types import is_compiled
from engine.rules import AMERICAN


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the searches to milliseconds and the counts to shallow depths."""
    monkeypatch.setattr(console.cli.bench, "SECONDS", 0.02)
    monkeypatch.setattr(ai.lab.bench, "_EVALUATION_SECONDS", 0.001)
    monkeypatch.setattr(console.cli.bench, "default_depth", lambda rules: 3)


def test_reports_all_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.lab.bench, "_EVALUATION_SECONDS", 0.001)
    done: list[int] = []
    figures = bench(AMERICAN, 2, 0.01, 3, done.append)
    assert done == [1, 2, 3, 4]
    assert (figures.rules, figures.perft_depth, figures.perft_leaves) == ("american", 3, 302)
    assert figures.perft_leaves_per_s > 0
    assert figures.search_nodes_per_s > 0
    assert figures.evaluation_ns > 0
    assert [row.depth for row in figures.depths] == list(range(1, figures.depth_at_1s + 1))
    assert all(a.nodes < b.nodes for a, b in zip(figures.depths, figures.depths[1:], strict=False))


def test_omits_medians_of_depths_that_few_runs_reached() -> None:
    runs = [[Iteration(1, 0.1, 10), Iteration(2, 0.5, 90)], [Iteration(1, 0.3, 10)], [Iteration(1, 0.2, 10)]]
    assert ai.lab.bench.medians(runs) == (Iteration(1, 0.2, 10),)
    assert ai.lab.bench.medians([]) == ()


@pytest.mark.usefixtures("brief")
def test_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--runs", "1", "--rules", "brazilian"]) == 0
    said = capsys.readouterr()
    record = json.loads(said.out)
    assert record["compiled"] is is_compiled()
    assert record["rules"] == "brazilian"
    assert {
        "perft_leaves_per_s",
        "search_nodes_per_s",
        "evaluation_ns",
        "depth_at_1s",
        "python",
        "librt",
        "version",
    } <= set(record)
    assert said.err == ""


@pytest.mark.usefixtures("brief")
def test_command_prints_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--runs=1"]) == 0
    text = capsys.readouterr().out
    assert ("compiled" if is_compiled() else "interpreted") in text
    assert "million nodes/s" in text
    assert max(map(len, text.splitlines())) <= 78
