"""Signals are held back until they may come, whatever the program is doing."""

import os
import signal
import sys
from collections.abc import Iterator

import pytest

from console.terminal.signals import Signals

if sys.platform == "win32":
    pytest.skip("signals are for POSIX", allow_module_level=True)


@pytest.fixture
def signals() -> Iterator[Signals]:
    """Handlers that are given back in the end."""
    held = Signals()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    held.install(writing)
    yield held
    held.restore()
    os.close(reading)
    os.close(writing)


def send(number: int) -> None:
    os.kill(os.getpid(), number)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGQUIT, 131)])
def test_a_signal_waits_until_the_program_may_be_interrupted(signals: Signals, number: int, status: int) -> None:
    send(number)
    with pytest.raises(SystemExit) as end, signals.interruptible():
        raise AssertionError("it came too late")
    assert end.value.code == status


def test_it_comes_at_once_while_the_program_waits(signals: Signals) -> None:
    with signals.interruptible(), pytest.raises(KeyboardInterrupt):
        send(signal.SIGINT)


def test_what_follows_the_first_disturbs_the_way_out_no_more(signals: Signals) -> None:
    send(signal.SIGTERM)
    with pytest.raises(SystemExit):
        signals.deliver()
    for _ in range(3):
        send(signal.SIGINT)
    with signals.interruptible():
        send(signal.SIGTERM)


def test_a_program_that_is_stuck_is_broken_off_by_a_second_signal(signals: Signals) -> None:
    send(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        send(signal.SIGINT)


def test_but_not_while_modes_change(signals: Signals) -> None:
    with signals.shielded():
        for _ in range(3):
            send(signal.SIGTERM)
    with pytest.raises(SystemExit):
        signals.deliver()


def test_what_concerns_the_terminal_is_told_in_order(signals: Signals) -> None:
    for number in (signal.SIGTSTP, signal.SIGWINCH, signal.SIGCONT):
        send(number)
    assert [*signals.noted()] == [signal.SIGTSTP, signal.SIGWINCH, signal.SIGCONT]
    assert [*signals.noted()] == []


def test_handlers_and_wake_up_are_given_back() -> None:
    before = signal.getsignal(signal.SIGTERM)
    reading, writing = os.pipe()
    for end in (reading, writing):
        os.set_blocking(end, False)
    held = Signals()
    held.install(writing)
    send(signal.SIGWINCH)
    held.restore()
    assert os.read(reading, 10) == bytes([signal.SIGWINCH])
    assert signal.getsignal(signal.SIGTERM) is before
    assert signal.set_wakeup_fd(-1) == -1
    os.close(reading)
    os.close(writing)
