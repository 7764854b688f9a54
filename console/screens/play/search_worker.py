"""The opponent's search in another thread, so that the screen keeps responding."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Final

from ai.worker import Worker
from console.dialogue.messages import Prepare, Think

if TYPE_CHECKING:
    from ai.engine import SearchInfo

_BETWEEN_REPORTS: Final = 0.2


@dataclass(frozen=True)
class Finished:
    """A search has ended. Sent by its thread."""

    search: "SearchWorker"


@dataclass(frozen=True)
class Reported:
    """A search has a new ``latest`` result. Sent by its thread."""

    search: "SearchWorker"


class SearchWorker:
    """A worker for one step. It starts at once, and calls ``post`` in its thread at most five times a second.

    ``latest`` is the result so far. It takes ``pace`` seconds at least unless it is stopped.
    """

    def __init__(self, step: Think | Prepare, post: Callable[[object], None], pace: float = 0.0) -> None:
        self.step = step
        self.pace = pace
        self.latest: SearchInfo | None = None
        self._post = post
        self._reported_at = 0.0
        self._worker = Worker("search", self._search, lambda worker: post(Finished(self)))

    @property
    def done(self) -> bool:
        """True when the result is there."""
        return self._worker.finished

    def result(self) -> "SearchInfo | None":
        """Return the result, None if the step needs no move. Raises an error of its thread."""
        return self._worker.result()

    def stop(self) -> None:
        """Stop the search. Its best result so far is kept."""
        self._worker.stop()

    def leave(self) -> None:
        """Stop the search, and wait a few seconds for its end."""
        self._worker.leave()

    def _search(self, stop: Event) -> "SearchInfo | None":
        until = time.monotonic() + self.pace
        found = self.step.choose(stop.is_set, self._report)
        stop.wait(max(0.0, until - time.monotonic()))
        return found

    def _report(self, info: "SearchInfo") -> None:
        self.latest = info
        now = time.monotonic()
        if now - self._reported_at >= _BETWEEN_REPORTS:
            self._reported_at = now
            self._post(Reported(self))
