"""A file of PDN as it is: bytes in one encoding or another, and any number of games, read no further than is asked for.

The idea is python-chess's: games are passed, not read, until the one that is wanted.
"""

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from engine.pdn.scanner import Problem, Scanner, ScoreSheet

_PIECE: Final = 1 << 16
_UNDECODED: Final = re.compile("[\udc80-\udcff]")


class NoSuchGame(ValueError):
    """A game beyond the last; ``count`` is how many the file has."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(f"there is no game {number}: there are {count}")
        self.count = count


class Collection:
    """The games of a file in their order. Reading moves on, never back. All of it may raise OSError."""

    def __init__(self, stream: BinaryIO) -> None:
        self._scanner = Scanner(text_pieces(stream))

    def sheet(self, number: int) -> ScoreSheet:
        """The game of a number, from 1, that has not been passed. Raises NoSuchGame."""
        found = self._scanner.sheet(number)
        if found is None:
            raise NoSuchGame(number, self._scanner.count)
        return found

    def problems(self) -> Iterator[Problem]:
        """What is wrong with the games that follow, as far as it shows without playing them through."""
        return self._scanner.problems()


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, and where it is not, Latin-1, which every byte is; lines end in ``\\n`` only."""
    return "".join(text_pieces(io.BytesIO(data)))


def text_pieces(stream: BinaryIO) -> Iterator[str]:
    """The text of a stream, decoded likewise, in pieces of no more than 64 KB. Raises OSError."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")("surrogateescape"), translate=True)
    while data := stream.read(_PIECE):
        yield _without_escapes(decoder.decode(data))
    yield _without_escapes(decoder.decode(b"", final=True))


def _without_escapes(text: str) -> str:
    """The text with bytes that are no UTF-8, which the decoder has marked as lone surrogates, as Latin-1."""
    return text if text.isascii() else _UNDECODED.sub(lambda byte: chr(ord(byte[0]) - 0xDC00), text)
