"""Connecting, with the messages of a modem: calling a peer, or listening for one caller at a time."""

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import Final

from ai.dxp.connection import ConnectionFailed, DxpConnection, Listener, call, endpoint_text
from ai.worker import Worker

_CONNECTED: Final = "CONNECT 2400"
_NOT_CONNECTED: Final = "NO CARRIER"
_ONE_TRY: Final = 10.0  # seconds for the peer's machine to answer
_BETWEEN_TRIES: Final = 2.0
_POLL: Final = 0.1  # polling interval for a stop, in seconds


class Dialing:
    """An attempt to connect on its own thread, which starts at once.

    ``work`` is called with a function that adds a line to ``lines``, and with an event that is set when it must stop.
    It returns the connection, or None if it was stopped, or raises ConnectionFailed. ``lines`` are its messages so far.
    """

    def __init__(self, work: Callable[[Callable[[str], None], Event], DxpConnection | None]) -> None:
        self.lines: list[str] = []
        self._left = self._taken = False
        self._worker = Worker("dialing", lambda stop: work(self.lines.append, stop), self._close_untaken)

    @property
    def done(self) -> bool:
        """True if the attempt has succeeded, failed or been canceled."""
        return self._left or self._worker.finished

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds for the end of the attempt. Return True if it has ended."""
        self._worker.wait(0.0 if self._left else patience)
        return self.done

    def stop(self) -> None:
        """Cancel the attempt. Close the connection unless ``connection`` has returned it."""
        self._left = True
        self._worker.stop()
        self._close_untaken(self._worker)

    def connection(self) -> DxpConnection | None:
        """Return the connection, or None if the attempt was canceled. Call this once, when ``done`` is True.

        The caller must close the connection. Raises ConnectionFailed.
        """
        self._taken = not self._left
        return self._worker.result() if self._taken else None

    def _close_untaken(self, worker: Worker[DxpConnection | None]) -> None:
        """Close the connection of an attempt that was canceled. This runs at a stop and at the end of the worker."""
        if self._left and not self._taken and worker.finished:
            with suppress(ConnectionFailed):
                made = worker.result()
                if made is not None:
                    made.close()


def dial(address: str, port: int, patience: float = 0.0, pause: float = 0.0) -> Dialing:
    """Return an attempt to call a peer after ``pause`` seconds. It is repeated for ``patience`` seconds if it fails."""

    def work(tell: Callable[[str], None], stop: Event) -> DxpConnection | None:
        until, before = time.monotonic() + patience, pause
        if pause:
            tell(_NOT_CONNECTED)
        while not stop.wait(before):
            tell(f"ATDT {endpoint_text(address, port)}")
            try:
                connection = call(address, port, _ONE_TRY)
            except ConnectionFailed:
                tell(_NOT_CONNECTED)
                before = _BETWEEN_TRIES
                if time.monotonic() + before > until:
                    raise
            else:
                tell(_CONNECTED)
                return connection
        return None

    return Dialing(work)


def await_call(listener: Listener, patience: float | None = None, now: Callable[[], float] = time.monotonic) -> Dialing:
    """Return an attempt that waits for the next call, at most ``patience`` seconds. None: without a limit."""

    def work(tell: Callable[[str], None], stop: Event) -> DxpConnection | None:
        until = None if patience is None else now() + patience
        for line in ("ATS0=1", "OK", f"Waiting for a call on {listener.place}."):
            tell(line)
        while not stop.is_set():
            if until is not None and now() > until:
                raise ConnectionFailed("Nobody called.")
            if (caller := listener.accept(_POLL)) is not None:
                tell("RING")
                tell(_CONNECTED)
                return caller
        return None

    return Dialing(work)
