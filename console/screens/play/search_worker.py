"""The opponent at work on a thread of its own, so that the screen stays alive."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from console.dialogue.messages import Think

if TYPE_CHECKING:
    from ai.opponent import Thought


_BETWEEN_REPORTS: Final = 0.2


@dataclass(frozen=True)
class Finished:
    """A thinker is done; sent by its thread."""

    thinker: "Thinker"


@dataclass(frozen=True)
class Reported:
    """A thinker has something new in ``latest``; sent by its thread."""

    thinker: "Thinker"


class Thinker:
    """Works on one step from the moment it is made; ``post`` is called on its thread with news, five times a second.

    ``latest`` is what it thinks so far. It takes ``least`` seconds at least unless it is stopped.
    """

    def __init__(self, step: Think, post: Callable[[object], None], least: float = 0.0) -> None:
        self.step = step
        self._post = post
        self._least = least
        self._stop = threading.Event()
        self._thought: Thought | None = None
        self._error: BaseException | None = None
        self._told_at = 0.0
        self.latest: Thought | None = None
        self._thread = threading.Thread(target=self._work, name="thinker", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Have it end with the best it has."""
        self._stop.set()

    @property
    def done(self) -> bool:
        """Whether its thought can be had without waiting."""
        return self._thought is not None or self._error is not None

    def thought(self) -> "Thought":
        """What it found, once it is done. An error on its thread is raised here."""
        if self._error is not None:
            raise self._error
        assert self._thought is not None, "still thinking"
        return self._thought

    def leave(self, patience: float = 2.0) -> None:
        """Stop it and wait for its end, not longer than some seconds."""
        self.stop()
        self._thread.join(patience)

    def _work(self) -> None:
        until = time.monotonic() + self._least
        try:
            thought = self.step.choose(self._stop.is_set, self._report)
            self._stop.wait(max(0.0, until - time.monotonic()))
            self._thought = thought
        except BaseException as error:  # whatever it is, it is raised on the thread that asks for the thought
            self._error = error
        self._post(Finished(self))

    def _report(self, thought: "Thought") -> None:
        self.latest = thought
        now = time.monotonic()
        if now - self._told_at >= _BETWEEN_REPORTS:
            self._told_at = now
            self._post(Reported(self))
