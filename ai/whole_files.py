"""Reading of whole files, and atomic writes: a temporary file in the same folder is written and then renamed."""

import errno
import os
import stat
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO, Final, TypeVar

T = TypeVar("T")

MOST_BYTES: Final = 64 << 20  # of a file that is read whole
# Without O_NONBLOCK, opening a named pipe without a writer blocks forever. Windows has no such pipes.
_READING: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_ON_WINDOWS: Final = os.name == "nt"
_PATIENCE: Final = 2.0  # seconds
_POLL_SECONDS: Final = 0.05


def patiently(use: Callable[[], T]) -> T:
    """Return what ``use`` returns. Raises its OSError, on Windows a PermissionError only if it lasts.

    There a virus scanner or an indexer may hold a file for a moment after every change, and nobody else gets it.
    """
    give_up_at = monotonic() + _PATIENCE
    while True:
        try:
            return use()
        except PermissionError:
            if not _ON_WINDOWS or monotonic() >= give_up_at:
                raise
        sleep(_POLL_SECONDS)


def open_file(path: Path) -> BinaryIO:
    """Open a regular file for reading. Raises OSError, also for a pipe or device, which may block the reader."""

    def opened() -> int:
        try:
            return os.open(path, _READING)
        except PermissionError as error:  # Windows permits nobody to open a folder
            raise irregular(path) if path.is_dir() else error from None

    handle = patiently(opened)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise irregular(path)
    return os.fdopen(handle, "rb")


def read_bytes(path: Path) -> bytes:
    """Return the content of a regular file. Raises OSError, also for one that is larger than any of ours."""
    with open_file(path) as stream:
        if os.fstat(stream.fileno()).st_size > MOST_BYTES:
            raise OSError(errno.EFBIG, f"It is larger than {MOST_BYTES >> 20} MB", str(path))
        return stream.read()


def plain_text(data: bytes) -> str:
    """Decode the text of an editor: UTF-8, or UTF-16 with its mark, which PowerShell writes. Replace other bytes."""
    return data.decode("utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig", "replace")


def irregular(path: Path) -> OSError:
    """Return the error of a folder, pipe or device in place of a file."""
    if path.is_dir():
        return IsADirectoryError(errno.EISDIR, "It is a folder", str(path))
    return OSError(errno.EINVAL, "It is not a regular file", str(path))


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a stream that replaces the file on exit. After an error the file keeps the old content.

    The new content is flushed to the disk before the rename, so after a crash the file has the old or the new content.
    A symbolic link is followed. Raises OSError, also for a folder, pipe or device, which is never replaced.
    """
    path = followed(path)
    if path.exists() and not path.is_file():
        raise irregular(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        patiently(lambda: temporary.replace(path))
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(path.parent)


def followed(path: Path) -> Path:
    """Return the target of a symbolic link, or the path itself if it is not a symbolic link."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _sync_folder(folder: Path) -> None:
    """Flush the entries of a folder to the disk, on systems that support it."""
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
