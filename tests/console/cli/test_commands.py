"""The commands beside the game."""

import errno
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from support.cases import cases
from support.command_line import help_of
from support.json_schema import faults
from support.paths import DATA, ROOT
from support.platform_marks import linux

from ai.lab.overlooked import overlooked
from ai.lab.training.samples import sample, write_samples
from console.cli.commands import all_commands, find_command
from console.cli.main import main
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the printed lines."""
    return capsys.readouterr().out.splitlines()


def test_perft_prints_a_line_a_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "5"]) == 0
    table = lines(capsys)
    assert [line.split()[:2] for line in table] == [["1", "7"], ["2", "49"], ["3", "302"], ["4", "1469"], ["5", "7361"]]
    assert all(re.fullmatch(r"\d+ \d+ \d+\.\d{3} \d+", line) for line in table)


SCHEMAS: dict[str, Any] = json.loads((DATA / "json_schemas.json").read_text())
STREAMS = ("perft", "levels")
"""The commands that print an object a line, because their results come one by one."""
JSON_COMMANDS = (
    "show a.pdn",
    "review a.pdn --nodes 100",
    "games a.pdn",
    "games a.pdn --position B:W21-32:B1-12",
    "perft 2",
    "match depth=1,megabytes=1 random --start --jobs=1 --games=2",
    "match depth=1,megabytes=1 random --start --jobs=1 --games=2 --sprt=0,5",
    "bench --runs 1",
    "levels",
    "train curve --samples .",
    "tables",
    "tables list",
    "tables value --fen B:WK32:BK1",
    "tables value --fen B:WK32:B28,K27",
    "tables counts 2",
    "tables kept 4 --nodes 1 --positions 50 --jobs 1",
    "book",
    "book list",
    "book moves",
    "problems list --rules thai",
    "record",
    "rules",
    "rules list",
    "rules italian",
    "rules show russian",
    "course",
    "course list",
    "course 1",
    "course show 5",
)


def schema_of(line: str) -> Any:
    """Return the schema of what a command prints with --json."""
    name = find_command(line.split())[0].name
    with_argument = {"rules italian": "rules show", "course 1": "course show"}
    return SCHEMAS[
        with_argument.get(line, name.removesuffix(" list") if name.removesuffix(" list") in SCHEMAS else name)
    ]


def keys(schema: Any) -> Iterator[str]:
    """Yield all keys that a schema names."""
    yield from schema.get("properties", ())
    for each in (*schema.get("properties", {}).values(), *schema.get("anyOf", ()), schema.get("items")):
        if each is not None:
            yield from keys(each)


@pytest.mark.parametrize("line", JSON_COMMANDS)
def test_json_fits_its_schema(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help of the command has all keys, and says if there is an object a line."""
    monkeypatch.chdir(tmp_path)
    Path("a.pdn").write_text('[Event "Cup"]\n1. 11-15 99-1 *\n')
    write_samples(Path("american-50-00000001.samples"), [sample(Position.start(AMERICAN), 1, 100, 1, exact=False)])
    monkeypatch.setattr("console.cli.bench.SECONDS", 0.02)
    monkeypatch.setattr("console.cli.levels.overlooked", lambda *_: overlooked(AMERICAN, 1, 0, 1))
    assert main([*line.split(), "--json"]) == int("a.pdn" in line)
    out, schema, (page, *_) = capsys.readouterr().out, schema_of(line), line.split()
    printed = [json.loads(each) for each in out.splitlines()] if page in STREAMS else [json.loads(out)]
    assert [fault for each in printed for fault in faults(each, schema)] == []
    described = help_of(page).partition("\n\noptions:")[2]
    assert [key for key in keys(schema) if not re.search(rf"\b{key}\b", described)] == []
    assert ("an object a line" in described) == (page in STREAMS)


def test_tries_every_command_with_json() -> None:
    tried = {find_command(line.split())[0].name for line in JSON_COMMANDS}
    assert tried == {command.name for command in all_commands() if "--json" in command.flags}


def test_keys_of_json_are_snake_case() -> None:
    assert [key for schema in SCHEMAS.values() for key in keys(schema) if not re.fullmatch("[a-z0-9_]+", key)] == []


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"a": 1}, []),
        ({"a": True}, ["$.a: True is not of type integer"]),
        ({}, ["$: a is missing"]),
        ({"a": 1, "b": 1}, ["$.b is not in the schema"]),
        ([], ["$: [] is not of type object"]),
    ],
)
def test_the_validator_finds_faults(value: object, fault: list[str]) -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer"}},
        "required": ["a"],
        "additionalProperties": False,
    }
    assert [*faults(value, schema)] == fault


def test_perft_takes_a_position_and_a_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2", "--rules", "american", "--fen", "B:W15,22,32:B11,1"]) == 0
    assert [line.split()[1] for line in lines(capsys)] == ["1", "2"]
    assert main(["perft", "1", "--routes", "--fen", "W:WK2:B6,7,14,15"]) == 0
    assert capsys.readouterr().out.startswith("1 2 ")


NAMES = {
    "nines": "9" * 5000,
    "cut": "9" * 200 + "...",
    "rules": ", ".join(RULE_SETS),
}


@pytest.mark.parametrize(("line", "sentence"), cases("wrong_command_lines"))
def test_reports_a_wrong_command_line(line: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line.replace(r"\x1b", "\x1b").format_map(NAMES))) == 2
    out, error = capsys.readouterr()
    speaker, _, said = error.partition(": ")
    assert (out, said) == ("", f"{sentence.format_map(NAMES)}\n")
    first, *command = speaker.split()
    assert (first, command) == ("checkers", line.split()[: len(command)])


@pytest.mark.parametrize(
    "line", ["show none.pdn", "tables build 9", "match random random --sprt=5", "rules remove none"]
)
def test_errors_begin_with_the_command(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(line.split())
    name = " ".join(re.findall(r"^\w+(?: (?:build|remove))?", line))
    assert capsys.readouterr().err.startswith(f"checkers {name}: ")


@pytest.mark.parametrize(
    "more", [["random", "--record", "x" * 246], ["random", "--record", f"{__file__}/x"], ["evaluation=/dev/null"]]
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
    assert (
        capsys.readouterr().err
        == f"checkers: The compiled modules need another librt: reinstall the game ({message}).\n"
    )
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


@pytest.mark.parametrize(
    ("on_windows", "ending"),
    [(True, (0, "")), (False, (1, "checkers perft: The output cannot be written: Invalid argument.\n"))],
    ids=["windows", "elsewhere"],
)
def test_a_closed_pipe_is_an_invalid_argument_for_windows(
    on_windows: bool,
    ending: tuple[int, str],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Closed(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr("console.terminal.standard_streams._ON_WINDOWS", on_windows)
    monkeypatch.setattr("console.cli.main.discard_output", lambda: None)
    monkeypatch.setattr(sys, "stdout", Closed())
    assert (main(["perft", "1"]), capfd.readouterr().err) == ending


@linux
@LONG_ANSWERS
def test_reports_a_full_disk(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        assert output_to(full, arguments) == (
            1,
            f"{find_command(arguments)[0].prog}: There is no room left where the output goes.\n",
        )
