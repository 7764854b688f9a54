"""The command line: options in both spellings, and the messages for mistakes."""

import io
import re
import shutil
import subprocess
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.command_line import FLAGS, command_named, help_of, parse
from support.platform_marks import posix

import console.cli.play
from console.cli.arguments import whole
from console.cli.commands import COMMANDS, all_commands
from console.cli.main import main
from console.cli.parser import Command, OptionError
from console.game.options import Options, default_jumping
from console.version import NAME, VERSION
from engine.fen import parse_fen
from engine.rules import AMERICAN, RULE_SETS, losing_game

KING = "W:W18,K27:B5"


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ([], Options()),
        (["--name", "Dan", "--first"], Options(name="Dan", first=True)),
        (["--name=Dan O'Hara", "--second"], Options(name="Dan O'Hara", first=False)),
        (["--level", "9", "--jumping", "forced"], Options(level=9, jumping="forced")),
        (["--seed", "-7"], Options(seed=-7)),
        (["--plain", "--ascii", "--mono"], Options(plain=True, ascii=True, mono=True)),
        (["/MONO", "/plain", "/Ascii"], Options(plain=True, ascii=True, mono=True)),
        (["/LEVEL:7", "/NAME:Dan", "/first"], Options(level=7, name="Dan", first=True)),
        (["--name", ""], Options(name="Player")),
        (["--rules", "russian"], Options(rules=RULE_SETS["russian"])),
        (["--fen", KING], Options(fen=KING, start=parse_fen(KING, AMERICAN))),
        (["/RULES:Triple-King", "/JUMPING:FREE"], Options(rules=RULE_SETS["triple-king"], jumping="free")),
        (["--losing"], Options(rules=losing_game(RULE_SETS["american"]))),
        (["--losing", "--rules", "russian"], Options(rules=losing_game(RULE_SETS["russian"]))),
        (["--rules", "russian-losing", "--losing"], Options(rules=losing_game(RULE_SETS["russian"]))),
        (["--jumping=forced", "--rules=italian"], Options(rules=RULE_SETS["italian"], jumping="forced")),
    ],
)
def test_accepts(line: list[str], options: Options) -> None:
    assert parse(line) == options


def test_reads_a_fen_by_rules_given_before_or_after_it() -> None:
    fen = "W:W50,K46:B5"
    options = Options(fen=fen, start=parse_fen(fen, RULE_SETS["international"]), rules=RULE_SETS["international"])
    assert parse(["--fen", fen, "--rules", "international"]) == parse(["--rules", "international", "--fen", fen])
    assert parse(["--fen", fen, "--rules", "international"]) == options
    with pytest.raises(OptionError, match='"50"'):
        parse(["--fen", fen])


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        (["a", "--json", "b", "/MOST:7", "-7"], ["a", "b", "-7"]),
        (["--json", "--most", "7", "a", "b", "--", "-c"], ["a", "b", "-c"]),
        (["--most=7", "/JSON"], []),
    ],
)
def test_takes_a_list_between_options(arguments: list[str], files: list[str]) -> None:
    assert command_named("games").parse(arguments).files == files


