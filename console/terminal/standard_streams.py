"""Output of lines on standard output and standard error. Only the full screen is written elsewhere."""

import os
import sys
from typing import TextIO

from engine.printable import printable, printable_lines


class OutputLost(Exception):
    """The error raised if a stream cannot be written. ``error`` is the OSError.

    It is not a subclass of OSError, because OSError is reported as an error of a file.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


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
    encoding = getattr(stream, "encoding", None) or "utf-8"
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
    """Write a line on standard error, if there is one. Raises OutputLost."""
    if sys.stderr is not None:
        write(f"{text}\n", sys.stderr)


def overwrite(line: str) -> None:
    """Overwrite the current line of standard error, which must be a terminal."""
    sys.stderr.write(f"\r{printable(line)}")
    sys.stderr.flush()
