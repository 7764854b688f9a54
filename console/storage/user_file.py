"""User files: each is read and written as a whole by one feature."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from console.game.naming import counted
from console.storage.atomic_files import bytes_or_none, locked, write_whole
from console.storage.notices import Notices
from engine.json_text import parse_json

T = TypeVar("T")


class UserFile(NamedTuple, Generic[T]):
    """The format of a file.

    ``read`` parses the text of the file, and raises ValueError if it is damaged. ``new`` is the value if there is no
    file. ``content`` and ``purpose`` begin error messages: "``content`` cannot be read", "``purpose`` cannot be kept".
    ``unread`` returns the number of rows that this version cannot read. They stay in the file.
    """

    name: str
    content: str
    purpose: str
    new: T
    read: Callable[[str], T]
    write: Callable[[T], str]
    unread: Callable[[T], int] = lambda value: 0


def json_object(text: str, name: str) -> dict[str, Any]:
    """Return the JSON object in a text. Raises ValueError if it is damaged or its format is not that of ``name``.

    The field ``format`` of the object is the name of the format, a blank, and the version.
    """
    found = parse_json(text)
    if not isinstance(found, dict) or not str(found.get("format")).startswith(f"{name} "):
        raise ValueError("it has another format")
    return found


class UserFiles:
    """The user files in a folder. Without ``folder``, their values are kept in memory only."""

    def __init__(self, folder: Path | None, notices: Notices) -> None:
        self._folder = folder
        self._notices = notices
        self._values: dict[str, Any] = {}

    def read(self, file: UserFile[T]) -> T:
        """Return the value of a file, or the last known value if the file cannot be read."""
        with self._notices.complaining(f"{file.content} cannot be read"):
            self._load(file)
        return self._known(file)

    def change(self, file: UserFile[T], change: Callable[[T], T]) -> T:
        """Lock a file, read its value again, write the value changed by ``change``, and return it.

        After an OSError, add a notice. If the file could not be locked or read, return the last known value unchanged.
        If it could not be written, the changed value is kept in memory.
        """
        path = self._path(file)
        with self._notices.complaining(f"{file.purpose} cannot be kept"), locked(path) if path else nullcontext():
            self._load(file)
            changed = self._values[file.name] = change(self._known(file))
            if path is not None:
                write_whole(path, file.write(changed).encode())
        return self._known(file)

    def _load(self, file: UserFile[T]) -> None:
        """Read the value of a file, if there is one. Rename a damaged file. Raises OSError."""
        path = self._path(file)
        data = None if path is None else bytes_or_none(path)
        if path is not None and data is not None:
            try:
                value = self._values[file.name] = file.read(data.decode("utf-8"))
            except ValueError:
                self._notices.put_aside(path, f"{file.content} could not be read")
                return
            if unread := file.unread(value):
                rows = f"{counted(unread, 'row')} of {file.name}"
                self._notices.add_once(file.name, f"{rows} cannot be read; all else there counts.")

    def _path(self, file: UserFile[T]) -> Path | None:
        return None if self._folder is None else self._folder / file.name

    def _known(self, file: UserFile[T]) -> T:
        known: T = self._values.get(file.name, file.new)
        return known
