"""The folder of house rules: added, read, removed; damaged files are reported and never overwritten."""

from dataclasses import replace
from pathlib import Path

import pytest

from console.storage.notices import NotKept
from console.storage.rules_folder import RulesFolder
from engine.house_rules import house_rules, rules_text
from engine.rules import AMERICAN, losing_game

GRANDPA = house_rules("grandpa", replace(AMERICAN, men_capture_back=True))


def test_keeps_rules_until_they_are_removed(tmp_path: Path) -> None:
    folder = RulesFolder(tmp_path / "rules")
    assert folder.names() == []
    folder.add(GRANDPA)
    folder.add(GRANDPA)
    assert folder.names() == ["grandpa"]
    assert folder.get("grandpa") == GRANDPA
    path = tmp_path / "rules" / "grandpa.rules"
    assert path.read_text() == rules_text(GRANDPA)
    for encoding in ("utf-8-sig", "utf-16"):
        path.write_text(rules_text(GRANDPA), encoding, newline="\r\n")
        assert folder.get("grandpa") == GRANDPA
    folder.remove("grandpa")
    assert folder.get("grandpa") is None
    with pytest.raises(NotKept, match='No house rules are called "grandpa"'):
        folder.remove("grandpa")


def test_finds_named_sets_and_losing_games_without_a_folder() -> None:
    assert RulesFolder(None).get("american") is AMERICAN
    assert RulesFolder(None).get("american-losing") == losing_game(AMERICAN)
    assert RulesFolder(None).get("american-losing-losing") is None
    assert RulesFolder(None).get("../etc/passwd") is None


def test_never_overwrites_other_rules(tmp_path: Path) -> None:
    folder = RulesFolder(tmp_path)
    folder.add(GRANDPA)
    with pytest.raises(NotKept, match="There are other rules called grandpa"):
        folder.add(house_rules("grandpa", replace(GRANDPA, draw_after=30)))
    assert folder.get("grandpa") == GRANDPA


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "begin"),
        (b"\xff\xfe\x00", "is not the line"),
        (rules_text(GRANDPA).encode()[:200], "cannot be read"),
        (rules_text(house_rules("granny", GRANDPA)).encode(), 'calls them "granny"'),
    ],
)
def test_reports_a_damaged_file_and_leaves_it(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "grandpa.rules"
    path.write_bytes(data)
    folder = RulesFolder(tmp_path)
    with pytest.raises(NotKept, match=problem):
        folder.get("grandpa")
    with pytest.raises(NotKept, match="other rules"):
        folder.add(GRANDPA)
    assert path.read_bytes() == data


def test_rejects_names_that_windows_reserves(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match='"nul" cannot be the name'):
        RulesFolder(tmp_path).add(house_rules("nul", GRANDPA))
