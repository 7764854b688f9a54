"""Error messages of the storage: notices, which are shown later, and the exception NotKept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from console.storage.atomic_files import put_aside, trouble


class NotKept(ValueError):
    """The error raised if data cannot be saved, read or found. Its text is one sentence for the player."""


@contextmanager
def not_kept(problem: str) -> Iterator[None]:
    """Convert an OSError of the ``with`` block to NotKept. Its text is ``problem`` and the reason."""
    try:
        yield
    except OSError as error:
        raise NotKept(f"{problem} ({trouble(error)}).") from None


class Notices:
    """Sentences that wait to be shown to the player."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        """The sentences, the oldest first."""
        self._topics: set[str] = set()

    def take(self) -> list[str]:
        """Remove and return all notices."""
        taken, self.waiting = self.waiting, []
        return taken

    def add(self, *sentences: str) -> None:
        """Add notices."""
        self.waiting += sentences

    def add_once(self, topic: str, sentence: str) -> None:
        """Add a notice, unless the same topic had one before."""
        if topic not in self._topics:
            self._topics.add(topic)
            self.add(sentence)

    def complain(self, problem: str, error: OSError) -> None:
        """Add a notice with a problem and its reason, once for each problem."""
        self.add_once(problem, f"{problem} ({trouble(error)}).")

    @contextmanager
    def complaining(self, problem: str) -> Iterator[None]:
        """Suppress an OSError of the ``with`` block, and add a notice about it, once for each problem."""
        try:
            yield
        except OSError as error:
            self.complain(problem, error)

    def put_aside(self, path: Path, problem: str) -> Path | None:
        """Rename a damaged file, and add a notice with its new name. Return the new path, or None after an OSError."""
        with self.complaining(f"{problem} and cannot be set aside"):
            aside = put_aside(path)
            self.add(f"{problem}: it has been set aside as {aside.name}.")
            return aside
        return None
