"""Games on a disk that is damaged or cannot be written: nothing lost, nothing in the way."""

import errno
import os
import stat
from pathlib import Path

import pytest
from support.platform_marks import posix
from support.stored_games import MOVES, disk, offered, record, sit

from console.game.options import Options
from engine.pdn.writer import pdn_text

not_root = pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="the superuser may write anywhere")


class TestDamage:
    """A damaged save is put aside with a message and never blocks the start."""

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
    def test_it_is_put_aside_and_told(self, tmp_path: Path, data: bytes) -> None:
        (tmp_path / "game-1.pdn").write_bytes(data)
        paper = sit(["Dan", "Y", "11-15"], disk(tmp_path), Options())
        assert paper.startswith("The saved game could not be read (")
        assert "it is put aside as game-1.pdn.damaged-1." in paper.replace("\n", " ")
        assert "I move" in paper
        assert (tmp_path / "game-1.pdn.damaged-1").read_bytes() == data
        assert offered(tmp_path) is not None

    def test_an_older_game_is_offered_instead(self, tmp_path: Path) -> None:
        first, second = disk(tmp_path), disk(tmp_path)
        first.keep(record(MOVES[0]))
        second.keep(record(" ".join(MOVES)))
        first.close()
        second.close()
        (tmp_path / "game-2.pdn").write_bytes(b"?")
        os.utime(tmp_path / "game-1.pdn", (1, 1))
        kept = offered(tmp_path)
        assert kept is not None
        assert len(kept.turns) == 2


class TestUnwritable:
    """What cannot be written is told once, and the game goes on."""

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        store = disk(tmp_path / "file" / "home")
        paper = sit(["11-15", "8-11", "save lunch", "games", "fame", "level 3", "resign", "Y", "Y", "9-13"], store)
        assert paper.count("The game in progress cannot be kept") == 1
        assert paper.count("The settings cannot be kept") == 1
        assert paper.count("The hall of fame cannot be kept") == 1
        assert "It cannot be saved (" in paper
        assert paper.count("I move") == 3

    @posix
    @not_root
    def test_a_folder_that_may_not_be_written(self, tmp_path: Path) -> None:
        tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
        try:
            paper = sit(["11-15", "8-11"], disk(tmp_path))
        finally:
            tmp_path.chmod(stat.S_IRWXU)
        assert paper.count("The game in progress cannot be kept (Permission denied") == 1
        assert paper.count("I move") == 2

    def test_a_disk_that_is_full_for_a_while(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store = disk(tmp_path)
        store.keep(record(MOVES[0]))
        full = True

        def fsync(handle: int) -> None:
            if full:
                raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", fsync)
        for _ in range(2):
            store.keep(record(" ".join(MOVES[:2])))
        assert store.notices() == ["The game in progress cannot be kept (No space left on device)."]
        assert (tmp_path / "game-1.pdn").read_text() == pdn_text([record(MOVES[0])])
        full = False
        store.keep(record(" ".join(MOVES)))
        assert store.notices() == []
        assert (tmp_path / "game-1.pdn").read_text() == pdn_text([record(" ".join(MOVES))])
