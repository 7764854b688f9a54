"""Reading of lines from a terminal, a pipe, or another stream of bytes."""

import select
import sys
import time
from collections.abc import Callable
from typing import BinaryIO, Final

from console.terminal import standard_streams

_CHUNK: Final = 1 << 16
_MOST_CHUNKS: Final = 16  # largest number of chunks read ahead
_LONGEST: Final = 20_004  # bytes of a line, enough for one character more than any line may have: it is refused
_MOST_LINES: Final = 1000  # ``arrived`` stops reading when there are so many lines
_READ_TIMEOUT: Final = 0.05  # seconds


class LineReader:
    """A reader of lines. ``read`` returns the next bytes, or no bytes at the end of the input.

    ``ready`` returns True if ``read`` will not block. A line that is not UTF-8 has the encoding ``other``.
    """

    def __init__(self, read: Callable[[], bytes], ready: Callable[[], bool], other: str = "utf-8") -> None:
        self._read = read
        self._ready = ready
        self._other = other
        self._lines: list[str] = []
        self._tail = b""
        self._ended = False
        self._is_blind = False  # ``ready`` knows nothing

    @classmethod
    def of(cls, stream: BinaryIO, other: str = "utf-8") -> "LineReader":
        """Return a reader of a stream. On a stream without ``select`` support, ``ready`` is always False."""

        def ready() -> bool:
            try:
                return bool(select.select([stream], [], [], 0)[0])
            except (OSError, ValueError):
                return False

        def read() -> bytes:
            raw = getattr(stream, "raw", stream)
            try:
                while (chunk := raw.read(_CHUNK)) is None:
                    select.select([stream], [], [])
            except OSError:
                return b""  # a terminal that has hung up
            return bytes(chunk)

        reader = cls(read, ready, other)
        reader._is_blind = sys.platform == "win32"
        return reader

    @property
    def ended(self) -> bool:
        """True if the input has ended and all lines were returned."""
        return self._ended and not self._lines

    @property
    def pending(self) -> bool:
        """True if there is input that was read but not returned."""
        return bool(self._lines or self._tail)

    def line(self) -> str | None:
        """Return the next line without its line end, or None at the end of the input."""
        while not self._lines and not self._ended:
            self._fill()
        return self._lines.pop(0) if self._lines else None

    def read_ahead(self) -> None:
        """Read on a separate thread from now on, so that ``ready`` works on every system."""
        from queue import Queue
        from threading import Thread

        chunks: Queue[bytes] = Queue(_MOST_CHUNKS)
        read = self._read

        def pump() -> None:
            while chunk := read():
                chunks.put(chunk)
            chunks.put(b"")

        Thread(target=pump, daemon=True, name="input").start()

        def take() -> bytes:
            while chunks.empty():  # on Windows, Ctrl-C does not interrupt ``get``
                time.sleep(_READ_TIMEOUT)
            return chunks.get()

        self._read, self._ready, self._is_blind = take, lambda: not chunks.empty(), False

    def line_unless(self, news: Callable[[float], bool]) -> str | None:
        """Return the next line, or None if ``news`` returns True first. Raises EOFError.

        ``news`` is called repeatedly, with the seconds for which it waits.
        """
        if self._is_blind:
            self.read_ahead()
        while not self._lines:
            if self._ended:
                raise EOFError
            if self._ready():
                self._fill()
            elif news(_READ_TIMEOUT):
                return None
        return self._lines.pop(0)

    def take(self, word: str, anywhere: bool = False) -> bool:
        """Remove a line that has arrived and equals ``word``; return False if there is none. Never blocks.

        Only the next line is compared, unless ``anywhere`` is True.
        """
        if anywhere:
            self.arrived()
        elif not self._lines and not self._ended and self._ready():
            self._fill()
        for number, line in enumerate(self._lines if anywhere else self._lines[:1]):
            if line.strip().casefold() == word:
                del self._lines[number]
                return True
        return False

    def arrived(self) -> int:
        """Return the number of lines that have arrived. Never blocks."""
        for _ in range(_MOST_CHUNKS):
            if self._ended or len(self._lines) >= _MOST_LINES or not self._ready():
                break
            self._fill()
        return len(self._lines)

    def take_after(self, number: int) -> str | None:
        """Remove and return the line that arrived after ``number`` others, or None. Never blocks."""
        return self._lines.pop(number) if self.arrived() > number else None

    def leaves(self, is_last: Callable[[str], bool]) -> bool:
        """Return True if the end of the input, or a line for which ``is_last`` is True, has arrived. Never blocks."""
        self.arrived()
        return self._ended or any(map(is_last, self._lines))

    def _fill(self) -> None:
        chunk = self._read()
        self._ended = not chunk
        *whole, tail = (self._tail + chunk).split(b"\n")
        self._tail = tail[:_LONGEST]
        if self._ended and self._tail:
            whole, self._tail = [*whole, self._tail], b""
        self._lines += [self._text(line[:_LONGEST].removesuffix(b"\r")) for line in whole]

    def _text(self, line: bytes) -> str:
        """Decode a line: programs on Windows write UTF-8, at times with a mark, or the code page of the system."""
        try:
            return line.decode("utf-8-sig")
        except UnicodeDecodeError:
            return line.decode(self._other, "replace")


def line_editing() -> Callable[[str], str] | None:
    """Return a function that shows a prompt and reads a line with editing and history, or None without readline.

    A dumb terminal wraps long lines itself; readline would scroll them sideways.

    Call this only if standard input and output are terminals: readline must not be imported in a pipe.
    """
    if sys.platform == "win32" or standard_streams.is_dumb():
        return None
    try:
        import readline
    except ImportError:
        return None
    if "libedit" not in (readline.__doc__ or ""):
        # By default readline also writes escape sequences that editing does not need.
        readline.parse_and_bind("set enable-bracketed-paste off")
        readline.parse_and_bind("set enable-meta-key off")
    return standard_streams.ask
