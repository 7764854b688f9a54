"""The benchmark: plausible figures, whatever the speed of the machine."""

import json

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
