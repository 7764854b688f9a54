"""Workers: result, error, stop and end."""

import sys
from queue import Queue
from threading import Event

import pytest

from ai.worker import Worker

PATIENCE = 20.0


def test_returns_the_result_of_the_work() -> None:
    assert Worker("answer", lambda stop: 42).result(PATIENCE) == 42


def test_raises_the_error_of_the_work() -> None:
    def fail(stop: Event) -> int:
        raise SystemExit("whatever it is")

    worker = Worker("failure", fail)
    worker.wait(PATIENCE)
    assert worker.finished
    for _ in range(2):
        with pytest.raises(SystemExit, match="whatever it is"):
            worker.result()


def test_stops_and_reports_its_end() -> None:
    ended: Queue[Worker[str]] = Queue()
    worker = Worker("endless", lambda stop: "stopped" if stop.wait(PATIENCE) else "not stopped", ended.put)
    assert not worker.finished
    with pytest.raises(TimeoutError, match="endless"):
        worker.result(0)
    worker.stop()
    assert ended.get(timeout=PATIENCE) is worker
    assert worker.finished
    assert worker.result() == "stopped"


def test_reports_an_end_by_an_error() -> None:
    ended: Queue[Worker[float]] = Queue()
    Worker("failure", lambda stop: 1 / 0, ended.put)
    with pytest.raises(ZeroDivisionError):
        ended.get(timeout=PATIENCE).result()


def test_leave_waits_only_so_long() -> None:
    release = Event()
    worker = Worker("deaf", lambda stop: release.wait(PATIENCE))
    worker.leave(0)
    assert not worker.finished
    release.set()
    assert worker.result(PATIENCE)


def test_lowers_the_switch_interval() -> None:
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.5)
        Worker("answer", lambda stop: 42).wait(PATIENCE)
        assert sys.getswitchinterval() == pytest.approx(0.001)
    finally:
        sys.setswitchinterval(before)
