"""PDN files, the engine and the tables of the library."""

import io
import threading
from pathlib import Path
from typing import Any

import pytest
from ega_checkers import BLACK, Board, Engine, Limit, pdn, tables

pytestmark = pytest.mark.wheel

TWO_GAMES = """[White "Jürgen"]
[Result "1-0"]

{Long ago} 1. 11-15 ! {best} 23-19 (23-18 8-11 (9-14)) 2. 8-11 22-17 1-0

[GameType "27"]
[White "Canadian"]

1. 32-28 *

[Event "broken off"]

1. 11-15 23-19 2. 1-32 8-11 *
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write three games: one with rules that are not played here, and one with an illegal move."""
    file = tmp_path / "games.pdn"
    file.write_bytes(TWO_GAMES.encode("latin-1"))
    return file


def test_a_file_is_a_stream_of_games(path: Path) -> None:
    first, second, third = pdn.read(path)
    assert first.headers == {"White": "J\u00fcrgen", "Result": "1-0", "GameType": "21"}
    nodes = first.mainline()
    assert [str(node.move) for node in nodes] == ["11-15", "23-19", "8-11", "22-17"]
    assert (first.comments, nodes[0].comments, nodes[0].marks) == (("Long ago",), ("best",), ("!",))
    variation = nodes[1].variations[0]
    assert [str(node.move) for node in variation] == ["23-18", "8-11"]
    assert [str(node.move) for node in variation[1].variations[0]] == ["9-14"]
    assert first.outcome is not None
    assert first.outcome.winner == BLACK
    assert first.problem is None
    assert first.errors == ()
    assert second.mainline() == ()
    assert "canadian is played on a board of 12 by 12" in str(second.problem)
    assert second.headers["White"] == "Canadian"
    assert third.problem is not None
    assert str(third.problem) == 'game 3, line 13: "1-32" is not a legal move here'
    assert third.errors[0] == third.problem
    assert [str(move) for move in third.end().move_stack] == ["11-15", "23-19"]


def test_games_of_an_open_file_are_read_one_by_one(path: Path) -> None:
    with path.open("rb") as file:
        games = [pdn.read_game(file) for _ in range(4)]
    assert [game and game.headers.get("White") for game in games] == ["Jürgen", "Canadian", None, None]
    assert games[3] is None
    game = pdn.read_game(io.StringIO("1. c3-d4 d6-c5"))
    assert game is not None
    assert game.end().rules.name == "russian"


def test_rules_may_be_given(path: Path) -> None:
    assert {game.board().rules.name for game in pdn.read(path, "casual")} == {"casual"}
    with pytest.raises(ValueError, match='"chess" is no rule set'):
        next(pdn.read(path, "chess"))


def test_a_game_is_written_as_it_was_read(path: Path, tmp_path: Path) -> None:
    first = next(pdn.read(path))
    pdn.write(tmp_path / "again.pdn", [first])
    again = next(pdn.read(tmp_path / "again.pdn"))
    assert again.record == first.record
    assert str(again) in (tmp_path / "again.pdn").read_text("utf-8")


def test_huffs_are_written() -> None:
    board = Board("american", "huff")
    for text in ("11-15", "22-18", "9-13"):
        board.push(text)
    board.huff(15)
    game = pdn.read_game(io.StringIO(str(pdn.Game.from_board(board, {"White": "Anna"}))))
    assert game is not None
    assert game.mainline()[-1].huffed == 15
    assert game.end() == board


def test_an_engine_keeps_its_limits() -> None:
    board = Board("russian", fen="W:Wa1,c1,e1,b2:Bb8,d8,f8,g7")
    with Engine(megabytes=1) as engine:
        assert engine.analyse(board, Limit(depth=4))[0].depth == 4
        assert engine.analyse(board, Limit(nodes=2_000))[0].nodes < 4_000
        lines = engine.analyse(board, Limit(depth=5), lines=3)
        assert engine.play(board, Limit(time=0.02)) in board.legal_moves
    assert len(lines) == 3
    assert lines == sorted(lines, key=lambda line: -line.score)
    assert all(line.moves[0] in board.legal_moves for line in lines)


def test_another_thread_stops_a_search() -> None:
    with Engine(megabytes=1) as engine:
        timer = threading.Timer(0.1, engine.stop)
        timer.start()
        assert engine.play(Board("brazilian", fen="W:W21-32:B1-4,6-12"), Limit()).path
        timer.join()


def test_positions_with_faults_and_finished_games_are_not_searched() -> None:
    with Engine(megabytes=1) as engine:
        for fen, sentence in (("W:W1:B30", "The man of Black on 30"), ("W:W13:B9,6", "there is no legal move")):
            with pytest.raises(ValueError, match=sentence):
                engine.play(Board(fen=fen), Limit(depth=1))
    with pytest.raises(ValueError, match="The man of Black on 30"):
        tables.probe(Board(fen="W:W1:B30"))


@pytest.mark.parametrize("limits", [{"depth": 0}, {"depth": -1}, {"nodes": 0}, {"time": -0.5}])
def test_a_limit_is_above_zero(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="use a number above 0"):
        Limit(**limits)


def test_a_depth_above_the_largest_is_the_largest_and_lines_are_counted_from_one() -> None:
    with Engine(megabytes=1) as engine:
        board = Board(fen="W:WK14:BK1")
        assert engine.play(board, Limit(depth=1_000, nodes=1_000)) in board.legal_moves
        with pytest.raises(ValueError, match="0 is no number of lines"):
            engine.analyse(board, Limit(depth=1), lines=0)


def test_tables_are_for_few_pieces_and_forced_jumping() -> None:
    value = tables.probe(Board(fen="W:WK14,K15:BK1"))
    assert value is not None
    assert (value.outcome, value.plies) == (1, 17)
    assert tables.probe(Board()) is None
    assert tables.probe(Board("american", "huff", "W:WK14,K15:BK1")) is None
