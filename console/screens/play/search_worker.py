"""The worker that runs the search of one step of the conversation."""

import time
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Final, TypeAlias

from ai.worker import Worker
from console.dialogue.messages import Consider, Prepare, Think

if TYPE_CHECKING:
    from ai.engine import SearchInfo

_BETWEEN_REPORTS: Final = 0.2
_LONGEST: Final = 1.6  # seconds
_PLAIN: Final = 50  # centimen; a move that is so much better than any other is played at once

Pace: TypeAlias = "Callable[[SearchInfo | None], float]"
"""A function that returns the least seconds for a search with this result."""


def at_once(_: "SearchInfo | None") -> float:
    """Return 0: a search needs no least time."""
    return 0.0


def as_people(found: "SearchInfo | None") -> float:
    """Return the seconds that a person would take: more, the less the best two moves differ; none for a plain move."""
    if found is None or len(found.roots) < 2:
        return 0.0
    first, second = (root.score for root in found.roots[:2])
    return _LONGEST * max(0.0, 1 - abs(first - second) / _PLAIN)


class SearchWorker:
    """The search of one step on a worker thread, which starts at once.

    ``position`` is the position that is searched; None for other work. ``latest`` is the latest interim result.
    ``post`` is called on the worker's thread: with interim results, at most five times a second, and at the end. With
    its result, the search takes at least ``pace`` seconds unless it is stopped.
    """

    def __init__(self, step: Think | Prepare | Consider, post: Callable[[object], None], pace: Pace = at_once) -> None:
        self.step = step
        self.position = None if isinstance(step, Prepare) else step.game.position
        self.pace = pace
        self.latest: SearchInfo | None = None
        self._post = post
        self._reported_at = 0.0
        self.worker = Worker("search", self._search, post)

    def _search(self, stop: Event) -> "SearchInfo | None":
        began = time.monotonic()
        found = self.step.run(stop.is_set, self._report)
        stop.wait(max(0.0, began + self.pace(found) - time.monotonic()))
        return found

    def _report(self, info: "SearchInfo") -> None:
        self.latest = info
        now = time.monotonic()
        if now - self._reported_at >= _BETWEEN_REPORTS:
            self._reported_at = now
            self._post(info)
