"""The worker of a search: its end, its posts, its pace."""

from functools import partial
from queue import Queue
from random import Random
from time import monotonic

import pytest
from support.conversation import Script, options
from support.play_screen import PlaySession

from ai.levels import LEVELS
from console.dialogue.messages import Think
from console.screens.play.search_worker import SearchWorker
from engine.game import Game
from engine.rules import AMERICAN

PATIENCE = 20.0


def thinking(opponent: Script | None = None) -> Think:
    game = Game(AMERICAN)
    return Think(game, partial((opponent or Script(["11-15"])).choose_move, game, LEVELS[1], Random(1)))


def test_posts_its_end_with_a_result() -> None:
    posted: Queue[object] = Queue()
    search = SearchWorker(thinking(), posted.put)
    assert posted.get(timeout=PATIENCE) is search.worker
    assert search.worker.finished
    found = search.worker.result()
    assert found is not None
    assert found.move.path == (11, 15)


def test_takes_as_long_as_its_pace() -> None:
    """The script answers at once, so the time measured is the pace."""
    posted: Queue[object] = Queue()
    began = monotonic()
    SearchWorker(thinking(), posted.put, pace=0.25)
    posted.get(timeout=PATIENCE)
    assert monotonic() - began >= 0.25


def test_ends_its_pace_at_a_stop() -> None:
    posted: Queue[object] = Queue()
    search = SearchWorker(thinking(), posted.put, pace=1000)
    search.worker.stop()
    assert posted.get(timeout=PATIENCE) is search.worker


def test_has_a_pace_in_a_demonstration_only() -> None:
    demo = PlaySession(options(name=None, first=None, players="demo"))
    assert demo.play.runner.search is not None
    assert demo.play.runner.search.pace == pytest.approx(0.7)
    demo.play.close()
    game = PlaySession(opponent=Script(["22-18"]))
    game.send(*"C3 D4", "enter")
    game.play.runner.go_on()
    assert game.play.runner.search is not None
    assert game.play.runner.search.pace == 0
    game.settle()
