"""The commands beside the game."""

import re

import pytest

from console.cli.main import main


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What was printed, a line each."""
    return capsys.readouterr().out.splitlines()


def test_perft_prints_a_line_a_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "5"]) == 0
    table = lines(capsys)
    assert [line.split()[:2] for line in table] == [["1", "7"], ["2", "49"], ["3", "302"], ["4", "1469"], ["5", "7361"]]
    assert all(re.fullmatch(r"\d+ \d+ \d+\.\d{3} \d+", line) for line in table)


def test_perft_of_a_position_and_a_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2", "--rules", "american", "--fen", "B:W15,22,32:B11,1"]) == 0
    assert [line.split()[1] for line in lines(capsys)] == ["1", "2"]
    assert main(["perft", "--fen=B:W32:B1", "1"]) == 0
    assert [line.split()[1] for line in lines(capsys)] == ["2"]


@pytest.mark.parametrize(
    "line",
    [
        ["perft"],
        ["perft", "0"],
        ["perft", "-3"],
        ["perft", "deep"],
        ["perft", "1" * 5000],
        ["perft", "²"],
        ["perft", "3", "4"],
        ["perft", "3", "--rules"],
        ["perft", "3", "--rules", "chess"],
        ["perft", "3", "--fen", "rubbish"],
        ["perft", "3", "--fen", "B:W40:B1"],
        ["perft", "3", "--what"],
    ],
)
def test_bad_arguments_are_one_sentence_and_status_2(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert len(line) < 2 or line[-1] in said.err
