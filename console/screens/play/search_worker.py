"""The opponent's search in another thread, so that the screen keeps responding."""

import time
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Final

from ai.worker import Worker
from console.dialogue.messages import Prepare, Think

if TYPE_CHECKING:
    from ai.engine import SearchInfo

_BETWEEN_REPORTS: Final = 0.2


class SearchWorker:
    """The search of one step and its ``worker``, which starts at once.

    ``latest`` is the result so far. ``post`` is called on the worker's thread with each new one, but at most five times
    a second, and at the end. The search takes ``pace`` seconds at least unless it is stopped.
    """

    def __init__(self, step: Think | Prepare, post: Callable[[object], None], pace: float = 0.0) -> None:
        self.step = step
        self.pace = pace
        self.latest: SearchInfo | None = None
        self._post = post
        self._reported_at = 0.0
        self.worker = Worker("search", self._search, post)

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
            self._post(info)
