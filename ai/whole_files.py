"""Write files whole: beside their place and then renamed, so that nobody ever meets half a file."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Give a stream to write a file to; whatever happens meanwhile, the file holds the old or the new.

    The new is on the disk before it takes the place of the old. A symbolic link stays, and the file it leads to is
    written. Raises OSError.
    """
    path = followed(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def followed(path: Path) -> Path:
    """Return where a path leads to if it is a symbolic link, else the path itself."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _sync_folder(folder: Path) -> None:
    """Have the new name of a file on the disk; not every system can be asked to."""
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
