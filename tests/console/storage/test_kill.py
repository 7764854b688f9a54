"""A killed process: the next start offers the last position, whenever the kill came."""

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest
from support.dying_process import Fragile, Killed, killed_process
from support.platform_marks import posix
from support.stored_games import offered, play_at_random

from console.storage.atomic_files import Folders
from console.storage.game_in_progress import GameInProgress
from console.storage.notices import Notices
from console.storage.store import Store
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_text


class Witness(GameInProgress):
    """Reports the games that it is to keep, before and after it keeps them."""

    def __init__(self, folder: Path, report: Callable[[str, GameRecord], None]) -> None:
        super().__init__(folder, Notices())
        self._report = report

    def keep(self, record: GameRecord, saved: GameRecord | None = None) -> None:
        self._report("before", record)
        super().keep(record, saved)
        self._report("after", record)


def witnessed(folder: Path, report: Callable[[str, GameRecord], None]) -> Store:
    """Return a store that reports the games it is to keep."""
    store = Store(True, Folders(folder, folder))
    store.in_progress = Witness(folder, report)
    return store


def in_progress(record: GameRecord | None) -> tuple[object, ...] | None:
    """Return the moves that a start should offer after this game was kept last."""
    return None if record is None or record.outcome is not None or not record.turns else record.turns


def play_for_ever(folder: Path, seed: int, writer: Connection) -> None:
    """Play without end, and report the games before and after they are kept."""
    rng = Random(seed)

    def report(when: str, record: GameRecord) -> None:
        os.write(writer.fileno(), f"{when}\f{pdn_text([record])}\f".encode())

    while True:
        store = witnessed(folder, report)
        play_at_random(store, rng, 60)
        store.in_progress.release()


class TestKilled:
    @pytest.mark.parametrize(
        "moment", [pytest.param(moment, marks=[pytest.mark.slow] if moment % 4 else []) for moment in range(200)]
    )
    def test_offers_the_game_after_a_kill_at_every_step(self, tmp_path: Path, moment: int) -> None:
        rng = Random(moment)
        held: list[GameRecord] = []
        done: list[GameRecord] = []
        store = witnessed(tmp_path, lambda when, record: (held if when == "before" else done).append(record))
        with pytest.MonkeyPatch.context() as patch:
            Fragile(patch, fatal=1 + moment, rng=Random(moment))
            with suppress(Killed):
                play_at_random(store, rng, 40)
        store.in_progress.release()
        expected = [in_progress(records[-1] if records else None) for records in (held, done)]
        kept = offered(tmp_path)
        assert in_progress(kept) in expected
        assert kept is None or read_games(pdn_text([kept])) == ([kept], [])

    @posix
    @pytest.mark.parametrize(
        "moment", [pytest.param(moment, marks=[pytest.mark.slow] if moment >= 3 else []) for moment in range(200)]
    )
    def test_offers_the_game_after_a_kill_by_the_system(self, tmp_path: Path, moment: int) -> None:
        heard = killed_process(play_for_ever, tmp_path, moment, seconds=Random(moment).random() * 0.25)
        words = heard.decode().split("\f")[:-1]
        reported = list(zip(words[0::2], words[1::2], strict=False))
        latest = dict(reported)
        expected = [in_progress(read_games(text)[0][0]) for text in latest.values()] or [None]
        if "after" not in latest:
            expected.append(None)
        assert in_progress(offered(tmp_path)) in expected
