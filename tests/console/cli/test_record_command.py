"""``checkers record``: the record as text, JSON and CSV."""

import csv
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from support.json_schema import faults
from support.paths import DATA
from support.stored_games import A_GAME, TEN_PLIES, disk, keep_results, record

from console.activities.course.progress import finished
from console.cli.main import main
from console.game.hall_of_fame import Result
from console.game.repetition import LINE, Item
from console.storage.due_items import added
from engine.geometry import BLACK
from engine.house_rules import article_line, house_rules
from engine.rules import AMERICAN

WON = Result("Dan", 5, "american", "win", "a", "forced", "2026.11.02", 61, False, "Black", "Cross", 300, "", 0, "21:05")
OLD = Result("Dan", 3, "american", "loss", "b", date="2025.11.21", helped=True)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what the command prints."""
    assert main(["record", *arguments]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def objects(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """Return the objects that the command prints."""
    found: list[dict[str, Any]] = json.loads(printed(capsys, "--json", *arguments))
    assert [*faults(found, json.loads((DATA / "json_schemas.json").read_text())["record"])] == []
    return found


def test_prints_every_rule_set_that_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_results(tmp_path, WON, OLD, replace(WON, rules="russian", game="c"))
    paper = printed(capsys)
    assert paper.index("The record of Dan: american\n\n2 games") < paper.index("The record of Dan: russian\n\n1 game")
    assert "american" not in printed(capsys, "--rules", "russian").splitlines()[0]


def test_has_the_opening_lines_by_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = house_rules("granny", replace(AMERICAN, men_capture_back=True))
    articles, today = article_line(rules), date(2026, 11, 2)
    line = Item(LINE, "granny", articles, BLACK, "Line 1", "B:W32:B1", "1-6", today)
    home = disk(tmp_path)
    home.rules.add(rules)
    home.player.change(added(line))
    keep_results(tmp_path, replace(WON, rules="granny"), replace(WON, rules="gone", game="c"))
    found = {each["rules"]: [done["name"] for done in each["exercises"]] for each in objects(capsys)}
    assert "Openings learned" in found["granny"]
    assert found["gone"] == []


def test_prints_objects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_results(tmp_path, WON, OLD)
    disk(tmp_path).player.change(finished(1))
    (found,) = objects(capsys)
    assert (found["name"], found["rules"], found["won"], found["drawn"], found["lost"]) == ("Dan", "american", 1, 0, 1)
    assert found["curve"] == [{"date": "2026.11.02", "rating": found["rating"]}]
    assert found["colors"][1] == {"name": "unknown", "won": 0, "drawn": 0, "lost": 1}
    assert [(each["name"], each["done"]) for each in found["exercises"]] == [("The course", 1), ("Problems", 0)]
    first, second = found["games"]
    assert (first["opponent"], first["opponent_rating"], first["rating"]) == ("County Champion", 1700, found["rating"])
    assert [second[name] for name in ("moves", "seconds", "side", "rating")] == [None, None, "", None]


def test_prints_a_table_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_results(tmp_path, WON, OLD)
    first, second = csv.DictReader(printed(capsys, "--csv").splitlines())
    assert (first["date"], first["time"], first["opening"], first["seconds"]) == ("2026.11.02", "21:05", "Cross", "300")
    assert (second["moves"], second["seconds"], second["rating"], second["helped"]) == ("", "", "", "True")


def test_another_player_has_his_games_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_results(tmp_path, replace(WON, name="Eve"), replace(OLD))
    disk(tmp_path).player.change(finished(1))
    (found,) = objects(capsys, "--name", "Eve")
    assert (found["won"], found["lost"], [each["done"] for each in found["exercises"]]) == (1, 0, [0, 0])
    assert found["stored"]["lessons"] == []


def test_a_new_player_has_no_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the record begins" in printed(capsys)
    assert printed(capsys, "--csv").count("\n") == 1
    (found,) = objects(capsys)
    assert (found["rating"], found["games"]) == (None, [])


def test_knows_rules_of_another_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_results(tmp_path, replace(WON, rules="polish"))
    (found,) = objects(capsys)
    assert (found["rules"], found["won"], found["exercises"]) == ("polish", 1, [])


def test_agrees_with_a_game_that_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tags = f'{A_GAME} [Date "2026.11.25"] [Time "20:15:00"] [Seconds "90"]'
    disk(tmp_path).finish(record(f"{TEN_PLIES} 1-0", tags))
    (found,) = csv.DictReader(printed(capsys, "--csv").splitlines())
    assert found["date"] == "2026.11.25"
    assert (found["time"], found["seconds"], found["side"], found["moves"]) == ("20:15", "90", "Black", "10")
