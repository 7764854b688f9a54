"""Messages of the storage: notices, which wait until they can be shown, and NotKept, which is raised at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from console.storage.atomic_files import put_aside, trouble


class NotKept(ValueError):
    """Data cannot be saved or found. The text is one sentence for the player."""


@contextmanager
def not_kept(problem: str) -> Iterator[None]:
    """Raise NotKept with the problem and its reason instead of OSError."""
    try:
        yield
    except OSError as error:
        raise NotKept(f"{problem} ({trouble(error)}).") from None


class Notices:
    """Sentences that wait to be shown to the player."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._topics: set[str] = set()

    def take(self) -> list[str]:
        """Return the notices since the last call."""
        taken, self._waiting = self._waiting, []
        return taken

    def add(self, *sentences: str) -> None:
        """Add notices."""
        self._waiting += sentences

    def add_once(self, topic: str, sentence: str) -> None:
        """Add a notice unless there was one about the same topic before."""
        if topic not in self._topics:
            self._topics.add(topic)
            self.add(sentence)

    def complain(self, problem: str, error: OSError) -> None:
        """Add a notice about an error, once for each problem."""
        self.add_once(problem, f"{problem} ({trouble(error)}).")

    @contextmanager
    def complaining(self, problem: str) -> Iterator[None]:
        """Add a notice about an OSError, once for each problem, and suppress the error."""
        try:
            yield
        except OSError as error:
            self.complain(problem, error)

    def put_aside(self, path: Path, problem: str) -> None:
        """Rename a damaged file, and add a notice with its new name."""
        with self.complaining(f"{problem} and cannot be put aside"):
            self.add(f"{problem}: it is put aside as {put_aside(path).name}.")
