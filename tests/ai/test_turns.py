"""Turns: workers where no thread can start."""

from collections.abc import Iterator
from functools import partial
from threading import Event

import pytest

from ai.turns import Turns
from ai.worker import START, Worker


@pytest.fixture
def turns() -> Iterator[Turns]:
    """Yield turns in which all workers work."""
    found = Turns()
    token = START.set(found.begin)
    yield found
    START.reset(token)


def attend(patience: float) -> bool:
    return False


def test_works_in_the_order_of_creation(turns: Turns) -> None:
    done: list[int] = []
    for number in range(3):
        Worker("number", partial(lambda number, stop: done.append(number), number))
    assert done == []
    while turns.work(attend):
        pass
    assert done == [0, 1, 2]


def test_attends_to_events_while_it_works_and_is_stopped_by_one(turns: Turns) -> None:
    """Other work that an event begins waits until then. An event that waits for this work does not get its end."""
    seen: list[object] = []

    def press_a_key(patience: float) -> bool:
        if len(seen) == 3:
            worker.leave()
            seen.append(worker.finished)
            seen.append(turns.work(press_a_key))
            with pytest.raises(TimeoutError):
                worker.result()
            Worker("next", lambda stop: seen.append("next"))
        seen.append("event")
        return False

    worker = Worker("search", lambda stop: stop.wait(20.0))
    assert turns.work(press_a_key)
    assert worker.result() is True
    assert seen == [*["event"] * 3, False, False, "event"]
    assert turns.work(press_a_key)
    assert seen[-1] == "next"


def test_ends_with_the_program(turns: Turns) -> None:
    worker = Worker("search", lambda stop: stop.wait(20.0))
    assert turns.work(lambda patience: True)
    assert worker.result() is True


def test_whoever_needs_the_result_at_once_runs_the_work(turns: Turns) -> None:
    """Events are not handled then, as one is being handled."""
    worker = Worker("answer", lambda stop: (stop.is_set(), stop.wait(0.001)))
    assert worker.result() == (False, False)
    assert not turns.work(attend)
    left = Worker("left", Event.is_set)
    left.leave()
    assert left.result() is True
