"""Where files live, and how they are written: beside and then renamed, so that nobody ever meets half a file."""

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep, time
from typing import BinaryIO, Final, NamedTuple

from ai.whole_files import followed, written_whole
from engine.printable import printable, quoted

APPLICATION: Final = "ega-checkers"
HOME: Final = "CHECKERS_HOME"
_LEFT_BEHIND: Final = 3600.0
_UNFINISHED: Final = re.compile(r"\..+\.(?:pdn|json|jsonl)\.\d+\.tmp")
_PATIENCE: Final = 60.0
_POLL_SECONDS: Final = 0.01
_LONGEST_NAME: Final = 60
# Opening a pipe that nobody writes to waits for ever, unless it is asked not to; Windows has no such pipes.
_READING: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NOT_OURS: Final = (errno.EACCES, errno.EPERM, errno.EROFS)


class NoPlace(Exception):
    """There is no folder in which anything could be kept; its text says why."""


class Places(NamedTuple):
    """The folders of games and results, and of settings."""

    data: Path
    config: Path


def places() -> Places:
    """Where this user's files are: in $CHECKERS_HOME if it is set, else where the system wants them. Raises NoPlace."""
    home = os.environ.get(HOME)
    if home:
        try:
            folder = Path(home).expanduser()
        except RuntimeError:
            user = printable(home.partition("/")[0])
            raise NoPlace(f"{HOME} is {quoted(home, _LONGEST_NAME)}, and nobody knows where {user} is.") from None
        return Places(folder, folder)
    try:
        import platformdirs
    except ModuleNotFoundError:
        raise NoPlace(f"the package platformdirs is missing, and {HOME} names no folder.") from None
    return Places(
        platformdirs.user_data_path(APPLICATION, appauthor=False),
        platformdirs.user_config_path(APPLICATION, appauthor=False),
    )


def data_folder_if_any(name: str) -> Path | None:
    """A folder beside the games, which need not exist; None where nothing can be kept."""
    try:
        return places().data / name
    except NoPlace:
        return None


def write_whole(path: Path, data: bytes, older: Path | None = None) -> None:
    """Make a file hold this; whatever happens meanwhile, it holds the old or the new. Raises OSError.

    A symbolic link stays, and the file it leads to is written. Where ``older`` is given, what the file held goes there;
    between the two steps of that only ``older`` is there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as stream:
        stream.write(data)
        if older is not None:
            stream.flush()
            os.fsync(stream.fileno())
            with suppress(FileNotFoundError):
                _move(followed(path), followed(older))


def _move(path: Path, target: Path) -> None:
    """Rename a file, or copy it where the target is on another disk. Raises OSError."""
    try:
        path.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        write_whole(target, read_bytes(path))


def open_file(path: Path) -> BinaryIO:
    """An ordinary file to read; anything else, as a pipe that may keep us waiting, is refused. Raises OSError."""
    handle = os.open(path, _READING)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "It is no ordinary file", str(path))
    return os.fdopen(handle, "rb")


def read_bytes(path: Path) -> bytes:
    """What an ordinary file holds. Raises OSError, likewise."""
    with open_file(path) as stream:
        return stream.read()


def bytes_or_none(path: Path) -> bytes | None:
    """What an ordinary file holds, None where there is none. Raises OSError."""
    try:
        return read_bytes(path)
    except FileNotFoundError:
        return None


def changed_at(path: Path) -> float | None:
    """When a file was changed last, in seconds since 1970; None where there is none. Raises OSError."""
    try:
        return path.stat().st_mtime
    except (FileNotFoundError, NotADirectoryError):
        return None


def put_aside(path: Path, why: str = "damaged") -> Path:
    """Rename a file so that it is in nobody's way; returns its new name, with ``why`` in it. Raises OSError.

    Of a symbolic link the file is renamed that it leads to.
    """
    path = followed(path)
    number = 1
    while (aside := path.with_name(f"{path.name}.{why}-{number}")).exists():
        number += 1
    return path.rename(aside)


def sweep(folder: Path) -> None:
    """Clear away what writers that were killed have left behind more than an hour ago, nothing else."""
    with suppress(OSError):
        for left in folder.iterdir():
            with suppress(OSError):
                if _UNFINISHED.fullmatch(left.name) and time() - left.stat().st_mtime > _LEFT_BEHIND:
                    left.unlink()


class Lock:
    """A locked file. The system lets go of it when the process ends, however that comes about."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    @classmethod
    def on(cls, path: Path) -> "Lock | None":
        """The lock on a file made for it; None while another program holds it. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = _opened(path)
        if _locked(handle):
            return cls(handle)
        os.close(handle)
        return None

    def release(self) -> None:
        """Let others have it; a second time does nothing."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _opened(path: Path) -> int:
    """The file of a lock, which can be taken too where it cannot be written."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        if error.errno in _NOT_OURS:
            with suppress(OSError):
                return os.open(path, _READING)
        raise


if sys.platform == "win32":
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system that knows no locks: files are still replaced whole
        return True


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Read and rewrite a file while no other program does; others are waited for.

    Raises OSError, TimeoutError among them when another program does not let go of the file in a minute.
    """
    path = followed(path)
    lock_path = path.with_name(f".{path.name}.lock")
    give_up_at = monotonic() + _PATIENCE
    while (lock := Lock.on(lock_path)) is None:
        if monotonic() >= give_up_at:
            raise TimeoutError(errno.ETIMEDOUT, "Another program does not let go of it", str(path))
        sleep(_POLL_SECONDS)
    try:
        yield
    finally:
        lock.release()


def trouble(error: OSError) -> str:
    """What an error of the file system says, without its number, printable."""
    where = f": {error.filename}" if error.filename else ""
    return printable(f"{error.strerror or error}{where}")
