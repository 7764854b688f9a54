"""The commands beside the game."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest
from support.cases import cases
from support.command_line import FLAGS
from support.paths import ROOT
from support.platform_marks import linux

from console.cli.commands import COMMANDS
from console.cli.main import main
from engine.rules import RULE_SETS


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the printed lines."""
    return capsys.readouterr().out.splitlines()


def test_perft_prints_a_line_a_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "5"]) == 0
    table = lines(capsys)
    assert [line.split()[:2] for line in table] == [["1", "7"], ["2", "49"], ["3", "302"], ["4", "1469"], ["5", "7361"]]
    assert all(re.fullmatch(r"\d+ \d+ \d+\.\d{3} \d+", line) for line in table)


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        (["perft", "1"], {"depth", "count", "seconds", "per_second"}),
        (["tables", "--json"], {"rules", "pieces", "positions", "bytes", "values", "from", "verified"}),
        (["tables", "list"], {"rules", "pieces", "positions", "bytes", "values", "from", "verified"}),
        (["book"], {"rules", "positions", "moves", "bytes", "from"}),
        (["book", "moves"], {"move", "score", "weight"}),
        (["rules"], {"american", "russian"}),
        (["rules", "list"], {"american", "russian"}),
        (["rules", "russian"], {"Board", "Draw counts"}),
        (["rules", "show", "russian"], {"Board", "Draw counts"}),
        (["course"], {"number", "title", "part", "minutes", "rules", "finished"}),
        (["problems", "list"], {"rules", "fen", "solution"}),
    ],
)
def test_prints_json_for_programs(command: list[str], keys: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert keys <= (found[0] if isinstance(found, list) else found).keys()


def test_perft_takes_a_position_and_a_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2", "--rules", "american", "--fen", "B:W15,22,32:B11,1"]) == 0
    assert [line.split()[1] for line in lines(capsys)] == ["1", "2"]
    assert main(["perft", "1", "--routes", "--fen", "W:WK2:B6,7,14,15"]) == 0
    assert capsys.readouterr().out.startswith("1 2 ")
    assert main(["perft", "--fen=B:W32:B1", "1"]) == 0
    assert [line.split()[1] for line in lines(capsys)] == ["2"]
    assert main(["perft", "/FEN:B:W32:B1", "/RULES:CASUAL", "1"]) == 0
    assert [line.split()[1] for line in lines(capsys)] == ["2"]


NAMES = {
    "nines": "9" * 5000,
    "cut": "9" * 200 + "...",
    "flags": ", ".join(FLAGS),
    "commands": ", ".join(COMMANDS),
    "rules": ", ".join(RULE_SETS),
}


@pytest.mark.parametrize(("line", "sentence"), cases("wrong_command_lines"))
def test_reports_a_wrong_command_line(line: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line.replace(r"\x1b", "\x1b").format_map(NAMES))) == 2
    assert capsys.readouterr() == ("", f"{sentence.format_map(NAMES)}\n")


@pytest.mark.parametrize(
    "more", [["random", "--pdn", "x" * 246], ["random", "--record", f"{__file__}/x"], ["evaluation=/dev/null"]]
)
def test_rejects_files_that_cannot_be_used(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", *more]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_reports_a_librt_that_the_compiled_modules_cannot_use(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def clash(arguments: list[str]) -> None:
        raise ValueError(message)

    monkeypatch.setattr("console.cli.main._run", clash)
    message = "ABI version conflict for librt.vecs, expected 1, found 2"
    assert main([]) == 1
    assert capsys.readouterr().err == f"The compiled modules need another librt: reinstall the game ({message}).\n"
    message = "another one"
    with pytest.raises(ValueError, match="another one"):
        main([])


LONG_ANSWERS = pytest.mark.parametrize("arguments", [["problems", "list", "--rules", "russian"], ["perft", "1"]])


def output_to(stream: IO[str] | int, arguments: list[str]) -> tuple[int, str]:
    """Run a command with its output to a stream; return the exit status and what is said on standard error."""
    program = [sys.executable, str(ROOT / "checkers.py"), *arguments]
    ended = subprocess.run(program, stdout=stream, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    return ended.returncode, ended.stderr


@LONG_ANSWERS
def test_is_silent_if_nobody_reads_on(arguments: list[str]) -> None:
    """The reader of a pipe ends early, for example in ``checkers problems list | head``."""
    reader, writer = os.pipe()
    os.close(reader)
    assert output_to(writer, arguments) == (0, "")
    os.close(writer)


@linux
@LONG_ANSWERS
def test_reports_a_full_disk(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        assert output_to(full, arguments) == (1, "There is no room left where the output goes.\n")
