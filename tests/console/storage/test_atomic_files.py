"""The folders of the user, atomic writing and locks."""

import errno
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from support.held_files import held
from support.paths import ROOT
from support.platform_marks import posix, windows
from support.stored_games import A_GAME, MOVES, disk, names, record

from ai.whole_files import open_file, read_bytes
from console.activities.course.progress import finished
from console.storage import atomic_files
from console.storage.atomic_files import Folders, Lock, NoFolder, locked, put_aside, user_folders, write_whole
from console.storage.game_in_progress import Autosave
from console.storage.notices import NotKept


class TestFiles:
    def test_creates_folders_and_leaves_no_other_files(self, tmp_path: Path) -> None:
        path = tmp_path / "a" / "b" / "c.txt"
        write_whole(path, b"one")
        write_whole(path, "zwö".encode())
        assert names(path.parent) == ["c.txt"]
        assert path.read_text("utf-8") == "zwö"

    def test_keeps_the_old_text_after_a_failed_write(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "c.txt"
        write_whole(path, b"old")

        def full(handle: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            write_whole(path, b"new")
        assert path.read_text() == "old"
        assert names(tmp_path) == ["c.txt"]

    def test_calls_a_folder_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(IsADirectoryError, match="It is a folder"):
            open_file(tmp_path)
        with pytest.raises(OSError, match="No such file"):
            open_file(tmp_path / "none")

    @pytest.mark.parametrize("on_windows", [False, True])
    @pytest.mark.parametrize(
        ("call", "use", "left"),
        [
            ("replace", lambda path: write_whole(path, b"new"), {"c.txt": b"new"}),
            ("rename", put_aside, {"c.txt.damaged-1": b"old"}),
            ("unlink", lambda path: Autosave(path, None).clear(), {}),
        ],
    )
    def test_waits_on_windows_for_a_file_that_is_held_for_a_moment(
        self,
        call: str,
        use: Callable[[Path], object],
        left: dict[str, bytes],
        on_windows: bool,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Elsewhere a file that may not be replaced never may."""
        path, real, refusals = tmp_path / "c.txt", getattr(os, call), iter(range(2))
        write_whole(path, b"old")

        def refused(source: Path, *target: Path) -> None:
            if next(refusals, None) is not None:
                raise PermissionError(errno.EACCES, "Permission denied", str(source))
            real(source, *target)

        monkeypatch.setattr(os, call, refused)
        monkeypatch.setattr("ai.whole_files._ON_WINDOWS", on_windows)
        with suppress(PermissionError):
            use(path)
        assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == (
            left if on_windows else {"c.txt": b"old"}
        )

    @windows
    def test_waits_for_a_virus_scanner(self, tmp_path: Path) -> None:
        """A file that another program holds and does not share is read and written when it is free."""
        path = tmp_path / "c.txt"
        write_whole(path, b"old")
        for use in (lambda: write_whole(path, b"new"), lambda: put_aside(path)):
            scanner = held(path, 0.3)
            with pytest.raises(PermissionError):
                path.read_bytes()
            use()
            scanner.join()
        aside = tmp_path / "c.txt.damaged-1"
        for read in (read_bytes, Lock.on):
            scanner = held(aside, 0.3)
            read(aside)
            scanner.join()
        assert (names(tmp_path), aside.read_bytes()) == ([aside.name], b"new")

    def test_replaces_no_folder_or_pipe(self, tmp_path: Path) -> None:
        odd = [(tmp_path, "It is a folder"), (Path("/"), "It is a folder"), (Path(), "It is a folder")]
        if sys.platform != "win32":
            os.mkfifo(tmp_path / "pipe")
            odd.append((tmp_path / "pipe", "not a regular file"))
        for path, reason in odd:
            with pytest.raises(OSError, match=reason):
                write_whole(path, b"new")
        assert all(path.is_fifo() for path in tmp_path.iterdir())

    def test_releases_the_lock_at_the_end_and_after_an_error(self, tmp_path: Path) -> None:
        for error in (None, KeyError("it broke")):
            with suppress(KeyError), locked(tmp_path / "a.txt"):
                assert Lock.on(tmp_path / ".a.txt.lock") is None
                if error is not None:
                    raise error
            free = Lock.on(tmp_path / ".a.txt.lock")
            assert free is not None
            free.release()
            free.release()

    @posix
    def test_follows_symbolic_links(self, tmp_path: Path) -> None:
        """Links to missing files too; the target is written and put aside."""
        (tmp_path / "elsewhere").mkdir()
        target, link = tmp_path / "elsewhere" / "a.txt", tmp_path / "c.txt"
        link.symlink_to(target)
        for text in (b"one", b"two"):
            write_whole(link, text)
            assert (link.is_symlink(), target.read_bytes()) == (True, text)
        with locked(link):
            assert names(tmp_path) == ["c.txt"]
        assert put_aside(link) == target.with_name("a.txt.damaged-1")
        assert (link.is_symlink(), target.exists()) == (True, False)

    @posix
    def test_keeps_linked_files_where_they_are(self, tmp_path: Path) -> None:
        """The settings, the saved games and the game in progress may be links."""
        home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
        home.mkdir()
        (elsewhere / "games").mkdir(parents=True)
        for name in ("settings.json", "games", "game-1.pdn", "player.sqlite"):
            (home / name).symlink_to(elsewhere / name)
        store = disk(home)
        store.remember(replace(store.settings, name="Eve"))
        store.saved.save("lunch", record(MOVES[0]))
        store.in_progress.keep(record(MOVES[0]))
        store.in_progress.keep(record(" ".join(MOVES[:2])))
        store.player.change(finished(1))
        store.player.close()
        assert disk(home).settings.name == "Eve"
        assert {path.name for path in elsewhere.iterdir()} == {
            "settings.json", "games", "game-1.pdn", "player.sqlite", ".settings.json.lock", ".player.sqlite.lock"
        }  # fmt: skip
        assert (elsewhere / "games" / "lunch.pdn").exists()
        store.in_progress.keep(record(""))
        assert not (elsewhere / "game-1.pdn").exists()
        assert (home / "game-1.pdn").is_symlink()

    def test_puts_damaged_files_aside_under_new_names(self, tmp_path: Path) -> None:
        path = tmp_path / "c.txt"
        for number in (1, 2):
            path.write_text(str(number))
            assert put_aside(path).name == f"c.txt.damaged-{number}"
        assert names(tmp_path) == ["c.txt.damaged-1", "c.txt.damaged-2"]

    @pytest.mark.parametrize(
        ("system", "data", "config"),
        [
            ("linux", ".local/share", ".config"),
            ("darwin", *2 * ["Library/Application Support"]),
            ("win32", *2 * ["AppData/Local"]),
        ],
    )
    def test_uses_the_folders_that_the_readme_names(
        self, system: str, data: str, config: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        for variable in ("CHECKERS_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
            monkeypatch.delenv(variable, raising=False)
        monkeypatch.setattr(sys, "platform", system)
        monkeypatch.setattr(Path, "expanduser", lambda path: tmp_path / path.relative_to("~"))
        assert user_folders() == Folders(tmp_path / data / "ega-checkers", tmp_path / config / "ega-checkers")
        named = (ROOT / "README.md").read_text("utf-8").replace("\n", " ").replace("%LOCALAPPDATA%", "~/AppData/Local")
        assert {f"`~/{folder}/ega-checkers`" in named.replace("\\", "/") for folder in (data, config)} == {True}

    @posix
    @pytest.mark.parametrize(
        ("variable", "value", "reason"),
        [
            ("CHECKERS_HOME", "~no-such-user\x1b/x", r'^CHECKERS_HOME is "~no-such-user\?/x", and nobody knows where '),
            ("HOME", "no/absolute/path", "^nobody knows where your home folder is, and CHECKERS_HOME names no folder"),
        ],
    )
    def test_reports_an_unknown_home(
        self, variable: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for each in ("CHECKERS_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            monkeypatch.delenv(each, raising=False)
        monkeypatch.setenv(variable, value)
        with pytest.raises(NoFolder, match=reason):
            user_folders()

    def test_waits_for_the_lock_of_another_program(self, tmp_path: Path) -> None:
        path, waited = tmp_path / "c.txt", threading.Event()

        def write() -> None:
            with locked(path):
                write_whole(path, b"second" if path.exists() else b"first")
            waited.set()

        with locked(path):
            writer = threading.Thread(target=write)
            writer.start()
            assert not waited.wait(0.05)
            write_whole(path, b"first")
        writer.join(30)
        assert path.read_bytes() == b"second"

    def test_waits_once_for_a_lock_that_is_never_released(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The settings and the moves played are saved when it is free."""
        waits: list[float] = []
        monkeypatch.setattr(atomic_files, "PATIENCE", 0.02)
        monkeypatch.setattr(atomic_files, "sleep", waits.append)
        store = disk(tmp_path)
        with locked(tmp_path / "settings.json"), locked(tmp_path / "games" / "played.pdn"):
            for number, level in enumerate((3, 4, 7)):
                store.remember(replace(store.settings, level=level))
                store.finish(record(f"{MOVES[0]} 1-0", A_GAME.replace('"a"', f'"{number}"')))
                if number == 0:
                    waits.clear()
        assert (store.settings.level, waits) == (7, [])
        assert [notice.partition(" (Another program is holding on to it")[0] for notice in store.notices.take()] == [
            "The settings cannot be saved",
            "The moves played cannot be saved",
        ]
        store.release()
        assert disk(tmp_path).settings.level == 7
        assert (tmp_path / "games" / "played.pdn").read_text().count("GameId") == 3

    def test_reports_a_lock_that_is_never_released(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(atomic_files, "PATIENCE", 0.02)
        store = disk(tmp_path)
        with locked(tmp_path / "games" / "lunch.pdn"):
            with pytest.raises(NotKept, match=r"It cannot be saved \(Another program is holding on to it: .*lunch.pdn"):
                store.saved.save("lunch", record(MOVES[0]))
            assert not (tmp_path / "games" / "lunch.pdn").exists()
