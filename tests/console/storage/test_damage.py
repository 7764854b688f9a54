"""Games on a disk that is damaged or cannot be written."""

import errno
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest
from support.conversation import FIVE_MOVES
from support.stored_games import AGAIN, MOVES, disk, hold, played_session, record, turns_offered

from ai.whole_files import MOST_BYTES
from engine.pdn.writer import pdn_text


def make_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all writing fail, as on a read-only file system, also for the superuser."""
    real_open, real_path_open = os.open, Path.open

    def refusal(path: object) -> OSError:
        return OSError(errno.EROFS, "Read-only file system", str(path))

    def opened(path: Any, flags: int, *arguments: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise refusal(path)
        return real_open(path, flags, *arguments)

    def path_opened(path: Path, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        if set(mode) & set("wax+"):
            raise refusal(path)
        return real_path_open(path, mode, *arguments, **named)

    def refused(path: Path, *arguments: Any, **named: Any) -> NoReturn:
        raise refusal(path)

    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(Path, "open", path_opened)
    for name in ("replace", "rename", "unlink"):
        monkeypatch.setattr(Path, name, refused)


class TestDamage:
    GOOD = pdn_text([record(" ".join(MOVES))]).encode()

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\x00" * 300,
            b"not a game",
            GOOD[:-3],
            GOOD[: len(GOOD) // 2],
            GOOD.replace(b"23-19", b"23-99"),
            GOOD * 2,
        ],
        ids=["empty", "zeros", "text", "no end", "half", "bad move", "two"],
    )
    def test_puts_a_damaged_game_aside_with_a_message(self, tmp_path: Path, data: bytes) -> None:
        (tmp_path / "game-1.pdn").write_bytes(data)
        paper = played_session(["Dan", "Y", "11-15"], disk(tmp_path), AGAIN)
        assert paper.startswith("The saved game could not be read (")
        assert "it has been set aside as game-1.pdn.damaged-1." in paper.replace("\n", " ")
        assert "I move" in paper
        assert (tmp_path / "game-1.pdn.damaged-1").read_bytes() == data
        assert turns_offered(tmp_path)

    @pytest.mark.parametrize("name", ["settings.json", "game-1.pdn", "problems.json", "games/lunch.pdn"])
    def test_leaves_a_file_unread_that_is_larger_than_any_of_ours(self, tmp_path: Path, name: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
        os.truncate(path, MOST_BYTES + 1)
        lines = ["games", "load lunch", FIVE_MOVES, "save lunch", "level 3", "quit"]
        paper = played_session(lines, disk(tmp_path)).replace("\n", " ").replace("- ", "-")
        assert f"(It is larger than 64 MB: {path})." in paper
        assert "Good-bye, Dan." in paper
        assert path.stat().st_size == MOST_BYTES + 1

    def test_deletes_a_game_that_is_over(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        for text in (MOVES[0], " ".join(MOVES), f"{MOVES[0]} 1-0"):
            store.in_progress.keep(record(text))
        assert [*tmp_path.glob("game-*.pdn")] == []

    def test_offers_an_older_game_instead_of_a_damaged_one(self, tmp_path: Path) -> None:
        first, second = disk(tmp_path), disk(tmp_path)
        first.in_progress.keep(record(MOVES[0]))
        second.in_progress.keep(record(" ".join(MOVES)))
        first.in_progress.release()
        second.in_progress.release()
        (tmp_path / "game-2.pdn").write_bytes(b"?")
        os.utime(tmp_path / "game-1.pdn", (1, 1))
        assert len(turns_offered(tmp_path)) == 2


class TestUnwritable:
    def test_plays_without_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        store = disk(tmp_path / "file" / "home")
        paper = played_session(
            ["11-15", "8-11", "save lunch", "games", "fame", "level 3", FIVE_MOVES, "resign", "Y", "Y", "9-13"], store
        )
        assert paper.count("The game in progress cannot be saved") == 1
        assert paper.count("The settings cannot be saved") == 1
        assert paper.count("What you have done cannot be saved") == 1
        assert "It cannot be saved (" in paper
        assert paper.count("I move") == 6

    @pytest.mark.parametrize("locks", [True, False], ids=["locks there", "no locks"])
    def test_offers_a_game_on_a_read_only_disk(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locks: bool
    ) -> None:
        hold(tmp_path, record(MOVES[0]))
        if not locks:
            for lock in tmp_path.glob(".*.lock"):
                lock.unlink()
        make_read_only(monkeypatch)
        paper = played_session(["Y", "8-11", "save lunch", "moves"], disk(tmp_path), AGAIN)
        assert "Pick up your game against the County Champion, after 1 move (Y/N, Enter: Y)? Y" in paper
        assert paper.count("The game in progress cannot be saved (Read-only file system") == 1
        assert paper.count("It cannot be saved (Read-only file system") == 1
        assert "I move" in paper
        monkeypatch.undo()
        assert turns_offered(tmp_path) == record(MOVES[0]).turns

    def test_leaves_the_game_of_another_user_alone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """As its lock could not be opened, his game was offered, and written over."""
        hold(tmp_path, record(MOVES[0]))
        lock, real_open = tmp_path / ".game-1.lock", os.open
        refusal = PermissionError(errno.EACCES, "Permission denied", str(lock))

        def opened(path: Any, *arguments: Any) -> int:
            if path == lock:
                raise refusal
            return real_open(path, *arguments)

        monkeypatch.setattr(os, "open", opened)
        assert not turns_offered(tmp_path)
        disk(tmp_path).in_progress.keep(record("9-13"))
        assert all((tmp_path / f"game-{number}.pdn").exists() for number in (1, 2))

    def test_reports_folders_that_cannot_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(path: Path, *arguments: object, **named: object) -> NoReturn:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))

        for name in ("iterdir", "stat", "mkdir"):
            monkeypatch.setattr(Path, name, refuse)
        paper = played_session(["11-15", "games", "8-11"], disk(tmp_path))
        assert paper.startswith("The game in progress can be neither found nor saved (Permission denied")
        assert paper.count("can be neither found nor saved") == 1
        assert "The saved games cannot be listed (Permission denied" in paper
        assert paper.count("I move") == 2

    def test_lists_saved_games_beside_unreadable_ones(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        store.saved.save("lunch", record(MOVES[0]))
        (tmp_path / "games" / "dinner.pdn").mkdir()
        paper = played_session(["games"], store)
        assert "lunch  " in paper
        assert "The games saved as dinner cannot be read (It is a folder" in paper.replace("\n", " ")

    def test_never_blocks_on_a_pipe_in_place_of_a_file(self, tmp_path: Path) -> None:
        if sys.platform == "win32":
            pytest.skip("needs POSIX")
        (tmp_path / "games").mkdir()
        for name in ("game-1.pdn", "settings.json", "player.sqlite", "guess.json", "games/lunch.pdn"):
            os.mkfifo(tmp_path / name)
        lines = [FIVE_MOVES, "games", "load lunch", "save lunch", "fame", "level 3", "resign", "Y", "fame", "N"]
        paper = played_session(lines, disk(tmp_path)).replace("\n", " ")
        for sentence in (
            "The settings cannot be read (It is not a regular file",
            "The settings cannot be saved (It is not a regular file",
            "The game in game-1.pdn cannot be read (It is not a regular file",
            "The games saved as lunch cannot be read (It is not a regular file",
            "What you have done cannot be saved (",
            "guess.json cannot be read (It is not a regular file",
        ):
            assert paper.count(sentence) == 1
        assert paper.count("It cannot be read (It is not a regular file") == 1
        assert paper.count("It cannot be saved (It is not a regular file") == 1
        assert "Good-bye, Dan." in paper
        assert (tmp_path / "settings.json").is_fifo()

    def test_keeps_the_game_again_once_the_disk_has_room(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store = disk(tmp_path)
        store.in_progress.keep(record(MOVES[0]))
        full = True

        def fsync(handle: int) -> None:
            if full:
                raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", fsync)
        for _ in range(2):
            store.in_progress.keep(record(" ".join(MOVES[:2])))
        assert store.notices.take() == ["The game in progress cannot be saved (No space left on device)."]
        assert (tmp_path / "game-1.pdn").read_text() == pdn_text([record(MOVES[0])])
        full = False
        store.in_progress.keep(record(" ".join(MOVES)))
        assert store.notices.take() == []
        assert (tmp_path / "game-1.pdn").read_text() == pdn_text([record(" ".join(MOVES))])
