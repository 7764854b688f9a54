"""The opponent at work on a thread of its own, so that the screen stays alive."""

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
    """A search has ended; sent by its thread."""

    search: "SearchWorker"


@dataclass(frozen=True)
class Reported:
    """A search has something new in ``latest``; sent by its thread."""

    search: "SearchWorker"


class SearchWorker:
    """Works on one step from the moment it is made; ``post`` is called on its thread with news, five times a second.

    ``latest`` is what it has found so far. It takes ``pace`` seconds at least unless it is stopped.
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
        """Whether its result can be had without waiting."""
        return self._worker.finished

    def result(self) -> "SearchInfo | None":
        """What it found, the move first; None where no move was looked for. An error on its thread is raised here."""
        return self._worker.result()

    def stop(self) -> None:
        """Have it end with the best it has."""
        self._worker.stop()

    def leave(self) -> None:
        """Stop it and wait for its end, not longer than some seconds."""
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
