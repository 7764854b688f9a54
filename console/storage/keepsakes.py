"""Folders of texts and pictures that the player saves, such as postcards and certificates."""

from itertools import count
from pathlib import Path

from console.storage.atomic_files import locked, write_whole
from console.storage.notices import not_kept


class Keepsakes:
    """The files in a folder, one for each text or picture. A file name is ``name``, the kind, and a number from 1."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    def put(self, suffix: str, content: str | bytes) -> Path:
        """Write a file under the lowest free number, and return its path. Text is written in UTF-8. Raises NotKept."""
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        with not_kept(f"The {self._name} cannot be saved"):
            self._folder.mkdir(parents=True, exist_ok=True)
            with locked(self._folder / f"{self._name}s"):
                taken = {path.stem for path in self._folder.iterdir()}
                stem = next(stem for number in count(1) if (stem := f"{self._name}-{number}") not in taken)
                path = self._folder / f"{stem}.{suffix}"
                write_whole(path, data)
        return path
