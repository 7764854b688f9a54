"""The user's folders, atomic writes and file locks. An atomic write goes to a temporary file, which is then renamed."""

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final, NamedTuple

from ai.whole_files import followed, patiently, read_bytes, written_whole
from engine.printable import printable, quoted

APPLICATION: Final = "ega-checkers"
HOME: Final = "CHECKERS_HOME"
_XDG: Final = (("XDG_DATA_HOME", "~/.local/share"), ("XDG_CONFIG_HOME", "~/.config"))
_USUAL: Final = {
    "darwin": tuple((variable, "~/Library/Application Support") for variable, _ in _XDG),
    "win32": (("LOCALAPPDATA", "~/AppData/Local"),) * 2,
}
"""The environment variable and the usual path of each folder, by system. The package platformdirs finds the same."""
_DEVICE_NAME: Final = re.compile(r"con|prn|aux|nul|(com|lpt)[\d¹²³]")
PATIENCE: Final = 5.0  # seconds to wait for another program
_GIVEN_UP: Final = set[Path]()
"""The locks that another program held for longer: they are waited for no more until they were free once."""
_POLL_SECONDS: Final = 0.01
_LONGEST_NAME: Final = 60
_LONGEST_PATH: Final = 300  # characters that are shown


class NoFolder(Exception):
    """The error raised if the user has no folder for files. Its text is the reason."""


class Folders(NamedTuple):
    """The folder of games and results, and the folder of settings."""

    data: Path
    config: Path


def is_device_name(stem: str) -> bool:
    """Return True if Windows reserves this name, in small letters and without its suffix, for a device."""
    return _DEVICE_NAME.fullmatch(stem) is not None


def user_folders() -> Folders:
    """Return $CHECKERS_HOME as both folders if it is set, else the usual folders of the system. Raises NoFolder."""
    home = os.environ.get(HOME)
    if home:
        try:
            folder = Path(home).expanduser()
        except RuntimeError:
            user = printable(home.partition("/")[0])
            raise NoFolder(f"{HOME} is {quoted(home, _LONGEST_NAME)}, and nobody knows where {user} is.") from None
        return Folders(folder, folder)
    return Folders(*(_usual_folder(variable, path) for variable, path in _USUAL.get(sys.platform, _XDG)))


def _usual_folder(variable: str, usual: str) -> Path:
    """Return our folder in an absolute path from the environment, or in the usual folder. Raises NoFolder."""
    named = Path(os.environ.get(variable, ""))
    try:
        folder = named if named.is_absolute() else Path(usual).expanduser()
    except RuntimeError:
        folder = Path(usual)
    if not folder.is_absolute():
        raise NoFolder(f"nobody knows where your home folder is, and {HOME} names no folder.")
    return folder / APPLICATION


def data_folder_if_any(name: str) -> Path | None:
    """Return the path of a subfolder of the data folder, or None if the user has no folders. It need not exist."""
    try:
        return user_folders().data / name
    except NoFolder:
        return None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically: after a crash it has the old or the new content. Raises OSError.

    A symbolic link is followed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_whole(path) as stream:
        stream.write(data)


def bytes_or_none(path: Path) -> bytes | None:
    """Return the content of a regular file as ``read_bytes`` does, or None if there is no file. Raises OSError."""
    try:
        return read_bytes(path)
    except FileNotFoundError:
        return None


def put_aside(path: Path, why: str = "damaged") -> Path:
    """Rename a file to ``NAME.damaged-1`` (or ``why`` and the next free number); return the new path. Raises OSError.

    A symbolic link is followed.
    """
    path = followed(path)
    number = 1
    while (aside := path.with_name(f"{path.name}.{why}-{number}")).exists():
        number += 1
    return patiently(lambda: path.rename(aside))


class Lock:
    """A lock on a file. The system releases it when the process ends, also when the process is killed."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    @classmethod
    def on(cls, path: Path) -> "Lock | None":
        """Create a file, if necessary, and lock it. Return None if another program holds the lock. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = patiently(lambda: os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if _try_lock(handle):
            return cls(handle)
        os.close(handle)
        return None

    def release(self) -> None:
        """Release the lock. Releasing twice is allowed."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        """Return True if the lock was acquired."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        """Return True if the lock was acquired, or if the file system has no locks."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # without locks, files are still written atomically
        return True


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a file inside the ``with`` block. Wait while another program has locked it.

    Only programs that use this function respect the lock: it is on the file ``.NAME.lock`` beside the file. Raises
    OSError, and TimeoutError if the lock is held for too long. After a timeout the next call does not wait.
    """
    path = followed(path)
    lock_path = path.with_name(f".{path.name}.lock")
    give_up_at = monotonic() + (0.0 if lock_path in _GIVEN_UP else PATIENCE)
    while (lock := Lock.on(lock_path)) is None:
        if monotonic() >= give_up_at:
            _GIVEN_UP.add(lock_path)
            raise held(path)
        sleep(_POLL_SECONDS)
    _GIVEN_UP.discard(lock_path)
    try:
        yield
    finally:
        lock.release()


def held(path: Path) -> TimeoutError:
    """Return the error for a file that another program holds."""
    return TimeoutError(errno.ETIMEDOUT, "Another program is holding on to it", str(path))


def trouble(error: OSError | ValueError) -> str:
    """Return the message of an error, printable; of an OSError with its file name and without the error number."""
    where = f": {str(error.filename)[:_LONGEST_PATH]}" if isinstance(error, OSError) and error.filename else ""
    return reason(error) + printable(where)


def reason(error: OSError | ValueError) -> str:
    """Return the message of an error, printable; of an OSError without its file name and number."""
    return printable(str((isinstance(error, OSError) and error.strerror) or error))
