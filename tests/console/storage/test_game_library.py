"""The library of games as it is used at the table: its index, and the games that are found in it."""

from pathlib import Path

import pytest
from support.stops import stop_after
from support.stored_games import MOVES, disk, played_session, record
from support.written_games import CLUB, MANY

import console.storage.game_rows as game_rows


def test_reports_progress_and_unreadable_files(tmp_path: Path) -> None:
    store = disk(tmp_path)
    store.saved.save("lunch", record(MOVES[0]))
    (tmp_path / "games" / "folder.pdn").mkdir()
    for name in ("a.pdn", "b.pdn"):
        (tmp_path / "games" / name).write_text(CLUB, "utf-8")
    progress: list[tuple[str, int, int]] = []
    assert store.library.has_unread_games()
    store.library.read_games(lambda *each: progress.append(each), lambda: False)
    assert [name for name, *_ in progress] == ["a.pdn", "b.pdn", "lunch.pdn", "masters.pdn"]
    assert progress[-1][1] == progress[-1][2]
    assert not store.library.has_unread_games()
    (tmp_path / "games" / "a.pdn").unlink()
    (tmp_path / "games" / "b.pdn").rename(tmp_path / "games" / "c.pdn")
    assert store.library.has_unread_games()
    paper = played_session(["find jordan", "seen", "seen"], store)
    assert paper.count("Jordan, R. - Ferrie") == 1
    assert "The archive has 2 games with this position" in " ".join(paper.split())


def test_continues_after_a_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_rows, "MOST_GAMES", 9)
    store = disk(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "many.pdn").write_text(MANY)
    store.library.read_games(lambda *progress: None, stop_after(4))
    count = store.library.index.count()
    assert 0 < count < 120
    assert store.library.has_unread_games()
    assert "The archive has 120 games with this position" in " ".join(played_session(["seen", "seen"], store).split())


def test_reports_a_damaged_index_and_finds_the_games(tmp_path: Path) -> None:
    store = disk(tmp_path)
    store.saved.save("lunch", record(MOVES[0]))
    (tmp_path / "games.sqlite").write_bytes(b"SQLite format 3\x00" + b"x" * 5000)
    paper = " ".join(played_session(["find dan"], store).split())
    assert "The index of games was damaged: it is being rebuilt." in paper
    assert "#1 " in paper


def test_reports_a_game_that_is_gone_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = disk(tmp_path)
    store.saved.save("lunch", record(MOVES[0]))
    played_session(["seen", "seen"], store)
    monkeypatch.setattr(store.library, "has_unread_games", lambda: False)
    (tmp_path / "games" / "lunch.pdn").unlink()
    paper = " ".join(played_session(["study #1", "study #1", "study #77"], store).split())
    assert 'Game "#1" can no longer be read in lunch.pdn' in paper
    assert 'There is no game "#77"' in paper
