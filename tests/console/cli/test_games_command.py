"""The command ``checkers games``."""

import errno
import json
import re
from pathlib import Path
from typing import BinaryIO

import pytest
from support.platform_marks import TOO_LONG, posix
from support.written_games import club_file

import console.storage.game_index as game_index
from ai.whole_files import open_file
from console.cli.main import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file of four games; the last has an impossible move."""
    return club_file(tmp_path)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of the user's own."""
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_prints_a_list(file: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", str(file)]) == 1
    shown = capsys.readouterr()
    assert shown.out == (
        " No. Date         Players                         Result  Moves Opening\n"
        "   1 Jun 1, 1990  Jordan, R. - Ferrie             1-0         3 Glasgow\n"
        "   2 2004         Чёрный - Jordan, A.             1/2-1/2     3 Fife\n"
        "   3              ? - Zoë                         0-1         2 american\n"
        "   4              ? - ?                           *          ~1 Old Faithful\n"
        "4 of 4 games.\n"
    )
    assert (
        shown.err == f"checkers games: {file}: 1 game cannot be read to the end (marked ~); checkers show says why.\n"
    )
    assert (home / "games.sqlite").exists()


def test_finds_a_position_in_a_folder(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = "B:W21-32:B1-12"
    assert main(["games", str(file.parent), "--position", position, "--most", "1"]) == 1
    assert capsys.readouterr().out.splitlines()[2:] == [
        "3 of 4 games; the first 1 are listed.",
        "This position came up in 2 games: won 1, drawn 1, lost 0 (75%).",
        "  11-15        2  ######::::::   75%  won 1, drawn 1, lost 0",
    ]


def test_reports_a_file_of_a_folder_that_cannot_be_read(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is named ends the command."""
    secret = file.with_name("secret.pdn")
    secret.write_text("1. 11-15 *\n")

    def opened(path: Path) -> BinaryIO:
        if path.name == secret.name:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return open_file(path)

    monkeypatch.setattr(game_index, "open_file", opened)
    assert main(["games", str(file.parent)]) == 1
    shown = capsys.readouterr()
    assert "4 of 4 games." in shown.out
    assert f"{secret} cannot be read (Permission denied).\n" in shown.err
    assert main(["games", str(file.parent), str(secret)]) == 2


def test_prints_objects_of_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", str(file), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    row, *_, bad = found["games"]
    assert (found["searched"], found["found"], found["reached"]) == (4, 4, None)
    assert (row["file"], row["number"], row["opening"], row["plies"]) == (str(file), 1, "Glasgow", 6)
    assert (row["date"], row["year"], row["problem"]) == ("1990.06.01", 1990, None)
    reason = '"99-1": there is no square 99 (read as american)'
    assert bad["plies"] == 1
    assert bad["problem"] == {"file": str(file), "game": 4, "line": 20, "text": "99-1", "reason": reason}


def test_reads_standard_input(
    file: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not kept in the index."""
    with file.open() as games:
        monkeypatch.setattr("sys.stdin", games)
        assert main(["games", "-", "--player", "jordan"]) == 1
    out, error = capsys.readouterr()
    assert out.splitlines()[-1] == "2 of 4 games."
    assert error.startswith("checkers games: standard input: 1 game cannot be read")
    assert not (home / "games.sqlite").exists()


def test_lists_the_saved_games_without_arguments(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 2
    assert (
        capsys.readouterr().err
        == "checkers games: There are no files of games: name one, as in checkers games FILE.pdn.\n"
    )
    (home / "games").mkdir(parents=True)
    (home / "games" / "lunch.pdn").write_text("1. 11-15 *\n")
    assert main(["games"]) == 0
    assert "1 of 1 game." in capsys.readouterr().out


@pytest.mark.parametrize(("name", "reason"), [("n" * 300, f" ({TOO_LONG}"), ("missing.pdn", "")])
def test_rejects_files_that_cannot_be_read(
    file: Path, name: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", str(file), name]) == 2
    assert f"{name} cannot be read{reason}" in capsys.readouterr().err


def test_explains_a_device_of_windows(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The system may not say where the device is."""

    def realpath(path: Path) -> str:
        raise OSError(errno.EBADF, "Invalid handle", str(path))

    monkeypatch.setattr("os.path.realpath", realpath)
    assert main(["games", "con"]) == 2
    assert re.fullmatch(r"checkers games: con cannot be read \(.+\)\.\n", capsys.readouterr().err)


@posix
def test_explains_a_link_to_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert main(["games", str(tmp_path / "loop")]) == 2
    assert "cannot be read (" in capsys.readouterr().err
