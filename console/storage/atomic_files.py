"""Where files live, and how they are written: beside and then renamed, so that nobody ever meets half a file."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep, time
from typing import Final, NamedTuple

APPLICATION: Final = "ega-checkers"
HOME: Final = "CHECKERS_HOME"
_LEFT_BEHIND: Final = 3600.0
_PATIENCE: Final = 1.0


class Places(NamedTuple):
    """The folders of games and results, and of settings."""

    data: Path
    config: Path


def places() -> Places:
    """Where this user's files are: in $CHECKERS_HOME if it is set, else where the system wants them."""
    home = os.environ.get(HOME)
    if home:
        folder = Path(home).expanduser()
        return Places(folder, folder)
    import platformdirs

    return Places(
        platformdirs.user_data_path(APPLICATION, appauthor=False),
        platformdirs.user_config_path(APPLICATION, appauthor=False),
    )


def write_whole(path: Path, text: str) -> None:
    """Make a file hold this text; whatever happens meanwhile, it holds the old text or the new. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as stream:
            stream.write(text.encode("utf-8", "replace"))
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Have the new name of a file on the disk; not every system can be asked to."""
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def read_bytes(path: Path) -> bytes | None:
    """What a file holds, None where there is none. Raises OSError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def decoded_or_none(path: Path) -> str | None:
    """The text a file of ours holds, None where there is none. Raises OSError, and ValueError if it is no text."""
    data = read_bytes(path)
    return None if data is None else data.decode("utf-8")


def put_aside(path: Path) -> Path:
    """Rename a damaged file so that it is in nobody's way; returns its new name. Raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return path.rename(aside)


def sweep(folder: Path) -> None:
    """Clear away what writers that were killed have left behind."""
    with suppress(OSError):
        for left in folder.glob(".*.tmp"):
            with suppress(OSError):
                if time() - left.stat().st_mtime > _LEFT_BEHIND:
                    left.unlink()


class Lock:
    """A locked file. The system lets go of it when the process ends, however that comes about."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    @classmethod
    def on(cls, path: Path) -> "Lock | None":
        """The lock on a file made for it; None while another program holds it. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if _locked(handle):
            return cls(handle)
        os.close(handle)
        return None

    def release(self) -> None:
        """Let others have it."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


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
def alone(path: Path) -> Iterator[None]:
    """Read and rewrite a file while no other program does; one that keeps it for a second is not waited for.

    Raises OSError.
    """
    patience = monotonic() + _PATIENCE
    lock = Lock.on(path.with_name(f".{path.name}.lock"))
    while lock is None and monotonic() < patience:
        sleep(0.01)
        lock = Lock.on(path.with_name(f".{path.name}.lock"))
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def trouble(error: OSError) -> str:
    """What an error of the file system says, without its number."""
    where = f": {error.filename}" if error.filename else ""
    return f"{error.strerror or error}{where}"
