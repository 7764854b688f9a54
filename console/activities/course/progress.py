"""The lessons that a learner has finished, stored in a user file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from console.storage.user_file import UserFile, json_object

_FORMAT: Final = "EGA Checkers course"


@dataclass(frozen=True)
class Progress:
    """The numbers of the finished lessons. ``unread`` is the object in the file, so that all not read is kept."""

    finished: frozenset[int] = frozenset()
    unread: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def with_finished(self, number: int) -> "Progress":
        """Return the progress after one more lesson."""
        return replace(self, finished=self.finished | {number})

    @property
    def unread_rows(self) -> list[Any]:
        """The values in the file that are no numbers of lessons."""
        return [value for value in self.unread.get("finished", []) if not _is_number(value)]


def progress_text(progress: Progress) -> str:
    """Return the text of the file, JSON."""
    whole = {"format": f"{_FORMAT} 1", **progress.unread}
    whole["finished"] = [*sorted(progress.finished), *progress.unread_rows]
    return json.dumps(whole, indent=1) + "\n"


def read_progress(text: str) -> Progress:
    """Read the text of the file. Raises ValueError for another or damaged file."""
    found = json_object(text, _FORMAT)
    finished = found.get("finished")
    if not isinstance(finished, list):
        raise ValueError("it is damaged: the finished lessons are no list")
    return Progress(frozenset(filter(_is_number, finished)), found)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_CONTENT: Final = "Your progress in the course"
PROGRESS: Final = UserFile(
    "course.json", _CONTENT, _CONTENT, Progress(), read_progress, progress_text, lambda known: len(known.unread_rows)
)
"""The file of finished lessons."""
