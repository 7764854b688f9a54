"""The handlers of signals."""

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
    """Install handlers, and restore them afterwards."""
    held = Signals()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    held.install(writing)
    yield held
    held.restore()
    os.close(reading)
    os.close(writing)


def send(number: int) -> None:
    signal.raise_signal(number)  # to this thread, so that it is handled before the next line


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGQUIT, 131)])
def test_holds_a_signal_until_the_program_is_interruptible(signals: Signals, number: int, status: int) -> None:
    send(number)
    with pytest.raises(SystemExit) as end, signals.interruptible():
        raise AssertionError("it came too late")
    assert end.value.code == status


def test_raises_at_once_while_interruptible(signals: Signals) -> None:
    with signals.interruptible(), pytest.raises(KeyboardInterrupt):
        send(signal.SIGINT)


def test_raises_only_the_first_signal(signals: Signals) -> None:
    send(signal.SIGTERM)
    with pytest.raises(SystemExit):
        signals.deliver()
    for _ in range(3):
        send(signal.SIGINT)
    with signals.interruptible():
        send(signal.SIGTERM)


def test_raises_a_second_signal_at_once(signals: Signals) -> None:
    send(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        send(signal.SIGINT)


def test_holds_all_signals_while_shielded(signals: Signals) -> None:
    with signals.shielded():
        for _ in range(3):
            send(signal.SIGTERM)
    with pytest.raises(SystemExit):
        signals.deliver()


def test_notes_terminal_signals_in_order(signals: Signals) -> None:
    for number in (signal.SIGTSTP, signal.SIGWINCH, signal.SIGCONT):
        send(number)
    assert [*signals.noted()] == [signal.SIGTSTP, signal.SIGWINCH, signal.SIGCONT]
    assert [*signals.noted()] == []


def test_restores_handlers_and_wakeup_descriptor() -> None:
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
