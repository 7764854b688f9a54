"""Work on a thread of its own: how it is stopped, when it has ended, and where its error goes.

It stands beside the engine because the board's screen, the review and the Hub all search in this way, and none of them
may import another.
"""

import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_SWITCH_INTERVAL: Final = 0.001  # after so many seconds a thread that waits asks a search for the interpreter


class Worker(Generic[T]):
    """Does ``work`` from the moment it is made. ``work`` is handed the event that asks it to stop.

    ``ended`` is called on its thread when the result can be had, also where that is an error.
    From then on every thread of the program that waits for the interpreter is given it within about a millisecond.
    """

    def __init__(
        self, name: str, work: Callable[[Event], T], ended: Callable[["Worker[T]"], None] = lambda worker: None
    ) -> None:
        self._work = work
        self._ended = ended
        self._stop = Event()
        self._finished = False
        self._result: list[T] = []  # one, once there is one
        self._error: BaseException | None = None
        sys.setswitchinterval(_SWITCH_INTERVAL)
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask for an end soon, with what there is by then."""
        self._stop.set()

    @property
    def finished(self) -> bool:
        """Whether the result can be had without waiting."""
        return self._finished

    def wait(self, patience: float | None = None) -> None:
        """Wait until it has ended and told so, not longer than ``patience`` seconds."""
        self._thread.join(patience)

    def result(self, patience: float | None = None) -> T:
        """Wait for the end, not longer than ``patience`` seconds, and return what the work returned.

        Raises the error of its thread; TimeoutError where it has not ended by then.
        """
        if not self._finished:
            self.wait(patience)
        if self._error is not None:
            raise self._error
        if not self._result:
            raise TimeoutError(f"{self._thread.name} has not ended after {patience} seconds")
        return self._result[0]

    def leave(self, patience: float = 1.0) -> None:
        """Stop it and wait for its end, not longer than some seconds; what it found or met does not matter any more."""
        self.stop()
        self.wait(patience)

    def _run(self) -> None:
        try:
            self._result.append(self._work(self._stop))
        except BaseException as error:  # whatever it is, it is raised on the thread that asks for the result
            self._error = error
        self._finished = True
        self._ended(self)
