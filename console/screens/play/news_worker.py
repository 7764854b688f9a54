"""The wait for news of a question in another thread, so that the screen keeps responding."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Final

from ai.worker import Worker
from console.dialogue.messages import Ask, News

_LOOK: Final = 0.25  # seconds between two checks whether it is stopped


@dataclass(frozen=True)
class Arrived:
    """There is news for a question. Sent by the thread that waited for it."""

    worker: "NewsWorker"


class NewsWorker:
    """A worker that waits for the news of one question. It starts at once, and calls ``post`` in its thread once."""

    def __init__(self, ask: Ask, news: News, post: Callable[[object], None]) -> None:
        self.ask = ask
        self._news = news
        self._post = post
        self.has_some = False
        self._worker = Worker("news", self._wait)  # last: its thread begins at once

    def stop(self) -> None:
        """Stop the wait."""
        self._worker.stop()

    def leave(self) -> None:
        """Stop the wait, and wait a few seconds for its end."""
        self._worker.leave()

    def _wait(self, stop: Event) -> None:
        while not stop.is_set():
            if self._news.wait(_LOOK):
                self.has_some = True
                self._post(Arrived(self))
                return
