"""The command ``checkers review``."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from support.json_schema import faults
from support.paths import DATA

from console.cli.main import main

GAME = """[Black "Dan"]
[White "Ferrie"]
[Result "0-1"]
[FEN "B:W14,21,23,24,26,27,28,30,31,32:B1,2,3,4,5,6,7,11,13,16"]
1. 16-19 23x16 0-1
"""


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a file with a game of Dan, who is the user."""
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))
    (tmp_path / "settings.json").write_text('{"name": "dan"}')
    (tmp_path / "game.pdn").write_text(GAME)
    return str(tmp_path / "game.pdn")


def reviewed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return the object that the command prints."""
    assert main(["review", *arguments, "--nodes", "300", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [*faults(found, json.loads((DATA / "json_schemas.json").read_text())["review"])] == []
    return found


def test_names_the_mistake_that_loses_a_man(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", file, "--nodes", "1000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Game 1: Black Dan, White Ferrie"
    assert lines[4].startswith("1. Black D2 E3 (16-19) cost 0.8 of a man: ")
    assert "Scores in men after each move: +0.4 is good for Black" in "\n".join(lines)
    assert lines[-1].count("??") == 2


def test_the_same_game_has_the_same_review(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard input has the game, too."""
    found = reviewed(capsys, file)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GAME.encode())))
    assert reviewed(capsys, "-") == found
    made = [(each["ply"], each["side"], each["move"]) for each in found["mistakes"]]
    assert made == [(1, "black", "16-19"), (2, "white", "23x16")]
    assert len(found["scores"]) == found["plies"] + 1 == 3


def test_the_side_is_that_of_the_user_or_the_one_that_is_named(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reviewed(capsys, file)["side"] == "black"
    assert reviewed(capsys, file, "--side", "White")["side"] == "white"
    (tmp_path / "settings.json").write_text('{"name": "Eve"}')
    assert reviewed(capsys, file)["side"] is None
    (tmp_path / "game.pdn").write_text(f'[BlackType "program"]\n[WhiteType "human"]\n{GAME}')
    assert reviewed(capsys, file)["side"] == "white"


def test_reviews_a_game_as_far_as_it_is_read(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(file).write_text("1. 11-15 22-18 2. 1-32 *\n")
    assert main(["review", file, "--nodes", "100"]) == 1
    out, error = capsys.readouterr()
    assert out.splitlines()[-1].startswith("  1. ")
    assert error.startswith(f"checkers review: {file}, game 1, line 1: ")
