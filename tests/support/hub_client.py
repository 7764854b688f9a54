"""A client of the Hub server, which sends lines and reads answers within the same process."""

import queue
from collections.abc import Callable
from threading import Thread

from ai.book import Book, book_for
from ai.endgames.files import tables_for
from ai.hub.server import HubServer
from engine.rules import Rules

BLACK_BEGINS = "B" + 12 * "b" + 8 * "e" + 12 * "w"
FIRST_IS_W = "W" + BLACK_BEGINS[1:]
PATIENCE = 20.0


class Client:
    """A client with the server it talks to."""

    def __init__(self, open_book: Callable[[Rules], Book | None] = book_for) -> None:
        self.answers: queue.Queue[str] = queue.Queue()
        self.hub = HubServer(self.answers.put, "EGA Checkers", "1.0", tables_for, open_book)
        self.send("set-param name=megabytes value=1")

    def send(self, *lines: str) -> None:
        """Send lines other than ``quit``."""
        for line in lines:
            self.send_bytes(f"{line}\n".encode())

    def send_bytes(self, line: bytes) -> None:
        """Send a raw line other than ``quit``."""
        assert self.hub.handle(line)

    def until(self, command: str) -> list[str]:
        """Return the answers up to the first with this command."""
        found = [self.answers.get(timeout=PATIENCE)]
        while found[-1].split()[0] != command:
            found.append(self.answers.get(timeout=PATIENCE))
        return found

    def said(self) -> list[str]:
        """Return the answers received so far."""
        found = []
        while not self.answers.empty():
            found.append(self.answers.get())
        return found

    def done(self) -> str:
        """Return the move of a search that ends by itself."""
        return self.until("done")[-1].split()[1].removeprefix("move=")

    def close(self) -> None:
        """End the current search; fail if it does not end in time."""
        ending = Thread(target=self.hub.close, daemon=True)
        ending.start()
        ending.join(PATIENCE)
        assert not ending.is_alive(), "the search does not end"
