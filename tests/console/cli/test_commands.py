"""The commands beside the game."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest
from support.paths import ROOT
from support.platform_marks import linux

from console.cli.main import main


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


_DEPTH = "as DEPTH will not do: use a whole number from 1 to 99."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["perft"], "checkers perft needs DEPTH; checkers perft --help says more."),
        (["perft", "3", "4"], '"4" is one argument too many: checkers perft takes DEPTH and options.'),
        *((["perft", depth], f'"{depth}" {_DEPTH}') for depth in ("0", "-3", "deep", "²")),
        (["perft", "1" * 5000], f'"{"1" * 200}..." {_DEPTH}'),
        (
            ["perft", "3", "--fen", "rubbish"],
            '"rubbish" is not a FEN; one looks like B:W21-32:B1-12 (side to move, then each side\'s squares).',
        ),
        (["perft", "3", "--rule=casual"], 'There is no option "--rule=casual"; the closest is --rules; see --help.'),
        (["match", "random"], "checkers match needs PLAYER PLAYER; checkers match --help says more."),
        (
            ["match", "random", "random", "/GAMES:no"],
            '"no" after --games will not do: use a whole number from 1 to 1000000.',
        ),
        (["bench", "--json=yes"], '"--json=yes": --json takes no value.'),
        (["bench", "fast"], '"fast" is one argument too many: checkers bench takes only options.'),
        (
            ["match", "random", "random", "--zzz"],
            'There is no option "--zzz"; the choices are --help, --games, --sprt, --jobs, --cluster, --seed, --rules, '
            "--jumping, --start, --unbalanced, --opening-moves, --longest, --adjudicate, --pdn, --record, --json; "
            "see --help.",
        ),
        (["hub", "--jsno"], 'There is no option "--jsno"; the choices are --help; see --help.'),
        (["show", "--game", "2"], "checkers show needs FILE.pdn; checkers show --help says more."),
        (["play", "--from", "/GAME:2"], '"--from" needs a value, as in --from FILE.pdn.'),
        (["train", "games", "--jobs"], '"--jobs" needs a value, as in --jobs N.'),
    ],
)
def test_reports_a_wrong_command_line(line: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line) == 2
    assert capsys.readouterr() == ("", f"{sentence}\n")


@pytest.mark.parametrize(
    "line",
    [
        *("bench --runs 0", "bench now", "bench --rules=chess", "match level=5", "match level=5 level=12"),
        *("match random random --games 0", "match random random --rules chess", "match random random --gam 2"),
        *("match random random random", "match random evaluation=/dev/null"),
        *(
            f"match random random {flag} {name}"
            for flag in ("--pdn", "--record")
            for name in ("", "/", ".", "x" * 246, f"{__file__}/x")
        ),
        *("tables bild", "tables build", "tables build 1", "tables build 9", "tables build 3 --jobs 0"),
        *("tables build 3 --cluster", "tables verify \x1b[2J", "tables value", "tables value --fen B:W1:B33"),
        *("tables --what", "book build --out /", "book mov", "book build --positions 0", "book moves --fen x"),
        *("dxp", "dxp lissen", "dxp call host:0", "dxp call host:http", "dxp listen --port 70000"),
        *("dxp call x --color red", "rules chess"),
    ],
)
def test_rejects_a_wrong_command_line_in_one_sentence(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split(" ")) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "\x1b" not in said.err


def test_takes_a_path_as_a_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At any place; words after ``--`` are never options."""
    missing = str(tmp_path / "none.pdn")
    for line in (["show", missing], ["show", "--game", "1", "--", missing], ["play", "--from", missing]):
        assert main(line) == 2
        assert "No such file" in capsys.readouterr().err


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
