"""Atomic writes: a file is written beside its place and then renamed, so that no reader sees half a file."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a stream that replaces the file on exit. After an error it keeps the old content.

    The new content is flushed to the disk before the rename, so after a crash the file has the old or the new content.
    A symbolic link is followed. Raises OSError.
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
    """Return the target of a symbolic link, or the path itself if it is none."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _sync_folder(folder: Path) -> None:
    """Flush the new name of a file to the disk, on systems that support it."""
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
