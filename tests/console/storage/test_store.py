"""The store of several programs, and the store without folders."""

import multiprocessing
from pathlib import Path

import pytest
from support.platform_marks import posix
from support.saving_process import save_games
from support.stored_games import disk, played_session

from console.storage.store import open_store


@pytest.mark.parametrize(("writers", "games"), [(2, 5), pytest.param(30, 15, marks=pytest.mark.slow)])
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
    assert len(identities) == writers * games == len(lunches) == store.hall.records()[0].tally.won


@posix  # elsewhere every name has a home folder
def test_plays_without_folders_and_says_so_once_and_for_every_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHECKERS_HOME", "~no-such-user")
    words = ["save lunch", "load lunch", "games", "fame"]
    paper = played_session(["11-15", "level 3", "new", "11-15", *words], open_store(automatic=True))
    assert paper.startswith('Nothing is saved: CHECKERS_HOME is "~no-such-user"')
    assert "I play at level 3" in paper
    assert paper.count("Nothing is saved") == 1 + len(words)
    assert played_session(["11-15", "save lunch"], open_store(automatic=False)).count("Nothing is saved") == 1
