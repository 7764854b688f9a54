"""Several moves typed at once, as books print them: followed where nothing is at stake."""

import re
from pathlib import Path

import pytest
from support.cases import cases
from support.stored_games import disk, played_session

from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.pdn.reader import follow
from engine.position import Position
from engine.rules import AMERICAN

SOLUTIONS = [(fen, text.replace("¦", "|").split("\\n")) for fen, text, _ in cases("solutions")]


def test_follows_published_solutions_in_a_study(tmp_path: Path) -> None:
    store = disk(tmp_path)
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "sol.pdn").write_text("\n".join(f'[FEN "{fen}"]\n\n*\n' for fen, _ in SOLUTIONS), "utf-8")
    lines, reached = ["study sol"], []
    for number, (fen, text) in enumerate(SOLUTIONS, 1):
        lines += [f"study sol {number}", *text, "fen"]
        game = Game(AMERICAN, "forced", parse_fen(fen, AMERICAN))
        turns, fault = follow(" ".join(text), game)
        assert fault is None
        reached.append(fen_text(turns[-1].after))
    paper = played_session(lines, store)
    assert re.findall(r"FEN (\S+)", paper) == reached


def test_says_why_moves_are_followed_no_further(tmp_path: Path) -> None:
    store = disk(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "lunch.pdn").write_text("1. 11-15 *\n")
    paper = " ".join(
        played_session(["study lunch", "study lunch", "redo", "22-17 8-11 1-32 9-13", "fen"], store).split()
    )
    assert 'I have followed your moves so far: "1-32" is not a legal move here.' in paper
    assert "FEN W:W17,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15" in paper


def test_a_solution_solves_a_problem(tmp_path: Path) -> None:
    paper = played_session(
        ["problem classics 1", "16-11, 28-32, 11-7, 32-27, 7-2. White wins.", "problem off"], disk(tmp_path)
    )
    assert "Solved at once." in paper
    assert "so far:" not in paper


@pytest.mark.parametrize("typed", ["9-13, 22-18, 5-9", "1. 9-13 22-18 2. 5-9", "11-15 22-17"])
def test_plays_nothing_of_several_moves_in_a_game(typed: str, tmp_path: Path) -> None:
    paper = played_session([typed, "fen"], disk(tmp_path))
    assert "One move at a time" in paper
    assert f"FEN {fen_text(Position.start(AMERICAN))}" in paper
