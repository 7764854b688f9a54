"""Games on the disk: atomic writing, the game in progress, saved games."""

import errno
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.synchronize import Barrier
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from support.conversation import Script, converse, options
from support.headless_screens import picture, text_of
from support.paths import ROOT
from support.platform_marks import posix
from support.play_screen import PlaySession
from support.stored_games import A_GAME, MOVES, disk, hold, offered, played_session, record

from console.activities.problems.solved import SOLVED
from console.cli.composition import dialogue_of
from console.dialogue import kinds
from console.dialogue.messages import Ask, Cause, Played, Think
from console.game.options import Options
from console.game.player_tags import players_of
from console.storage import atomic_files
from console.storage.atomic_files import Folders, Lock, NoFolder, locked, put_aside, sweep, user_folders, write_whole
from console.storage.game_in_progress import free_autosaves
from console.storage.notices import Notices, NotKept
from console.storage.saved_games import SavedGames
from console.storage.store import Store, open_store
from console.terminal.screen_stack import Push
from engine.geometry import BLACK, WHITE
from engine.pdn import scanner
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.scanner import ScoreSheet, score_sheets
from engine.pdn.writer import pdn_text


def names(folder: Path) -> list[str]:
    """Return the files in a folder, without locks."""
    return sorted(path.name for path in folder.iterdir() if path.is_file() and not path.name.endswith(".lock"))


