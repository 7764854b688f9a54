"""Lines on standard output and standard error. All that is not painted on the full screen is written here."""

import sys
from typing import TextIO

from engine.printable import printable, printable_lines


class OutputLost(Exception):
    """A stream cannot be written, for the reason that ``error`` gives.

    It is no OSError, as handlers of these speak of files.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def write(text: str, stream: TextIO) -> None:
    """Write lines of text at once: nothing in them acts on a terminal, and what the stream cannot encode is ``?``.

    Raises OutputLost.
    """
    try:
        stream.write(_shown(text, stream))
        stream.flush()
    except OSError as error:
        raise OutputLost(error) from error


def ask(prompt: str) -> str:
    """Put a prompt on the terminal and read the line behind it, edited if readline was imported. Raises EOFError."""
    return input(_shown(prompt, sys.stdout))


def _shown(text: str, stream: TextIO) -> str:
    """A text as a stream may have it."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return printable_lines(text).encode(encoding, "replace").decode(encoding)


def tell(text: str = "") -> None:
    """Write a line, or several, on standard output if there is one."""
    if sys.stdout is not None:
        write(f"{text}\n", sys.stdout)


def hand_over(text: str) -> None:
    """Write a document on standard output: word for word, in UTF-8, unless that is a terminal; there as ``tell``.

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
    """Write a sentence on standard error if there is one."""
    if sys.stderr is not None:
        write(f"{text}\n", sys.stderr)


def overwrite(line: str) -> None:
    """Write a line over the one that standard error stands in and stay there; for a terminal."""
    sys.stderr.write(f"\r{printable(line)}")
    sys.stderr.flush()
