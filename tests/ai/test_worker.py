"""Work on a thread of its own: its result, its error, its end."""

import sys
from queue import Queue
from threading import Event

import pytest

from ai.worker import Worker

PATIENCE = 20.0


def test_the_result_is_what_the_work_returned() -> None:
    assert Worker("answer", lambda stop: 42).result(PATIENCE) == 42


def test_an_error_is_raised_where_the_result_is_asked_for() -> None:
    def fail(stop: Event) -> int:
        raise SystemExit("whatever it is")

    worker = Worker("failure", fail)
    worker.wait(PATIENCE)
    assert worker.finished
    for _ in range(2):
        with pytest.raises(SystemExit, match="whatever it is"):
            worker.result()


def test_it_is_told_to_stop_and_tells_when_it_has_ended() -> None:
    ended: Queue[Worker[str]] = Queue()
    worker = Worker("endless", lambda stop: "stopped" if stop.wait(PATIENCE) else "not stopped", ended.put)
    assert not worker.finished
    with pytest.raises(TimeoutError, match="endless"):
        worker.result(0)
    worker.stop()
    told = ended.get(timeout=PATIENCE)
    assert told is worker
    assert told.finished
    assert told.result() == "stopped"


def test_an_end_by_an_error_is_told_as_well() -> None:
    ended: Queue[Worker[float]] = Queue()
    Worker("failure", lambda stop: 1 / 0, ended.put)
    with pytest.raises(ZeroDivisionError):
        ended.get(timeout=PATIENCE).result()


def test_whoever_leaves_it_does_not_wait_for_ever() -> None:
    release = Event()
    worker = Worker("deaf", lambda stop: release.wait(PATIENCE))
    worker.leave(0)
    assert not worker.finished
    release.set()
    assert worker.result(PATIENCE)


def test_whoever_waits_while_it_works_is_given_the_interpreter_soon() -> None:
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.5)
        Worker("answer", lambda stop: 42).wait(PATIENCE)
        assert sys.getswitchinterval() == pytest.approx(0.001)
    finally:
        sys.setswitchinterval(before)
