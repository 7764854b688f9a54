"""What may come while a question is open, waited for on a thread of its own, so that the screen stays alive."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Final

from ai.worker import Worker
from console.dialogue.messages import Ask, News

_LOOK: Final = 0.25  # seconds between two looks at whether it is still wanted


@dataclass(frozen=True)
class Arrived:
    """There are news for a question; sent by the thread that waited for them."""

    worker: "NewsWorker"


class NewsWorker:
    """Waits for the news of one question from the moment it is made; ``post`` is called on its thread, once."""

    def __init__(self, ask: Ask, news: News, post: Callable[[object], None]) -> None:
        self.ask = ask
        self._news = news
        self._post = post
        self.has_some = False
        self._worker = Worker("news", self._wait)  # last: its thread begins at once

    def stop(self) -> None:
        """The question is answered."""
        self._worker.stop()

    def leave(self) -> None:
        """Stop it and wait for its end, not longer than some seconds."""
        self._worker.leave()

    def _wait(self, stop: Event) -> None:
        while not stop.is_set():
            if self._news.wait(_LOOK):
                self.has_some = True
                self._post(Arrived(self))
                return
