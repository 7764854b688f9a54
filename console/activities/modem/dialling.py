"""Connecting, with the messages of a modem: calling a peer, or listening for one caller at a time."""

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock
from typing import Final

from ai.dxp.connection import ConnectionFailed, DxpConnection, Listener, call, endpoint_text
from ai.worker import Worker
from console.activities.modem.people import send_away

_CONNECTED: Final = "CONNECT 2400"
_NOT_CONNECTED: Final = "NO CARRIER"
_RINGING: Final = "RING"
_ONE_TRY: Final = 10.0  # seconds for the peer's machine to answer
_BETWEEN_TRIES: Final = 2.0
_POLL: Final = 0.1  # polling interval for a stop, in seconds
_HOLD: Final = 0.5  # seconds that a caller waits for us to become free


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
    """Listens on an address of this machine, accepts one caller at a time and sends the others away.

    ``name`` is the player's name. Raises ConnectionFailed if the address cannot be used. The owner must call ``close``.
    """

    def __init__(self, address: str, port: int, name: str) -> None:
        self._listener = Listener(address, port)
        self._place = endpoint_text(address, self._listener.port)
        self._name = name
        self._wanted = Event()
        self._arrived = Event()
        self._caller: DxpConnection | None = None
        self._handing = Lock()
        self._worker = Worker("listener", self._answer)

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
            self._wanted.set()
            tell(f"Waiting for a call on {self._place}.")
            while not self._arrived.wait(_POLL) and not stop.is_set() and (until is None or now() <= until):
                pass
            caller = self._take()
            if caller is not None:
                tell(_RINGING)
                tell(_CONNECTED)
            elif not stop.is_set():
                raise ConnectionFailed("Nobody called.")
            return caller

        return Dialling(work)

    def close(self) -> None:
        """Stop listening."""
        self._worker.leave()
        self._listener.close()
        caller = self._take()
        if caller is not None:
            caller.close()

    def _take(self) -> DxpConnection | None:
        """Return the accepted caller, or None. Accept no more callers."""
        with self._handing:
            self._wanted.clear()
            self._arrived.clear()
            caller, self._caller = self._caller, None
        return caller

    def _answer(self, stop: Event) -> None:
        while not stop.is_set():
            connection = self._listener.accept(_POLL)
            if connection is None:
                continue
            # A peer whose connection broke may call again before we have noticed the break.
            self._wanted.wait(_HOLD)
            with self._handing:
                put_through = self._wanted.is_set() and self._caller is None
                if put_through:
                    self._caller = connection
                    self._arrived.set()
            if not put_through:
                send_away(connection, self._name)
