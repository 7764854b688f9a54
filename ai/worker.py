"""A thread for one task. The task can be stopped; the caller gets its result or its exception."""

import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import ContextVar
from threading import Event, Thread
from typing import Final, Generic, Protocol, TypeVar

T = TypeVar("T")

_SWITCH_SECONDS: Final = 0.001  # switch interval of the interpreter (see sys.setswitchinterval)


class Startable(Protocol):
    """The part of a thread that a worker uses."""

    def start(self) -> None: ...

    def join(self, timeout: float | None = None) -> None: ...


def in_thread(run: Callable[[], None], name: str) -> tuple[Event, Startable]:
    """Return the event that requests the end of ``run``, and a thread that runs it.

    Lower the switch interval of the interpreter, so that a search delays other threads by a millisecond at most.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    return Event(), Thread(target=run, name=name, daemon=True)


START: Final[ContextVar[Callable[[Callable[[], None], str], tuple[Event, Startable]]]] = ContextVar(
    "start", default=in_thread
)
"""The maker of workers: a thread, or where none can start, a turn of ``ai.turns``."""


class Worker(Generic[T]):
    """A thread that runs ``work`` as soon as the worker is created. The event passed to ``work`` requests its end.

    ``ended`` is called on the worker's thread when the result or the error is available.
    """

    def __init__(
        self, name: str, work: Callable[[Event], T], ended: Callable[["Worker[T]"], None] = lambda worker: None
    ) -> None:
        self._name = name
        self._work = work
        self._ended = ended
        self._outcome: Future[T] = Future()
        self._stop, self._thread = START.get()(self._run, name)
        self._thread.start()

    def stop(self) -> None:
        """Request an early end of the work."""
        self._stop.set()

    @property
    def finished(self) -> bool:
        """True if the result or the error is available."""
        return self._outcome.done()

    def wait(self, patience: float | None = None) -> None:
        """Wait until ``ended`` has returned, at most ``patience`` seconds."""
        self._thread.join(patience)

    def result(self, patience: float | None = None) -> T:
        """Wait at most ``patience`` seconds for the end of the work and return its result.

        Raises the exception of the work, or TimeoutError if the work has not ended.
        """
        if not self.finished:
            self.wait(patience)
        try:
            return self._outcome.result(0)
        except TimeoutError as error:
            raise TimeoutError(f"{self._name} has not ended after {patience} seconds") from error

    def leave(self, patience: float = 1.0) -> None:
        """Stop the work and wait at most ``patience`` seconds for its end. Discard the result and the exception."""
        self.stop()
        self.wait(patience)

    def _run(self) -> None:
        try:
            self._outcome.set_result(self._work(self._stop))
        except BaseException as error:  # raised again on the thread that asks for the result
            self._outcome.set_exception(error)
        self._ended(self)
