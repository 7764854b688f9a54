"""The folder of postcards: pictures of the screen and texts, each in a file of its own."""

from itertools import count
from pathlib import Path
from typing import Final

from console.storage.atomic_files import locked, write_whole
from console.storage.notices import not_kept

_NAME: Final = "postcard-{}"


class Postcards:
    """The postcards in a folder, numbered from 1."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @not_kept("The postcard cannot be saved")
    def put(self, suffix: str, content: str) -> Path:
        """Write a postcard under the lowest free number, and return its path. Raises NotKept."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with locked(self._folder / "postcards"):
            taken = {path.stem for path in self._folder.iterdir()}
            name = next(name for name in map(_NAME.format, count(1)) if name not in taken)
            path = self._folder / f"{name}.{suffix}"
            write_whole(path, content.encode("utf-8", "replace"))
        return path
