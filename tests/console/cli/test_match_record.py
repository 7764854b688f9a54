"""``checkers match`` with a sequential test and a record of the results."""

import json
from pathlib import Path
from unittest.mock import Mock

import pytest

from ai.evaluation.trained_evaluation import material_evaluation
from ai.lab.match.match import EngineMatch, Pair
from ai.lab.match.match import play_pair as really_play
from ai.lab.match.sprt import BOUND, Sprt
from console.cli.main import main
from console.storage.atomic_files import Lock
from engine.pdn.reader import read_games
from engine.rules import AMERICAN

COMMAND = ["match", "depth=1,megabytes=1", "random", "--start", "--jobs=1", "--json"]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the pairs that are played."""
    numbers: list[int] = []

    def play_pair(match: EngineMatch, number: int) -> Pair:
        numbers.append(number)
        return really_play(match, number)

    monkeypatch.setattr("ai.lab.match.match.play_pair", play_pair)
    return numbers


def _result(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    assert main([*COMMAND, *more]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_decided_test_ends_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str], played: list[int]) -> None:
    test = ("--sprt=-200,200", f"--record={tmp_path / 'match'}")
    found = _result(capsys, *test)
    assert found["games"] == 2 * len(played)
    assert found["sprt"] == {
        "elo0": -200,
        "elo1": 200,
        "llr": Sprt(-200, 200).llr(found["pairs"]),  # type: ignore[arg-type]  # a list of numbers
        "bound": BOUND,
        "decision": "accepted",
    }
    played.clear()
    again = _result(capsys, *test)
    assert (again["sprt"], again["pairs"], played) == (found["sprt"], found["pairs"], [])


def test_prints_the_ratio_and_its_bounds(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged evaluation is reported: the results are those of players that count pieces."""
    damaged = material_evaluation(AMERICAN)._replace(problem="It is damaged.")
    monkeypatch.setattr("console.cli.match.trained_evaluation", lambda rules: damaged)
    monkeypatch.setattr("console.cli.match.REPORTED", 2)
    assert main([*COMMAND[:-1], "--sprt=0,5", "--games=4"]) == 0
    said = capsys.readouterr()
    assert "It is damaged." in said.err
    lines = said.out.splitlines()
    assert [line.partition("(")[2] for line in lines[:2]] == ["-2.94 to +2.94)"] * 2
    assert lines[-4].endswith("(-2.94 to +2.94): Elo 5 against 0 is undecided")


def test_a_match_goes_on_from_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], played: list[int]) -> None:
    """The results are those of an uninterrupted match. A line that was being written is played again."""
    record = tmp_path / "match"
    whole = _result(capsys, "--games=8")
    _result(capsys, "--games=6", f"--record={record}")
    for wrong, said in (("--seed=2", "of another match: it differs in seed"), ("--longest=9", "it differs in longest")):
        assert main([*COMMAND, wrong, f"--record={record}"]) == 1
        assert said in capsys.readouterr().err
    record.write_bytes(record.read_bytes()[:-9])
    played.clear()
    resumed = _result(capsys, "--games=8", f"--record={record}")
    assert played == [2, 3]
    assert resumed["pairs"] == whole["pairs"]
    played.clear()
    assert _result(capsys, "--games=8", f"--record={record}")["pairs"] == whole["pairs"]
    assert _result(capsys, "--games=4", f"--record={record}")["games"] == 4
    assert played == []


def test_the_record_tells_evaluations_apart_by_their_content(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from ai.evaluation.trained_evaluation import evaluation_file
    from engine.rules import RULE_SETS

    evaluation, record = tmp_path / "evaluation", tmp_path / "match"
    player = f"depth=1,megabytes=1,evaluation={evaluation}"
    command = ["match", player, "random", "--games=2", "--jobs=1", "--rules=thai", f"--record={record}"]
    evaluation.write_bytes(evaluation_file(RULE_SETS["thai"]).read_bytes())
    assert main(command) == 0
    evaluation.write_bytes(evaluation_file(RULE_SETS["pool"]).read_bytes())
    capsys.readouterr()
    assert main(command) == 1
    assert capsys.readouterr().err.endswith("it differs in first.\n")


@pytest.mark.parametrize("content", [b"a letter", b"% [1]\n", b"% " + b"[" * 100_000 + b"\n", b"{}"])
def test_rejects_another_file_and_leaves_it_unchanged(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert main([*COMMAND, f"--record={path}"]) == 1
    assert capsys.readouterr().err == f'checkers match: "{path}" is not a record of a match.\n'
    assert path.read_bytes() == content


def test_explains_why_results_cannot_be_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, record = [*COMMAND, "--games=4", f"--record={tmp_path / 'match'}"], tmp_path / "match"
    assert main(command) == 0
    games = record.read_bytes()
    capsys.readouterr()
    lock = Lock.on(tmp_path / ".match.lock")
    assert lock is not None
    assert main(command) == 1
    assert capsys.readouterr().err == f'checkers match: Another program is writing "{record}"; let it finish first.\n'
    lock.release()
    monkeypatch.setattr("console.cli.match_record.write_whole", Mock(side_effect=OSError(28, "No space left")))
    assert main(command) == 1
    assert capsys.readouterr().err.startswith("checkers match: The games cannot be saved (")
    for damaged in (games.replace(b"[Result", b"[", 1), games + b'[Event "Mine"]\n\n1. 11-15 *\n'):
        record.write_bytes(damaged)
        assert main(command) == 1
        assert capsys.readouterr().err == f'checkers match: "{record}" is damaged.\n'
        assert record.read_bytes() == damaged


def test_games_are_written_as_they_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that goes on writes no game twice, and results are those of the games."""
    whole, record = tmp_path / "whole", tmp_path / "match"
    assert main([*COMMAND, "--games=6", f"--record={whole}"]) == 0
    rounds: list[int] = []

    def killed(match: EngineMatch, number: int) -> Pair:
        rounds.append(record.read_bytes().count(b"[Round "))
        if number == 2:
            raise KeyboardInterrupt
        return really_play(match, number)

    command = [*COMMAND, "--games=6", f"--record={record}"]
    with monkeypatch.context() as patch:
        patch.setattr("ai.lab.match.match.play_pair", killed)
        assert main(command) != 0
    assert rounds == [0, 2, 4]
    for cut in (-1, -30, len(record.read_bytes()) // 2):
        record.write_bytes(record.read_bytes()[:cut])
        assert main(command) == 0
        assert record.read_bytes() == whole.read_bytes()
    games, problems = read_games(whole.read_text())
    assert (len(games), problems) == (6, [])
