"""``checkers show`` and ``checkers play --from``, and the program's own games in progress."""

import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.paths import ROOT

from console.cli.main import main
from console.storage.store import open_store

Play = Callable[..., tuple[int, str, str]]
START = (sys.executable, str(ROOT / "checkers.py"))
TWO = """[Event "Cup"]
[Date "1990.06.01"]
[Black "Jordan"]
[White "Ferrie"]
[Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 1-0

[Event "Huffs"]
[GameType "21"]
[Jumping "huff"]
[FEN "B:W18,32:B15,1"]
1. 1-6 {huff 15} *

[Event "Broken"]
1. 11-15 and so 22-17 *
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a file of three games; the last has words among the moves."""
    path = tmp_path / "two.pdn"
    path.write_bytes(TWO.replace("\n", "\r\n").encode("latin-1"))
    return str(path)


class TestShow:
    """Return the boards of a game as text."""

    def test_prints_every_board_with_its_move(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["show", file]) == 0
        shown = capsys.readouterr()
        lines = shown.out.splitlines()
        assert lines[:2] == ["Game 1: Black Jordan, White Ferrie", "Cup; Jun 1, 1990; american, forced; 1-0"]
        assert [line for line in lines if line.startswith(("Start", "Move"))] == [
            "Start; Black to move",
            "Move 1: Black C3 D4 (11-15); White to move",
            "Move 2: White F4 E3 (23-19); Black to move",
            "Move 3: Black B2 C3 (8-11); White to move",
            "Move 4: White F6 E7 (22-17); Black to move",
        ]
        assert shown.out.count("A | x . x . x . x . |") == 5
        assert lines[-1] == "1-0"
        assert shown.err == f'checkers show: {file}, game 3, line 15: "and" is no move.\n'

    def test_shows_a_game_up_to_its_fault(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        problem = f'checkers show: {file}, game 3, line 15: "and" is no move (read as american); moves read: 1.\n'
        assert main(["show", file, "--game", "3"]) == 1
        shown = capsys.readouterr()
        assert "Move 1: Black C3 D4 (11-15); White to move" in shown.out
        assert shown.err == problem
        assert main(["show", file, "--game", "3", "--json"]) == 1
        shown = capsys.readouterr()
        game = json.loads(shown.out)
        assert (game["plies"], len(game["moves"]), shown.err) == (1, 1, problem)
        reason = '"and" is no move (read as american)'
        assert game["problem"] == {"file": file, "game": 3, "line": 15, "text": "and", "reason": reason}
        assert main(["show", file, "--game", "3", "--pdn"]) == 1
        assert capsys.readouterr().out.endswith("1. 11-15 {and so 22-17} *\n")

    def test_writes_the_game_in_pdn(self, file: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        path = Path(file)
        path.write_bytes('[White "Žofie \x1b[31m"]\n1. 11-15 {é} (9-13) *\n\n1. 9-14 0-1'.encode())
        assert main(["show", file, "--pdn"]) == 0
        written = capfdbinary.readouterr().out.decode()
        assert '[White "Žofie ?[31m"]' in written
        assert written.endswith("\n1. 11-15 {é} (1. 9-13) *\n")
        assert main(["show", file, "--pdn", "--move", "1"]) == 2

    def test_prints_one_board_of_another_game(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["show", file, "--game", "2", "--move", "1"]) == 0
        shown = capsys.readouterr()
        assert "Move 1: Black A7 B6 (1-6), D4 huffed; White to move" in shown.out
        assert shown.out.count("A |") == 1
        assert shown.err == ""

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["--game", "4"], "There is no game 4: the games of"),
            (["--move", "5"], "There is no move 5: that game has 4 moves."),
            (["--game", "1000000000000"], "There is no game 1000000000000: the games of"),
        ],
    )
    def test_reports_games_and_moves_that_do_not_exist(
        self, file: str, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
    ) -> None:
        assert main(["show", file, *arguments]) == 2
        assert reason in capsys.readouterr().err

    def test_reads_standard_input(
        self, file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with Path(file).open() as games:
            monkeypatch.setattr("sys.stdin", games)
            assert main(["show", "-", "--game", "3"]) == 1
        out, error = capsys.readouterr()
        assert "Move 1: Black C3 D4 (11-15); White to move" in out
        assert error.startswith("checkers show: standard input, game 3, line 15: ")
        monkeypatch.setattr("sys.stdin", None)
        assert main(["show", "-"]) == 2

    def test_reports_files_that_cannot_be_read(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "empty.pdn").write_text("\n")
        for command in (["show"], ["play", "--from"]):
            for name in ("none.pdn", "", "empty.pdn"):
                assert main([*command, str(tmp_path / name)]) == 2
            speaker = f"checkers {command[0]}"
            assert capsys.readouterr().err.splitlines() == [
                f"{speaker}: That file cannot be read (No such file or directory: {tmp_path / 'none.pdn'}).",
                f"{speaker}: That file cannot be read (It is a folder: {tmp_path}).",
                f"{speaker}: There is no game in {tmp_path / 'empty.pdn'}.",
            ]

    def test_rejects_a_pipe_without_a_writer(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        if sys.platform == "win32":
            pytest.skip("needs POSIX")
        os.mkfifo(tmp_path / "pipe.pdn")
        for path in (str(tmp_path / "pipe.pdn"), "/dev/null"):
            assert main(["show", path]) == 2
            assert (
                capsys.readouterr().err
                == f"checkers show: That file cannot be read (It is not a regular file: {path}).\n"
            )

    @pytest.mark.parametrize("arguments", [[], ["--game", "2"]])
    def test_reports_an_error_during_reading(
        self, file: str, arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def failing(*_: object) -> Iterator[tuple[str, int]]:
            yield TWO[: TWO.index("[Event", 1)], 0
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr("engine.pdn.collection._decoded_pieces", failing)
        assert main(["show", file, *arguments]) == 2
        assert capsys.readouterr().err == "checkers show: That file cannot be read (Input/output error).\n"

    @pytest.mark.parametrize("bottom", ["black", "white"])
    def test_names_squares_as_the_labels_of_the_board(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], bottom: str
    ) -> None:
        path = tmp_path / "russian.pdn"
        path.write_text('[GameType "25"]\n1. c3-d4 f6-e5 2. d4:f6 g7:e5 1-0\n')
        assert main(["show", str(path), "--move", "3", "--bottom", bottom]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "Move 3: White d4:f6; Black to move" in lines
        assert list("abcdefgh"[:: 1 if bottom == "white" else -1]) in [line.split() for line in lines]
        assert main(["show", str(path), "--move", "1", "--text", "--bottom", bottom]) == 0
        text = capsys.readouterr().out
        assert "Move 1: White c3-d4; Black to move" in text
        assert "| c3 |" in text

    def test_has_the_side_with_the_first_move_first_and_at_the_bottom(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "russian.pdn"
        path.write_text('[GameType "25"]\n[Black "Eva"]\n[White "Ivan"]\n1. c3-d4 f6-e5 2. d4:f6 g7:e5 1-0\n')
        assert main(["show", str(path), "--move", "1"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "Game 1: White Ivan, Black Eva"
        assert lines[-1].split() == list("abcdefgh")

    def test_takes_the_name_of_a_saved_game(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        open_store(automatic=True).saved.path("Lunch").parent.mkdir(parents=True)
        Path(file).rename(open_store(automatic=True).saved.path("Lunch"))
        assert main(["show", "Lunch", "--move", "1"]) == 0
        assert capsys.readouterr().out.startswith("Game 1: Black Jordan, White Ferrie\n")

    def test_shows_squares_as_the_player_has_chosen(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        store = open_store(automatic=True)
        store.remember(replace(store.settings, squares="algebraic"))
        assert main(["show", file, "--move", "1"]) == 0
        assert "Move 1: Black f6-e5; White to move" in capsys.readouterr().out

    def test_reads_by_given_rules(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "anonymous.pdn"
        path.write_text("1. c3-d4 f6-e5 2. d4:f6 g7:e5 1-0\n")
        for arguments, message, status in (
            ([], "russian, forced", 0),
            (["--rules", "brazilian"], "brazilian, forced", 0),
            (["/RULES:American"], "There is no move 4: that game has 0 moves", 2),
        ):
            assert main(["show", str(path), "--move", "4", *arguments]) == status
            shown = capsys.readouterr()
            assert message in shown.out + shown.err

    def test_prints_parse_warnings(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "crown.pdn"
        path.write_text('[FEN "W:W3,20:B12."]\n*\n')
        assert main(["show", str(path)]) == 0
        shown = capsys.readouterr()
        assert "Start; White to move" in shown.out
        assert (
            shown.err
            == f"checkers show: {path}, game 1, line 1: the man on 3 stands on its king row and is read as a king.\n"
        )


class TestPlayFrom:
    @pytest.fixture
    def play(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
        """Return a function that plays in lines and returns the exit status, the output and the errors."""

        def played(*arguments: str, typed: str = "") -> tuple[int, str, str]:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
            status = main(["play", *arguments])
            return status, *capsys.readouterr()

        return played

    def test_continues_a_foreign_game_from_any_position(self, file: str, play: Play) -> None:
        status, out, err = play("--from", file, "--ply", "3", typed="Dan\nY\nmoves\nredo\nquit\n")
        assert (status, err) == (0, "")
        assert out.partition("\n")[2].startswith(
            "Your name? Dan\nDo you want to go first (Y/N)? Y\nYou play White against level 5."
        )
        assert "C3 D2" in out
        assert "Replayed:" in out

    @pytest.mark.parametrize(
        ("name", "option", "side"),
        [
            ("Ann", "", "Black"),
            ("Bob", "", "White"),
            ("bob", "--first", "White"),
            ("Zoe", "--first", "Black"),
            ("Zoe", "--second", "White"),
        ],
    )
    def test_seats_the_player_of_a_finished_game_by_his_name(
        self, tmp_path: Path, play: Play, name: str, option: str, side: str
    ) -> None:
        """The first side was the one to move after the last move, so that a review taught the wrong player."""
        path = tmp_path / "finished.pdn"
        path.write_text('[Black "Ann"]\n[White "Bob"]\n[Result "1-0"]\n1. 11-15 22-18 2. 15x22 1-0\n')
        asked = ("--from", str(path), "--name", name, *filter(None, [option]))
        assert play(*asked)[1].startswith(f"You play {side} ")

    def test_asks_who_has_played_a_finished_game(self, tmp_path: Path, play: Play) -> None:
        path = tmp_path / "finished.pdn"
        path.write_text('[Black "Ann"]\n[White "Bob"]\n[Result "1-0"]\n1. 11-15 22-18 2. 15x22 1-0\n')
        _, out, _ = play("--from", str(path), "--name", "Zoe", typed="N\n")
        assert out.startswith("Did you play Black in this game (Y/N)? N\nYou play White ")

    def test_begins_at_the_fault_of_a_game(self, file: str, play: Play) -> None:
        status, out, _ = play("--from", file, "--game", "3", "--name", "Eve", "--first", typed="F4 E3\nquit\n")
        assert status == 0
        assert 'The file cannot be read beyond line 15: "and" is no move (read as american).' in " ".join(out.split())
        assert "You play White" in out

    def test_options_answer_their_questions(self, file: str, play: Play) -> None:
        _, out, _ = play("--from", file, "--ply=4", "--name", "Eve", "--second", "--level", "1")
        assert out.startswith("You play White against level 1.")
        assert "I move" in out

    def test_continues_by_given_rules(self, tmp_path: Path, play: Play) -> None:
        path = tmp_path / "anonymous.pdn"
        path.write_text("1. c3-d4 f6-e5 2. d4:f6 g7:e5 1-0\n")
        asked = ("--from", str(path), "--name", "Eve", "--first", "--level", "1")
        assert "russian, " in play(*asked)[1]
        assert "brazilian, " in play(*asked, "--rules", "brazilian")[1]

    def test_continues_with_the_jumping_of_the_game(self, file: str, play: Play) -> None:
        _, out, _ = play("--from", file, "--game", "2", "--name", "Eve", "--first")
        assert "american, huff" in out

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["--rules", "russian", "--move", "1"], 'game 1, line 6: "11-15" is not a legal move here'),
            (["--game", "9"], "There is no game 9"),
            (["--move", "9"], "There is no move 9"),
            (["--losing"], '"--losing" will not do: the game comes with its own.'),
            (["--ballot", "5"], '"--ballot" will not do: the game comes with its own.'),
        ],
    )
    def test_rejects_options_of_the_game_itself(self, file: str, play: Play, arguments: list[str], reason: str) -> None:
        status, out, err = play("--from", file, *arguments)
        assert (status, out) == (2, "")
        assert reason in err

    def test_opens_the_game_without_a_file(self, play: Play) -> None:
        assert play("--name", "Dan", "--first")[1].startswith("You play Black")
        assert play("--ply", "3")[0] == 2
