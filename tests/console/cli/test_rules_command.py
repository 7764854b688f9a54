"""``checkers rules``, and house rules behind ``--rules``."""

import re
from pathlib import Path

import pytest

from console.cli.main import main


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))


def _grandpa(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["rules", "show", "american"]) == 0
    text = capsys.readouterr().out.replace("Name: american", "Name: grandpa")
    path = tmp_path / "mine.txt"
    path.write_text(text.replace("Men jump backward: no", "Men jump backward: yes"))
    return path


def test_adds_a_text_of_powershell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _grandpa(tmp_path, capsys)
    path.write_text(path.read_text(), "utf-16", newline="\r\n")
    assert main(["rules", "add", str(path)]) == 0


def test_adds_shows_lists_and_removes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _grandpa(tmp_path, capsys)
    assert main(["rules", "add", str(path)]) == 0
    assert capsys.readouterr().out == "Added: grandpa, house rules, like american, except men jump backward: yes.\n"
    assert main(["rules", "show", "grandpa"]) == 0
    assert capsys.readouterr().out == path.read_text()
    assert main(["rules"]) == 0
    assert "grandpa          house rules, like american" in capsys.readouterr().out
    assert main(["perft", "5", "--rules", "grandpa"]) == 0
    assert "7482" in capsys.readouterr().out.replace(",", "")  # as in pool, whose men jump backward
    assert main(["rules", "remove", "grandpa"]) == 0
    assert main(["rules", "remove", "grandpa"]) == 1
    assert 'No house rules are called "grandpa".' in capsys.readouterr().err


@pytest.mark.parametrize("name", ["spanish", "russian-losing"])
def test_shows_rules_by_their_name_alone(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for arguments in (["rules", name], ["rules", "show", name]):
        assert main(arguments) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


def test_rejects_bad_rules_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _grandpa(tmp_path, capsys)
    path.write_text(path.read_text().replace("Rows of men: 3", "Rows of men: 4"))
    assert main(["rules", "add", str(path)]) == 1
    expected = 'These are not rules: "Rows of men: 4" does not go with "Board: 8x8": nobody could move.'
    assert expected in capsys.readouterr().err
    path.write_bytes(b"\xff\xff")
    assert main(["rules", "add", str(path)]) == 1
    assert 'is not the line "EGA Checkers house rules' in capsys.readouterr().err


def test_explains_a_closed_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["rules", "add", "-"]) == 1
    assert capsys.readouterr().err == "checkers rules add: Standard input is closed: - reads the rules from there.\n"


def test_names_house_rules_among_the_rule_sets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "add", str(_grandpa(tmp_path, capsys))]) == 0
    for command in (["perft", "2"], ["call", "127.0.0.1"], ["answer"]):
        assert main([*command, "--rules", "grandma"]) == 2
        assert "breakthrough-64, grandpa, each also with -losing added" in capsys.readouterr().err


def test_reports_damaged_rules_behind_the_switch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "grandpa.rules").write_text("x\x1b[2J")
    assert main(["perft", "2", "--rules", "grandpa"]) == 2
    assert "The rules grandpa cannot be read" in capsys.readouterr().err
    assert main(["rules"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_matches_training_and_tables_take_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "add", str(_grandpa(tmp_path, capsys))]) == 0
    of_rules = ["--rules", "grandpa", "--jobs", "1"]
    assert main(["match", "random", "random", "--games", "2", *of_rules]) == 0
    capsys.readouterr()
    assert main(["train", "games", "--games", "2", "--nodes", "50", *of_rules]) == 0
    assert " of 2 games in " in capsys.readouterr().out
    assert main(["tables", "build", "2", *of_rules]) == 0
    assert "The tables of grandpa to 2 pieces are built" in capsys.readouterr().out
    assert main(["tables", "list"]) == 0
    listed = capsys.readouterr().out
    assert re.search(r"^grandpa +2 +3,488 .* built$", listed, re.MULTILINE)
    (tmp_path / "rules" / "grandpa.rules").write_text("nonsense")
    assert main(["tables"]) == 0
    written = capsys.readouterr()
    assert written.out == "".join(line for line in listed.splitlines(keepends=True) if "grandpa" not in line)
    assert "The rules grandpa cannot be read: " in written.err
    assert all(path.name.startswith("house-") for path in (tmp_path / "samples").iterdir())
