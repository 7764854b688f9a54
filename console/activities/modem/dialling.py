"""Connecting, with the messages of a modem: calling a peer, or listening for one caller at a time."""

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import Final, Protocol

from ai.dxp.connection import ConnectionFailed, DxpConnection, Listener, call, endpoint_text
from ai.worker import Worker
from console.activities.modem.people import send_away

_CONNECTED: Final = "CONNECT 2400"
_NOT_CONNECTED: Final = "NO CARRIER"
_RINGING: Final = "RING"
_ONE_TRY: Final = 10.0  # seconds for the peer's machine to answer
_BETWEEN_TRIES: Final = 2.0
_POLL: Final = 0.1  # polling interval for a stop, in seconds


class ConnectionAttempt(Protocol):
    """An attempt to connect, which runs on its own thread."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The progress messages so far. New ones are only added at the end."""

    @property
    def done(self) -> bool:
        """True if the attempt has succeeded, failed or been cancelled."""

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds for the end of the attempt. Return True if it has ended."""

    def stop(self) -> None:
        """Cancel the attempt. ``done`` is True from then on."""


class Dialling:
    """An attempt to connect on its own thread, which starts at once.

    ``work`` is called with a function that adds a line to ``lines``, and with an event that is set when it must stop.
    It returns the connection, or None if it was stopped, or raises ConnectionFailed.
    """

    def __init__(self, work: Callable[[Callable[[str], None], Event], DxpConnection | None]) -> None:
        self._lines: list[str] = []
        self._left = False
        self._made: deque[DxpConnection] = deque()  # the connection, until ``connection`` has returned it
        self._work = work
        self._worker = Worker("dialling", self._dial)

    @property
    def lines(self) -> tuple[str, ...]:
        """The messages so far."""
        return tuple(self._lines)

    @property
    def done(self) -> bool:
        """True if the attempt has ended, with a connection or without."""
        return self._left or self._worker.finished

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds for the end of the attempt. Return True if it has ended."""
        self._worker.wait(0.0 if self._left else patience)
        return self.done

    def stop(self) -> None:
        """Cancel the attempt. Close the connection unless ``connection`` has returned it."""
        self._left = True
        self._worker.stop()
        self._close_untaken()

    def connection(self) -> DxpConnection | None:
        """Return the connection, or None if the attempt was cancelled. Call this once, when ``done`` is True.

        The caller must close the connection. Raises ConnectionFailed.
        """
        if self._left:
            return None
        self._worker.result()
        return self._made.pop() if self._made else None

    def _dial(self, stop: Event) -> None:
        connection = self._work(self._lines.append, stop)
        if connection is not None:
            self._made.append(connection)
        if self._left:
            self._close_untaken()

    def _close_untaken(self) -> None:
        with suppress(IndexError):
            self._made.pop().close()


def dial(address: str, port: int, patience: float = 0.0, pause: float = 0.0) -> Dialling:
    """Return an attempt to call a peer after ``pause`` seconds. It is repeated for ``patience`` seconds if it fails."""

    def work(tell: Callable[[str], None], stop: Event) -> DxpConnection | None:
        until = time.monotonic() + patience
        if pause:
            tell(_NOT_CONNECTED)
            if stop.wait(pause):
                return None
        while True:
            tell(f"ATDT {endpoint_text(address, port)}")
            try:
                connection = call(address, port, _ONE_TRY)
            except ConnectionFailed:
                tell(_NOT_CONNECTED)
                if time.monotonic() + _BETWEEN_TRIES > until:
                    raise
            else:
                tell(_CONNECTED)
                return connection
            if stop.wait(_BETWEEN_TRIES):
                return None

    return Dialling(work)


class CallListener:
    """Listens on an address of this machine. It accepts one caller at a time, and turns the others away.

    ``name`` is the player's name. Raises ConnectionFailed if the address cannot be used. The owner must call ``close``.
    """

    def __init__(self, address: str, port: int, name: str) -> None:
        self._listener = Listener(address, port)
        self._place = endpoint_text(address, self._listener.port)
        self._name = name

    @property
    def port(self) -> int:
        """The number of the port on which it listens."""
        return self._listener.port

    def next_caller(self, patience: float | None = None, now: Callable[[], float] = time.monotonic) -> Dialling:
        """Return an attempt that waits for the next call, at most ``patience`` seconds. None: without a limit."""

        def work(tell: Callable[[str], None], stop: Event) -> DxpConnection | None:
            until = None if patience is None else now() + patience
            tell("ATS0=1")
            tell("OK")
            tell(f"Waiting for a call on {self._place}.")
            while not stop.is_set() and (until is None or now() <= until):
                if (caller := self._listener.accept(_POLL)) is not None:
                    tell(_RINGING)
                    tell(_CONNECTED)
                    return caller
            if stop.is_set():
                return None
            raise ConnectionFailed("Nobody called.")

        return Dialling(work)

    def turn_away(self) -> None:
        """Tell the next caller that we are busy, if there is one. A call waits until it is accepted or turned away."""
        if (caller := self._listener.accept(0.0)) is not None:
            # On a thread: the caller may take a second to hang up.
            Worker("busy line", lambda stop: send_away(caller, self._name))

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()