class TestFiles:
    def test_creates_folders_and_leaves_no_other_files(self, tmp_path: Path) -> None:
        path = tmp_path / "a" / "b" / "c.txt"
        write_whole(path, b"one")
        write_whole(path, "zwö".encode())
        assert path.read_text("utf-8") == "zwö"
        assert names(path.parent) == ["c.txt"]

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

    def test_releases_the_lock_at_the_end_and_after_an_error(self, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        for error in (None, OSError("it broke")):
            with suppress(OSError), locked(path):
                assert Lock.on(tmp_path / ".a.txt.lock") is None
                if error is not None:
                    raise error
            free = Lock.on(tmp_path / ".a.txt.lock")
            assert free is not None
            free.release()

    @posix
    def test_follows_symbolic_links(self, tmp_path: Path) -> None:
        """Links to missing files too; the target is written and put aside."""
        (tmp_path / "elsewhere").mkdir()
        target, link, older = tmp_path / "elsewhere" / "a.txt", tmp_path / "c.txt", tmp_path / "older.txt"
        link.symlink_to(target)
        for text in (b"one", b"two"):
            write_whole(link, text, older)
            assert (link.is_symlink(), target.read_bytes()) == (True, text)
        assert older.read_bytes() == b"one"
        with locked(link):
            assert names(tmp_path) == ["c.txt", "older.txt"]
        assert put_aside(link) == target.with_name("a.txt.damaged-1")
        assert (link.is_symlink(), target.exists()) == (True, False)

    @posix
    def test_keeps_linked_files_where_they_are(self, tmp_path: Path) -> None:
        """The settings, the saved games and the game in progress may be links."""
        home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
        home.mkdir()
        (elsewhere / "games").mkdir(parents=True)
        for name in ("settings.json", "games", "game-1.pdn", "problems.json", "hall.jsonl"):
            (home / name).symlink_to(elsewhere / name)
        store = disk(home)
        store.remember(replace(store.settings, name="Eve"))
        store.saved.save("lunch", record(MOVES[0]))
        store.in_progress.keep(record(MOVES[0]))
        store.in_progress.keep(record(" ".join(MOVES[:2])))
        store.files.change(SOLVED, lambda known: known.tried("american", "B:W1:B2", True, known.rating("american")))
        assert disk(home).settings.name == "Eve"
        assert {path.name for path in elsewhere.iterdir()} == {
            "settings.json", "games", "game-1.pdn", "problems.json", ".settings.json.lock", ".problems.json.lock"
        }  # fmt: skip
        assert (elsewhere / "games" / "lunch.pdn").exists()
        assert (home / "game-1.older.pdn").exists()
        store.in_progress.keep(record(""))
        assert not (elsewhere / "game-1.pdn").exists()
        assert (home / "game-1.pdn").is_symlink()

    def test_puts_damaged_files_aside_under_new_names(self, tmp_path: Path) -> None:
        path = tmp_path / "c.txt"
        for number in (1, 2):
            path.write_text(str(number))
            assert put_aside(path).name == f"c.txt.damaged-{number}"
        assert names(tmp_path) == ["c.txt.damaged-1", "c.txt.damaged-2"]

    def test_sweeps_leftovers_of_killed_writers_after_an_hour(self, tmp_path: Path) -> None:
        """Files of other programs stay, in a home that is not ours alone."""
        ours = [".game-1.pdn.1.tmp", ".settings.json.77.tmp", ".hall.jsonl.5.tmp"]
        stay = [".history-1.tmp", ".letter.txt.1.tmp", ".lunch.pdn.2.tmp", ".mine.pdn.tmp", "lunch.pdn.1.tmp"]
        for name in (*ours, *stay):
            (tmp_path / name).write_text("x")
            if name != ".lunch.pdn.2.tmp":
                os.utime(tmp_path / name, (time.time() - 7200, time.time() - 7200))
        sweep(tmp_path)
        sweep(tmp_path / "none")
        assert names(tmp_path) == stay

    def test_sweeps_every_folder_with_files(self, tmp_path: Path) -> None:
        where = Folders(tmp_path / "data", tmp_path / "config")
        for folder in (where.data, where.data / "games", where.config):
            folder.mkdir(parents=True)
            (folder / ".a.pdn.1.tmp").write_text("x")
            os.utime(folder / ".a.pdn.1.tmp", (1, 1))
        Store(True, where)
        assert [*tmp_path.rglob("*.tmp")] == []

    def test_keeps_the_content_before_the_last_change(self, tmp_path: Path) -> None:
        path, older = tmp_path / "c.txt", tmp_path / "older.txt"
        for text in (b"one", b"two", b"three"):
            write_whole(path, text, older)
        assert (path.read_bytes(), older.read_bytes()) == (b"three", b"two")
        assert names(tmp_path) == ["c.txt", "older.txt"]

    def test_uses_the_folder_in_the_environment(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))
        assert user_folders() == Folders(tmp_path, tmp_path)
        monkeypatch.delenv("CHECKERS_HOME")
        system = SimpleNamespace(
            user_data_path=lambda name, appauthor: tmp_path / "data" / name,
            user_config_path=lambda name, appauthor: tmp_path / "settings" / name,
        )
        monkeypatch.setitem(sys.modules, "platformdirs", system)
        assert user_folders() == Folders(tmp_path / "data" / "ega-checkers", tmp_path / "settings" / "ega-checkers")

    @posix
    def test_reports_an_unknown_home(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CHECKERS_HOME", "~no-such-user\x1b/x")
        with pytest.raises(
            NoFolder, match=r'^CHECKERS_HOME is "~no-such-user\?/x", and nobody knows where ~no-such-user\?'
        ):
            user_folders()

    def test_reports_a_missing_package_platformdirs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("CHECKERS_HOME")
        monkeypatch.setitem(sys.modules, "platformdirs", None)
        with pytest.raises(NoFolder, match="platformdirs is missing"):
            user_folders()

    def test_lock_is_free_after_each_use(self, tmp_path: Path) -> None:
        path, lock_path = tmp_path / "c.txt", tmp_path / ".c.txt.lock"
        with locked(path):
            assert Lock.on(lock_path) is None
        with pytest.raises(KeyError), locked(path):
            raise KeyError
        lock = Lock.on(lock_path)
        assert lock is not None
        lock.release()

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

    def test_reports_a_lock_that_is_never_released(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(atomic_files, "_PATIENCE", 0.02)
        store = disk(tmp_path)
        with locked(tmp_path / "games" / "lunch.pdn"):
            with pytest.raises(
                NotKept, match=r"It cannot be saved \(Another program does not let go of it: .*lunch.pdn"
            ):
                store.saved.save("lunch", record(MOVES[0]))
            assert not (tmp_path / "games" / "lunch.pdn").exists()

    def test_lock_excludes_others_until_released(self, tmp_path: Path) -> None:
        lock = Lock.on(tmp_path / "lock")
        assert lock is not None
        assert Lock.on(tmp_path / "lock") is None
        lock.release()
        lock.release()
        again = Lock.on(tmp_path / "lock")
        assert again is not None
        again.release()


class TestGameInProgress:
    @pytest.mark.parametrize(
        ("lines", "moves"),
        [
            (["11-15"], 2),
            (["11-15", "8-11"], 4),
            (["11-15", "8-11", "u"], 2),
            (["11-15", "8-11", "u", "u", "r", "r"], 4),
        ],
    )
    def test_keeps_every_change_of_the_board(self, tmp_path: Path, lines: list[str], moves: int) -> None:
        store = disk(tmp_path)
        played_session(lines, store, opponent=Script(["23-19", "22-17"]))
        kept = offered(tmp_path)
        assert kept is not None
        assert len(kept.turns) == moves

    def test_question_names_the_level_and_the_move(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        store.in_progress.keep(record(" ".join(MOVES)))
        store.in_progress.release()
        paper = played_session(["Y", "moves"], disk(tmp_path), Options(level=2))
        assert paper.startswith(
            "Go on with your game against the County Champion, after 3 moves (Y/N, Enter: Y)? Y\n"
            "You play Black: american"
        )
        assert "level 5" in paper.splitlines()[1]
        assert "You can move" in paper
        assert paper.endswith("Good-bye, Dan. Your game is kept: start again to go on with it.\n")

    def test_answering_no_saves_the_game(self, tmp_path: Path) -> None:
        hold(tmp_path, record(" ".join(MOVES)))
        paper = played_session(["N", "Eve", "Y", "load unfinished"], disk(tmp_path), Options())
        assert 'The game you leave is kept: "load unfinished" brings it back.' in paper
        assert "Your name? Eve\nDo you want to go first (Y/N)? Y" in paper
        assert paper.endswith("Good-bye, Dan. Your game is kept: start again to go on with it.\n")
        kept = offered(tmp_path)
        assert kept is not None
        assert kept.turns == record(" ".join(MOVES)).turns

    @pytest.mark.parametrize("given", ["first", "fen", "rules", "jumping", "players"])
    def test_an_option_answers_the_question(self, tmp_path: Path, given: str) -> None:
        hold(tmp_path, record(MOVES[0]))
        options = Options(name="Dan", first=True, given=frozenset({given}))
        paper = played_session(["moves"], disk(tmp_path), options)
        assert "Go on" not in paper
        assert '"load unfinished" brings it back' in paper

    def test_saves_no_demo(self, tmp_path: Path) -> None:
        dialogue = dialogue_of(Options(players="demo"), Random(1), Script(), disk(tmp_path))
        steps = dialogue.run()
        step = next(steps)
        while not (isinstance(step, Ask) and step.kind is kinds.NAME):
            if dialogue.state.game.turns:
                dialogue.state.activity.interrupt()
            step = steps.send(step.choose(lambda: False) if isinstance(step, Think) else None)
        steps.close()
        assert not (tmp_path / "games").exists()

    def test_a_demo_does_not_touch_it(self, tmp_path: Path) -> None:
        hold(tmp_path, record(MOVES[0]))
        store = disk(tmp_path)
        dialogue = dialogue_of(Options(players="demo"), Random(1), Script(), store)
        steps = dialogue.run()
        while not isinstance(steps.send(None), Think):
            pass
        steps.close()
        assert names(tmp_path) == ["game-1.pdn"]
        assert "after 1 move (Y/N, Enter: Y)?" in played_session([], disk(tmp_path), Options())

    def test_level_on_the_command_line_wins(self, tmp_path: Path) -> None:
        hold(tmp_path, record(MOVES[0]))
        paper = played_session(["Y", "level"], disk(tmp_path), Options(level=2, given=frozenset({"level"})))
        assert "> 2  Porch Player" in paper
        assert "You meet the Porch Player, level 2" in paper

    def test_keeps_the_game_at_the_end_of_input(self, tmp_path: Path) -> None:
        hold(tmp_path, record(MOVES[0]))
        played_session([], disk(tmp_path), Options())
        played_session(["quit"], disk(tmp_path), Options())
        assert offered(tmp_path) is not None

    def test_offers_no_game_without_moves_or_with_a_result(self, tmp_path: Path) -> None:
        played_session(["moves"], disk(tmp_path))
        assert offered(tmp_path) is None
        played_session(["11-15", "resign", "Y"], disk(tmp_path))
        assert offered(tmp_path) is None
        played_session(["11-15", "resign", "Y", "undo"], disk(tmp_path))
        assert offered(tmp_path) is None
        assert played_session(["11-15", "8-11", "resign", "Y", "undo"], disk(tmp_path)).count("Taken back") == 1
        assert offered(tmp_path) is not None

    def test_computer_takes_a_pending_huff(self, tmp_path: Path) -> None:
        tags = f'{A_GAME} [Jumping "huff"] [FEN "B:W18,32:B15,1"]'
        hold(tmp_path, record("1. 1-6", tags))
        assert "15 could have jumped" in played_session(["Y"], disk(tmp_path), Options()).replace("D4", "15")

    def test_keeps_a_huff_before_the_next_move(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store, kept = disk(tmp_path), list[GameRecord]()
        monkeypatch.setattr(store.in_progress, "keep", kept.append)
        dialogue = dialogue_of(options(fen="B:W15,32:B11,9"), Random(1), Script(["32-28"]), store)
        steps = dialogue.run()
        step = next(steps)
        while not (isinstance(step, Played) and step.cause is Cause.HUFF):
            step = steps.send("C7 D8" if isinstance(step, Ask) else None)
        steps.close()
        assert kept[-1].turns[-1].huffed == 11

    def test_player_of_white_gets_white_again(self, tmp_path: Path) -> None:
        tags = '[Black "Computer"] [White "Dan"] [BlackType "program"] [WhiteType "human"] [Level "2"] [GameId "w"]'
        disk(tmp_path).saved.save("evening", record("11-15", tags))
        dialogue = dialogue_of(options(name="Eve"), Random(1), Script(), disk(tmp_path))
        steps = dialogue.run()
        step = next(steps)
        loaded = False
        while not (loaded and isinstance(step, Ask)):
            loaded = loaded or isinstance(step, Ask)
            step = steps.send("load evening" if isinstance(step, Ask) else None)
        steps.close()
        state = dialogue.state
        assert (state.table.names, state.table.computers, state.table.home, state.bottom) == (
            ("Computer", "Dan"),
            frozenset({BLACK}),
            WHITE,
            WHITE,
        )
        assert step.prompt == "Your move (like C3 D4)? "
        assert state.activity.headline == "Your move, Dan."
        assert dialogue.farewell() == "Good-bye, Dan. Your game is kept: start again to go on with it."

    def test_saves_every_game_that_is_left(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        store.saved.save("unfinished", record("10-15", A_GAME.replace('"a"', '"own"')))
        lines = ["11-15", "new", "9-13", "5-9", "new", "10-15", "load unfinished 2"]
        paper = played_session(lines, store, opponent=Script(["23-19", "24-20", "28-24", "22-18"]))
        assert paper.count('is kept: "load unfinished" brings it back.') == 3
        assert [len(store.saved.load(f"unfinished {number}").turns) for number in (1, 2, 3, 4)] == [1, 2, 4, 2]

    def test_saves_a_game_left_twice_in_the_same_place(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        first, second = (record(MOVES[0], A_GAME.replace('"a"', f'"{name}"')) for name in "xy")
        assert [store.abandon(game) for game in (first, second, first)] == ["unfinished"] * 2 + ["unfinished 1"]
        assert len(store.saved.listed()) == 2

    def test_saves_a_game_without_identity_once(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        game, other = (record(MOVES[0], f'[Black "{name}"]') for name in ("Jordan", "Ferrie"))
        for one in (game, other, game):
            store.saved.save("cup", one)
        assert len(store.saved.listed()) == 2

    def test_saves_all_games_that_are_declined(self, tmp_path: Path) -> None:
        stores = [disk(tmp_path) for _ in range(2)]
        for store, name in zip(stores, "xy", strict=True):
            store.in_progress.keep(record(MOVES[0], A_GAME.replace('"a"', f'"{name}"')))
        for store in stores:
            store.in_progress.release()
        for _ in range(2):
            assert '"load unfinished" brings it back' in played_session(["N"], disk(tmp_path), Options())
        assert offered(tmp_path) is None
        assert len(disk(tmp_path).saved.listed()) == 2

    def test_saves_the_game_left_by_new(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        paper = played_session(["11-15", "new", "games", "load unfinished", "moves"], store)
        assert "unfinished  2023.11.14  not over  Dan - Computer, american, 1 move" in paper
        store.in_progress.release()
        kept = offered(tmp_path)
        assert kept is not None
        assert len(kept.turns) == 2

    def test_computer_moves_if_it_is_its_turn(self, tmp_path: Path) -> None:
        hold(tmp_path, record("11-15"))
        assert "I move" in played_session(["Y"], disk(tmp_path), Options())

    def test_offers_and_keeps_nothing_in_a_pipe(self, tmp_path: Path) -> None:
        hold(tmp_path, record(MOVES[0]))
        before = (tmp_path / "game-1.pdn").read_bytes()
        paper = played_session(
            ["Eve", "Y", "11-15", "level 2", "resign", "Y"], disk(tmp_path, automatic=False), Options()
        )
        assert paper.startswith("Your name? Eve\n")
        assert names(tmp_path) == ["game-1.pdn"]
        assert (tmp_path / "game-1.pdn").read_bytes() == before


class TestTwoPrograms:
    def test_each_program_keeps_its_game(self, tmp_path: Path) -> None:
        first, second, third = (disk(tmp_path) for _ in range(3))
        for store in (first, second, third):
            assert store.in_progress.unfinished() is None
        for store, moves in ((first, 1), (second, 2), (third, 3)):
            store.in_progress.keep(record(" ".join(MOVES[:moves])))
        assert names(tmp_path) == ["game-1.pdn", "game-2.pdn", "game-3.pdn"]
        second.in_progress.release()
        kept = offered(tmp_path)
        assert kept is not None
        assert len(kept.turns) == 4
        first.in_progress.release()
        third.in_progress.release()
        for autosave in free_autosaves(tmp_path):
            autosave.release()

    def test_offers_the_latest_first(self, tmp_path: Path) -> None:
        stores = [disk(tmp_path) for _ in range(2)]
        for number, store in enumerate(stores, 1):
            store.in_progress.keep(record(" ".join(MOVES[:number])))
            os.utime(tmp_path / f"game-{number}.pdn", (number, number))
            store.in_progress.release() if number == 2 else None
        stores[0].in_progress.release()
        paper = played_session(["N", "Dan", "Y"], disk(tmp_path), Options())
        assert "after 2 moves (Y/N, Enter: Y)? N" in paper
        assert "after 1 move (Y/N, Enter: Y)?" in played_session([], disk(tmp_path), Options())

    @posix
    def test_lock_of_a_killed_program_is_free(self, tmp_path: Path) -> None:
        code = (
            "import sys, time; from pathlib import Path; from console.storage.atomic_files import Lock;"
            "lock = Lock.on(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
        )
        line = [sys.executable, "-c", code, str(tmp_path / "lock")]
        with subprocess.Popen(line, stdout=subprocess.PIPE, cwd=ROOT) as process:
            assert process.stdout
            assert process.stdout.readline() == b"held\n"
            assert Lock.on(tmp_path / "lock") is None
            process.kill()
            process.wait()
        lock = Lock.on(tmp_path / "lock")
        assert lock is not None
        lock.release()


class TestSavedGames:
    def test_loads_what_was_saved(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        game = record(" ".join(MOVES))
        store.saved.save("Lunch", game)
        assert store.saved.load("lunch") == game
        assert store.saved.load(" LUNCH 1 ") == game

    def test_updates_the_same_game_and_appends_others(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        other = A_GAME.replace('"a"', '"b"')
        store.saved.save("lunch", record(MOVES[0]))
        store.saved.save("lunch", record(MOVES[0], other))
        store.saved.save("lunch", record(" ".join(MOVES)))
        assert [len(store.saved.load(f"lunch {number}").turns) for number in (1, 2)] == [6, 2]
        assert len(store.saved.load("lunch").turns) == 2
        text = (tmp_path / "games" / "lunch.pdn").read_text()
        assert read_games(text) == ([record(" ".join(MOVES)), record(MOVES[0], other)], [])
        assert text == pdn_text(read_games(text)[0])

    @pytest.mark.parametrize(
        ("name", "encoding"), [("Zoë Müller", "latin-1"), ("Иванов", "cp1251"), ("高橋", "utf-8-sig")]
    )
    def test_rewrites_a_file_in_another_encoding_as_utf_8(self, name: str, encoding: str, tmp_path: Path) -> None:
        path = tmp_path / "games" / "lunch.pdn"
        text = f'[White "{name}"]\n[Result "*"]\n\n1. 11-15 *\n'
        write_whole(path, text.encode(encoding))
        disk(tmp_path).saved.save("lunch", record(MOVES[0]))
        assert path.read_text("utf-8").startswith(text)

    def test_keeps_a_file_that_is_no_text(self, tmp_path: Path) -> None:
        path = tmp_path / "games" / "lunch.pdn"
        data = "1. 11-15 *".encode("utf-16")
        write_whole(path, data)
        with pytest.raises(NotKept, match=r"The file lunch\.pdn holds no text"):
            disk(tmp_path).saved.save("lunch", record(MOVES[0]))
        unfinished = path.with_name("unfinished.pdn")
        write_whole(unfinished, data)
        store = disk(tmp_path)
        store.in_progress.keep(record(MOVES[0]))
        assert store.abandon(record(MOVES[0])) is None
        assert [notice[:32] for notice in store.notices()] == ["The file unfinished.pdn holds no"]
        assert (path.read_bytes(), unfinished.read_bytes()) == (data, data)

    def test_keeps_foreign_content_of_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "games" / "lunch.pdn"
        write_whole(path, b'[Event "unreadable"]\n1. 1-32 *\n{ by hand }')
        disk(tmp_path).saved.save("lunch", record(MOVES[0]))
        assert path.read_text() == f'[Event "unreadable"]\n1. 1-32 *\n{{ by hand }}\n\n{pdn_text([record(MOVES[0])])}'
        with pytest.raises(NotKept, match=r"game 1, line 2: 1-32: 1-32 is not a legal move"):
            disk(tmp_path).saved.load("lunch 1")

    @pytest.mark.parametrize("name", ["", "a b", "../x", "a/b", ".x", "con", "LPT1", "x" * 41, "a.b", "-a", "\x1b"])
    def test_rejects_names_that_are_not_valid(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(NotKept, match="letters, digits"):
            disk(tmp_path).saved.save(name, record(MOVES[0]))

    @pytest.mark.parametrize(
        ("words", "reason"),
        [("dinner", "No game is saved as dinner"), ("lunch 2", "go from 1 to 1"), ("lunch x", "go from 1 to 1")],
    )
    def test_reports_games_that_do_not_exist(self, tmp_path: Path, words: str, reason: str) -> None:
        store = disk(tmp_path)
        store.saved.save("lunch", record(MOVES[0]))
        with pytest.raises(NotKept, match=reason):
            store.saved.load(words)

    def test_lists_the_newest_first(self, tmp_path: Path) -> None:
        saved = SavedGames(tmp_path, notices := Notices())
        for name, date, identity in (("a", "2024.01.02", "1"), ("b", "2025.01.01", "2"), ("a", "2023.05.05", "3")):
            tags = A_GAME.replace('"a"', f'"{identity}"')
            saved.save(name, record(f"{MOVES[0]} 1-0", f'[Date "{date}"] {tags}'))
        (tmp_path / "foreign.pdn").write_bytes(b'[White "Zo\xeb"]\r\n22-17 what?\r\n')
        os.utime(tmp_path / "foreign.pdn", (1, 1))
        rows = saved.listed()
        assert notices.take() == []
        assert [row.words for row in rows] == ["b", "a 1", "a 2", "foreign"]
        assert (rows[0].black, rows[0].white, rows[0].date, rows[0].result, rows[0].rules, rows[0].moves) == (
            "Dan",
            "Computer",
            "2025.01.01",
            "1-0",
            "american",
            2,
        )
        assert (rows[3].white, rows[3].result) == ("Zoë", "unreadable")
        assert SavedGames(tmp_path / "none", notices).listed() == []

    def test_reads_each_file_once_for_the_list(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store, scanned = disk(tmp_path), []
        for number, name in enumerate(("lunch", "dinner", "tea")):
            store.saved.save(name, record(MOVES[0], A_GAME.replace('"a"', f'"{number}"')))

        def scan(text: str) -> list[ScoreSheet]:
            scanned.append(text)
            return score_sheets(text)

        monkeypatch.setattr(scanner, "score_sheets", scan)
        session = PlaySession(store=store)
        session.type("games")
        assert isinstance(session.answer, Push)
        shown = text_of(picture(session.answer.screen))
        assert all(name in shown for name in ("lunch", "dinner", "tea"))
        assert len(scanned) == 3

    def test_saves_and_loads_at_the_prompt(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        lines = ["save lunch", "11-15", "save", "save a b", "save lunch", "resign", "Y", "save lunch", "games"]
        paper = played_session([*lines, "load", "load dinner", "load lunch", "load lunch", "N"], store)
        assert "There is no move to save yet." in paper
        assert "Save it under what name (Enter: not at all)? save a b" in paper
        assert "A game's name has 1 to 40 letters" in paper
        assert paper.count("Saved as lunch.") == 2
        assert "lunch  2023.11.14  0-1       Dan - Computer, american, 1 move" in paper
        assert "Load which of them (Enter: none)? load dinner" in paper
        assert "No game is saved as dinner" in paper
        assert paper.count("you resign") == 3
        assert paper.endswith("Good-bye, Dan.\n")

    def test_asks_for_a_name_on_the_screen(self, tmp_path: Path) -> None:
        session = PlaySession(opponent=Script(["22-18"]), store=disk(tmp_path))
        session.type("C3 D4")
        session.send("f2", *"lunch", "enter")
        assert "Saved as lunch." in session.text
        session.send("f2", "escape")
        assert session.play.runner.ask is not None
        assert session.play.runner.ask.kind is kinds.MOVE
        assert names(tmp_path / "games") == ["lunch.pdn"]

    @pytest.mark.parametrize(("chosen", "plies"), [("lunch", 1), (None, 0)])
    def test_load_without_a_name_lists_the_games(self, tmp_path: Path, chosen: str | None, plies: int) -> None:
        store = disk(tmp_path)
        store.saved.save("lunch", record(MOVES[0]))
        session = PlaySession(store=store)
        session.type("load")
        assert isinstance(session.answer, Push)
        session.answer = None
        session.play.resume(chosen)
        assert len(session.dialogue.state.game.turns) >= plies
        assert session.play.runner.ask is None or session.play.runner.ask.kind is kinds.MOVE

    def test_loads_a_game_instead_of_going_first(self, tmp_path: Path) -> None:
        disk(tmp_path).saved.save("lunch", record(MOVES[0]))
        paper = played_session(["Eve", "load none", "load lunch", "quit"], disk(tmp_path), Options())
        assert "You play Black: american, forced, level 5." in paper
        assert paper.endswith("Good-bye, Dan. Your game is kept: start again to go on with it.\n")

    @pytest.mark.parametrize("control", ["9" * 400, "9" * 5000, f"300+{'9' * 400}", "5 minutes"])
    def test_ignores_an_impossible_clock_with_a_message(self, tmp_path: Path, control: str) -> None:
        clocks = f'[TimeControl "{control}"] [BlackClock "200.5"] [WhiteClock "100.0"]'
        disk(tmp_path).saved.save("lunch", record(MOVES[0], f"{A_GAME} {clocks}"))
        store = disk(tmp_path)
        paper = played_session(["load lunch", "8-11"], store).replace("\n", " ")
        assert paper.count("What the record says of the clocks cannot be: the game goes on without them.") == 1
        assert paper.count("I move") == 1
        store.saved.save("dinner", record(MOVES[0], f"{A_GAME} {clocks.replace(control, '300+3')}"))
        assert "What the record says" not in played_session(["load dinner"], store)

    def test_asks_who_plays_in_a_foreign_game(self, tmp_path: Path) -> None:
        write_whole(tmp_path / "games" / "cup.pdn", b'[Black "Jordan"] [White "Ferrie"] 11-15 23-19 8-11')
        paper = played_session(["load cup", "N", "moves"], disk(tmp_path), Options(name="Dan", jumping="forced"))
        assert "Do you want to go first (Y/N)? N\nYou play Black" in paper

    def test_reports_that_there_is_no_store(self) -> None:
        assert converse(["save lunch", "load lunch", "games", "fame"]).count("Nothing is saved in this session.") == 4


class TestWritersAtOnce:
    @posix
    def test_few_programs_lose_nothing(self, tmp_path: Path) -> None:
        write_at_once(tmp_path, 3, 4)

    @posix
    @pytest.mark.slow
    def test_thirty_programs_lose_nothing(self, tmp_path: Path) -> None:
        write_at_once(tmp_path, 30, 15)


def save_games(folder: Path, writer: int, games: int, ready: Barrier) -> None:
    """Save games under one name and count their results; exit with the number of notices."""
    ready.wait()
    store = disk(folder)
    for number in range(games):
        game = record(f"{MOVES[0]} 1-0", A_GAME.replace('"a"', f'"{writer}-{number}"'))
        store.saved.save("lunch", game)
        store.finish(game)
    sys.exit(len(store.notices()))


def write_at_once(folder: Path, writers: int, games: int) -> None:
    """Save games from many processes at once, and check that all are there."""
    processes = multiprocessing.get_context("spawn")
    ready = processes.Barrier(writers)
    children = [processes.Process(target=save_games, args=(folder, n, games, ready)) for n in range(writers)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * writers
    store = disk(folder)
    identities = {store.saved.load(f"lunch {number}").tag("GameId", "") for number in range(1, writers * games + 1)}
    assert len(identities) == writers * games == len(store.saved.listed()) == store.hall.standings()[0].wins


class TestWithoutFolders:
    @pytest.fixture
    def store(self, monkeypatch: pytest.MonkeyPatch) -> Store:
        monkeypatch.delenv("CHECKERS_HOME")
        monkeypatch.setitem(sys.modules, "platformdirs", None)
        return open_store(automatic=True)

    def test_says_so_once_and_plays(self, store: Store) -> None:
        paper = played_session(["Dan", "Y", "11-15", "level 3", "new", "11-15", "resign", "Y", "N"], store, Options())
        assert paper.startswith("Nothing is kept: the package platformdirs is missing")
        assert paper.count("Nothing is kept") == 1
        assert "I play at level 3" in paper
        assert paper.endswith("Good-bye, Dan.\n")

    def test_says_so_for_every_word(self, store: Store) -> None:
        paper = played_session(["11-15", "save lunch", "load lunch", "games", "fame"], store)
        assert paper.count("Nothing is kept") == 5

    def test_says_so_in_a_pipe_only_for_a_word(self, store: Store) -> None:
        quiet = open_store(automatic=False)
        assert "Nothing is kept" not in played_session(["11-15"], quiet)
        assert played_session(["11-15", "save lunch"], quiet).count("Nothing is kept") == 1

    @posix
    def test_starts_with_an_unknown_home(self) -> None:
        line = [sys.executable, "checkers.py", "--keep", "--name", "Dan", "--first"]
        environment = os.environ | {"CHECKERS_HOME": "~no-such-user/x"}
        ran = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, input="", check=False)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout.startswith('Nothing is kept: CHECKERS_HOME is "~no-such-user/x", and nobody knows where\n')


class TestSeats:
    def test_reads_the_players_of_our_games(self) -> None:
        seats = players_of(record())
        assert (seats.names, seats.computers, seats.level, seats.home) == (
            ("Dan", "Computer"),
            frozenset({WHITE}),
            5,
            BLACK,
        )

    def test_reads_two_players_and_foreign_games(self) -> None:
        both = players_of(record("", '[Black "Eve"] [White "Dan"] [BlackType "human"] [WhiteType "human"]'))
        assert (both.computers, both.home, both.level) == (frozenset(), BLACK, None)
        foreign = players_of(record("", f'[Black "{"x" * 30}"] [Level "99"]'))
        assert (foreign.computers, foreign.names, foreign.level) == (None, ("Player", "Player"), None)