def test_accepts_help_as_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    for words, options in ((["help"], ["--help"]), (["help", "match"], ["match", "--help"])):
        assert main(words) == main(options) == 0
        said = capsys.readouterr().out
        assert said[: len(said) // 2] == said[len(said) // 2 :] != ""


def test_prints_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == main(["/?"]) == main(["-h"]) == main(["--first", "-?"]) == 0
    text = help_of("")
    assert capsys.readouterr().out == text * 4
    assert all(flag in text for flag in FLAGS)


@pytest.mark.parametrize(("compiled", "note"), [(True, ""), (False, ", interpreted")])
def test_the_version_says_whether_it_is_interpreted(
    compiled: bool, note: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.cli.main.is_compiled", lambda: compiled)
    assert main(["--version"]) == main(["--plain", "-V"]) == 0
    assert capsys.readouterr().out == f"{NAME} {VERSION}{note}\n" * 2


@pytest.mark.parametrize("command", all_commands(), ids=lambda command: command.name or "game")
def test_every_command_has_its_help(command: Command) -> None:
    lines = help_of(command.name).splitlines()
    assert lines[0].startswith(f"usage: {command.prog} [OPTIONS]")
    assert max(map(len, lines)) <= 78
    assert lines == [line.rstrip() for line in lines]


def test_every_default_can_be_read() -> None:
    arguments = [each for command in all_commands() for each in command.arguments if each.usual]
    assert len(arguments) > 30
    for each in arguments:
        each.converted(each.usual)


def test_every_command_is_named_once() -> None:
    names = [command.name for command in all_commands()]
    assert len({*names}) == len(names)
    assert {*COMMANDS, ""} == {name.partition(" ")[0] for name in names}


def test_default_jumping_is_huff_if_the_rules_allow_it() -> None:
    for rules in RULE_SETS.values():
        assert default_jumping(rules) == ("huff" if "huff" in rules.jumpings else "forced")


@posix
@pytest.mark.parametrize(("term", "possible"), [("xterm", True), ("", False), ("dumb", False), ("unknown", False)])
def test_knows_terminals_for_the_full_screen(term: str, possible: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("TERM", term)
    assert console.cli.play.full_screen_possible() is possible
    monkeypatch.setattr("sys.stdin", None)
    assert not console.cli.play.full_screen_possible()


def test_accepts_a_ballot_by_number_or_at_random() -> None:
    assert parse(["--ballot", "37"]).ballot == "37"
    assert parse(["/BALLOT:random"]).ballot == "random"


def test_reads_a_fen_by_the_rules_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.json").write_text('{"rules": "international"}')
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    assert main(["--keep", "--plain", "--name", "Dan", "--first", "--fen", "W:W50,K46:B5"]) == 0
    assert "international" in capsys.readouterr().out


def test_help_names_every_command() -> None:
    assert all(f"  checkers {name} " in help_of("") for name in COMMANDS)


def test_a_whole_number_may_be_either_bound() -> None:
    read = whole(-3, 12)
    assert [read(text) for text in ("-3", "12")] == [-3, 12]
    for text in ("-4", "13"):
        with pytest.raises(ValueError, match="from -3 to 12"):
            read(text)


@pytest.mark.parametrize("shell", [shell for shell in ("bash", "fish") if shutil.which(shell)])
def test_a_shell_completes_commands_options_and_values(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    script = tmp_path / "script"
    script.write_text(capsys.readouterr().out)
    commands = {"ta": "tables", "tables bu": "build", "help ta": "tables", "help tables bu": "build"}
    options = {"tables build --j": "--jobs", "--pl": "--plain", "completion z": "zsh", "show --bottom b": "black"}
    values = {"--rules rus": "russian", "match --rules = it": "italian", "--level f": "fit"}
    values |= {"problems list --theme back": "back-shot", "dxp call --color w": "white"}
    for typed, found in (commands | options | values).items():
        words = f"COMP_WORDS=(checkers {typed}) COMP_CWORD={len(typed.split())}; _checkers; echo $COMPREPLY"
        line = typed.replace(" = ", "=")
        code = f". {script}; " + (f'complete -C"checkers {line}"' if shell == "fish" else words)
        done = subprocess.run([shell, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.split()[0].rpartition("=")[2] == found, typed


def test_the_exit_status_is_that_of_the_table() -> None:
    table = re.findall(r"^  ([0-9]+) +(.+)$", help_of("").partition("exit status:")[2], re.MULTILINE)
    assert [status for status, _ in table] == ["0", "1", "2", "130"]
    assert [main(["rules", "list"]), main(["rules", "remove", "none"]), main(["chess"])] == [0, 1, 2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("console.cli.main.run_command", Mock(side_effect=KeyboardInterrupt))
        assert main([]) == 130


def test_zsh_gets_the_script_of_bash(capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["completion", shell]) for shell in ("bash", "zsh")] == [0, 0]
    bash, zsh = capsys.readouterr().out.split("#compdef checkers\n")
    assert zsh.startswith(f"autoload -U +X bashcompinit && bashcompinit\n{bash}")
