"""The benchmark: plausible figures, whatever the speed of the machine."""

import json
from itertools import count

import pytest

from console.cli.main import main
from engine.native_types import is_compiled


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.cli.bench.SECONDS", 0.02)


def test_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--runs", "1", "--rules", "brazilian"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert ("compiled" if is_compiled() else "interpreted") in said.out
    assert "million nodes/s" in said.out
    assert max(map(len, said.out.splitlines())) <= 78


def test_prints_medians_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--runs", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["rules"], figures["runs"], figures["compiled"]) == ("american", 2, is_compiled())
    assert figures["search_nodes_per_s"] > 0 < figures["search_depth"]


def test_counts_the_time_of_the_processor(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of this processor moves by 10 ms whenever it is read, which is every 512 nodes."""
    monkeypatch.setattr("console.cli.bench.SECONDS", 0.5)
    monkeypatch.setattr("time.process_time", (ticks / 100 for ticks in count()).__next__)
    assert main(["bench", "--runs", "1", "--json"]) == 0
    assert 25_600 < json.loads(capsys.readouterr().out)["search_nodes_per_s"] < 51_200
