"""The worker that runs the search of one step of the conversation."""

import time
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Final

from ai.worker import Worker
from console.dialogue.messages import Consider, Prepare, Think

if TYPE_CHECKING:
    from ai.engine import SearchInfo

_BETWEEN_REPORTS: Final = 0.2


class SearchWorker:
    """The search of one step on a worker thread, which starts at once.

    ``position`` is the position that is searched; None for other work. ``latest`` is the latest interim result.
    ``post`` is called on the worker's thread: with interim results, at most five times a second, and at the end. The
    search takes at least ``pace`` seconds unless it is stopped.
    """

    def __init__(self, step: Think | Prepare | Consider, post: Callable[[object], None], pace: float = 0.0) -> None:
        self.step = step
        self.position = None if isinstance(step, Prepare) else step.game.position
        self.pace = pace
        self.latest: SearchInfo | None = None
        self._post = post
        self._reported_at = 0.0
        self.worker = Worker("search", self._search, post)

    def _search(self, stop: Event) -> "SearchInfo | None":
        until = time.monotonic() + self.pace
        found = self.step.run(stop.is_set, self._report)
        stop.wait(max(0.0, until - time.monotonic()))
        return found

    def _report(self, info: "SearchInfo") -> None:
        self.latest = info
        now = time.monotonic()
        if now - self._reported_at >= _BETWEEN_REPORTS:
            self._reported_at = now
            self._post(info)
