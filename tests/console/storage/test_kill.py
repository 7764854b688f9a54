"""A process that dies at a call to the file system: the next start offers the last position."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from support.dying_process import Killed, dying
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
        super().__init__(folder, Notices(), lambda record: None, lambda record: True)
        self._report = report

    def keep(self, record: GameRecord, saved: GameRecord | None = None) -> None:
        self._report("before", record)
        super().keep(record, saved)
        self._report("after", record)


def in_progress(record: GameRecord | None) -> tuple[object, ...] | None:
    """Return the moves that a start should offer after this game was kept last."""
    return None if record is None or record.outcome is not None or not record.turns else record.turns


@pytest.mark.parametrize("moments", [range(0, 200, 16), pytest.param(range(200), marks=pytest.mark.slow)], ids=len)
def test_offers_the_game_after_a_kill_at_every_step(tmp_path: Path, moments: range) -> None:
    for moment in moments:
        folder, rng, kept = tmp_path / str(moment), Random(moment), dict[str, GameRecord]()
        store = Store(True, Folders(folder, folder))
        store.in_progress = Witness(folder, kept.__setitem__)
        with dying(1 + moment, Random(moment)), suppress(Killed):
            play_at_random(store, rng, 40)
        store.release()
        game = offered(folder)
        assert in_progress(game) in [in_progress(kept.get(when)) for when in ("before", "after")], moment
        assert game is None or read_games(pdn_text([game])) == ([game], [])
