"""Output of lines on standard output and standard error. Only the full screen is written elsewhere."""

import errno
import os
import sys
from contextvars import ContextVar
from typing import Final, TextIO

from engine.printable import printable, printable_lines

PREFIX: Final = ContextVar("prefix", default="")
"""The text before each error: the name of the command that runs."""
_SET_BY_PYTHON: Final = ("C.UTF-8", "C.utf8", "UTF-8")
_ON_WINDOWS: Final = os.name == "nt"
_CHOSEN: Final = {"PYTHONUTF8", "PYTHONIOENCODING"}


class OutputLost(Exception):
    """The error raised if a stream cannot be written. ``error`` is the OSError.

    It is not a subclass of OSError, because OSError is reported as an error of a file.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def is_closed_pipe(error: OSError) -> bool:
    """Return True if the reader of a pipe has closed it, as ``head`` does. Windows calls that an invalid argument."""
    return isinstance(error, BrokenPipeError) or (_ON_WINDOWS and error.errno == errno.EINVAL)


def encoding_of(terminal: TextIO) -> str:
    """Return the encoding of a terminal: ASCII if its locale is C.

    Python writes UTF-8 in that locale, and sets LC_CTYPE if LC_ALL is not set.
    """
    told = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE", "")
    if sys.flags.utf8_mode and told in ("", *_SET_BY_PYTHON):
        told = os.environ.get("LANG", "")
    is_ascii = os.name == "posix" and told in ("C", "POSIX") and not _CHOSEN & os.environ.keys()
    return "ascii" if is_ascii else terminal.encoding or "ascii"


def is_dumb() -> bool:
    """Return True if the terminal cannot move its cursor, as far as the system says."""
    is_told = not _ON_WINDOWS and os.environ.get("TERM", "").casefold() in ("", "dumb", "unknown")
    return is_told or is_old_console()


def is_old_console() -> bool:
    """Return True if standard input and output are a Windows console that takes no escape sequences."""
    if sys.platform != "win32":
        return False
    import ctypes
    import msvcrt

    from console.terminal.windows_console import takes_sequences

    keyboard, screen = (msvcrt.get_osfhandle(stream.fileno()) for stream in (sys.stdin, sys.stdout))
    return not takes_sequences(ctypes.windll.kernel32, keyboard, screen)


def write(text: str, stream: TextIO) -> None:
    """Write lines of text and flush. Raises OutputLost.

    Control characters are removed. A character that the stream cannot encode becomes ``?``.
    """
    try:
        stream.write(_shown(text, stream))
        stream.flush()
    except OSError as error:
        raise OutputLost(error) from error


def discard_output() -> None:
    """Discard the buffered output of standard output, which the interpreter would try to write again at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def ask(prompt: str) -> str:
    """Show a prompt and return the typed line, with editing if readline was imported. Raises EOFError."""
    return input(_shown(prompt, sys.stdout))


def _shown(text: str, stream: TextIO) -> str:
    """Remove control characters from a text, and replace characters that a stream cannot encode by ``?``."""
    encoding = encoding_of(stream) if stream.isatty() else stream.encoding or "utf-8"
    return printable_lines(text).encode(encoding, "replace").decode(encoding)


def tell(text: str = "") -> None:
    """Write lines on standard output, if there is one. Raises OutputLost."""
    if sys.stdout is not None:
        write(f"{text}\n", sys.stdout)


def hand_over(text: str) -> None:
    """Write a document on standard output, unchanged and in UTF-8. On a terminal, write it as ``write`` does.

    Raises OutputLost.
    """
    out = sys.stdout
    if out is None:
        return
    raw = getattr(out, "buffer", None)
    if raw is None or out.isatty():
        write(text, out)
        return
    try:
        out.flush()
        raw.write(text.encode("utf-8", "replace"))
        raw.flush()
    except OSError as error:
        raise OutputLost(error) from error


def complain(text: str) -> None:
    """Write a line on standard error, if there is one, with the prefix. Raises OutputLost."""
    if sys.stderr is not None:
        write(f"{PREFIX.get()}{text}\n", sys.stderr)


def overwrite(line: str) -> None:
    """Overwrite the current line of standard error, which must be a terminal."""
    sys.stderr.write(f"\r{printable(line)}")
    sys.stderr.flush()
