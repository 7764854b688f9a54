"""Every command shown in the pages is run, or has a reason why it is only read."""

import io
import re
import shlex
from pathlib import Path
from typing import Final

import pytest
from support.paths import MAN_PAGE, ROOT

from console.cli.commands import find_command
from console.cli.main import main

_MARKDOWN: Final = r"`(checkers [^`]+)`|^ *(checkers .+)$"
PAGES: Final = {
    **dict.fromkeys(("README.md", "CONTRIBUTING.md", "engine/LIBRARY.md"), _MARKDOWN),
    **dict.fromkeys((f"{package}/README.md" for package in ("engine", "ai", "console")), _MARKDOWN),
    "CHECKERS.DOC": r"\"(checkers [^\"]+?[a-z])\.?\"|^ {5}(checkers .+)$",
    "console/cli/reference.txt": r"^  (checkers \S+(?: \S+)*)",
    MAN_PAGE.relative_to(ROOT).as_posix(): r"^(?:\.B |\\&)? *(checkers [\w-]\S+(?: \S+)*)",
}
"""The pages, and how a command stands in each."""

VALUES: Final = {
    "COMMAND": "engine",
    "DEPTH": "2",
    "FEN": "W:W18,24:B5",
    "FILE": "game.pdn",
    "FILE.pdn": "game.pdn",
    "HOST": "127.0.0.1",
    "HOST[:PORT]": "127.0.0.1:1",
    "N": "1",
    "NAME": "russian",
    "PIECES": "3",
    "PLAYER": "random",
    "SHELL": "bash",
    "granny": "russian",
}
"""What stands for a value in the pages, and the value that is tried."""

NOT_RUN: Final = {
    "--engine": "needs another program",
    "answer": "waits for a call",
    "bench": "measures for seconds",
    "book build": "computes until it is interrupted",
    "call": "needs a network",
    "dxp": "needs a network",
    "hub": "waits for another program",
    "levels": "plays whole games",
    "match": "plays whole games",
    "problems mine": "searches for hours",
    "rules add": "needs a file of rules",
    "rules remove": "needs rules of one's own",
    "tables build": "computes for minutes",
    "tables kept": "searches for minutes",
    "tables verify": "computes for minutes",
    "train": "trains for hours",
}
"""How commands begin that are only read, and the reason."""


QUICKLY: Final = dict.fromkeys(("review", "hint"), ("--nodes", "200"))
"""Options that are added, so that a command takes no seconds."""


def shown() -> set[str]:
    """Return the commands of all pages, on one line each and without what may be left out."""
    found = set()
    for page, pattern in PAGES.items():
        for match in re.finditer(pattern, (ROOT / page).read_text("utf-8").replace("\\-", "-"), re.MULTILINE):
            found.add(" ".join(match[match.lastindex or 0].partition(" [")[0].split()))
    return found


def arguments(line: str) -> list[str]:
    """Return the arguments of a command, with values for what stands for them."""
    return [VALUES.get(each, each) for each in shlex.split(line)[1:]]


COMMANDS: Final = sorted(shown())


def test_finds_the_commands_of_the_pages() -> None:
    assert len(COMMANDS) > 60
    kept = [" ".join(arguments(line)) for line in COMMANDS]
    assert [each for each in NOT_RUN if not any(line.startswith(each) for line in kept)] == []


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_pages_does_what_it_is_asked(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [*arguments(line), *QUICKLY.get(line.split()[1], ())]
    if given[:1] != ["help"]:
        command, rest = find_command(given)
        if command.words and not rest:
            return  # it is only named
        if any(" ".join(given).startswith(each) for each in NOT_RUN):
            command.parse(rest)
            return
    monkeypatch.chdir(tmp_path)
    Path("game.pdn").write_text('[GameType "21"]\n\n1. 11-15 24-20 2. 8-11 28-24 *\n')
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Dan\nY\nquit\n")))
    assert (main(given), capsys.readouterr().err) == (0, "")
