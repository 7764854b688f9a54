"""The store of several programs, and the store without folders."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import ROOT
from support.platform_marks import posix
from support.saving_process import save_games
from support.stored_games import disk, played_session

from console.game.options import Options
from console.storage.store import Store, open_store


@posix
@pytest.mark.parametrize(("writers", "games"), [(3, 5), pytest.param(30, 15, marks=pytest.mark.slow)])
def test_programs_that_save_at_once_lose_nothing(tmp_path: Path, writers: int, games: int) -> None:
    processes = multiprocessing.get_context("spawn")
    ready = processes.Barrier(writers)
    children = [processes.Process(target=save_games, args=(tmp_path, n, games, ready)) for n in range(writers)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * writers
    store = disk(tmp_path)
    identities = {store.saved.load(f"lunch {number}").tag("GameId", "") for number in range(1, writers * games + 1)}
    lunches = [game for game in store.saved.listed() if game.name.startswith("lunch")]
    assert len(identities) == writers * games == len(lunches) == store.hall.standings()[0].wins


class TestWithoutFolders:
    @pytest.fixture
    def store(self, monkeypatch: pytest.MonkeyPatch) -> Store:
        monkeypatch.setenv("CHECKERS_HOME", "~no-such-user")
        return open_store(automatic=True)

    def test_says_so_once_and_plays(self, store: Store) -> None:
        paper = played_session(["Dan", "Y", "11-15", "level 3", "new", "11-15", "resign", "Y", "N"], store, Options())
        assert paper.startswith('Nothing is saved: CHECKERS_HOME is "~no-such-user"')
        assert paper.count("Nothing is saved") == 1
        assert "I play at level 3" in paper
        assert paper.endswith("Good-bye, Dan.\n")

    def test_says_so_for_every_word(self, store: Store) -> None:
        paper = played_session(["11-15", "save lunch", "load lunch", "games", "fame"], store)
        assert paper.count("Nothing is saved") == 5

    def test_says_so_in_a_pipe_only_for_a_word(self, store: Store) -> None:
        quiet = open_store(automatic=False)
        assert "Nothing is saved" not in played_session(["11-15"], quiet)
        assert played_session(["11-15", "save lunch"], quiet).count("Nothing is saved") == 1

    @posix
    def test_starts_with_an_unknown_home(self) -> None:
        line = [sys.executable, "checkers.py", "--keep", "--name", "Dan", "--first"]
        environment = os.environ | {"CHECKERS_HOME": "~no-such-user/x"}
        ran = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, input="", check=False)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout.startswith('Nothing is saved: CHECKERS_HOME is "~no-such-user/x", and nobody knows where\n')
