"""A file of PDN as it is: bytes in one encoding or another, and any number of games, read no further than is asked for.

The idea is python-chess's: games are passed, not read, until the one that is wanted.
"""

import codecs
import io
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

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


class Place(NamedTuple):
    """Where a game stands in its file: the byte from which to read, and the characters to pass there."""

    byte: int
    characters: int


class Catalogue:
    """The games of a file in their order, each with its place, so that it is found again without those before it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._pieces: list[Place] = []
        self._scanner = Scanner(self._noted(stream))

    def _noted(self, stream: BinaryIO) -> Iterator[str]:
        """The pieces of the text; where each begins is noted, as byte and as number of characters before it."""
        before = 0
        for piece, byte in _decoded_pieces(stream, 0):
            self._pieces.append(Place(byte, before))
            before += len(piece)
            yield piece

    @property
    def read(self) -> int:
        """How many bytes have been read, but for the latest piece."""
        return self._pieces[-1].byte if self._pieces else 0

    def sheets(self) -> Iterator[tuple[ScoreSheet, Place]]:
        """The games that follow. Raises OSError."""
        for sheet in self._scanner.sheets():
            begin = sheet.span[0]
            at = bisect_right(self._pieces, begin, key=lambda piece: piece.characters) - 1
            yield sheet, Place(self._pieces[at].byte, begin - self._pieces[at].characters)
            del self._pieces[: max(0, at)]


def sheet_at(stream: BinaryIO, place: Place) -> ScoreSheet | None:
    """The game that begins at a place of a file; None if there is none now. Raises OSError."""
    stream.seek(place.byte)
    pieces = (piece for piece, _ in _decoded_pieces(stream, place.byte))
    return Scanner(_without_first(pieces, place.characters)).read()


def _without_first(pieces: Iterator[str], characters: int) -> Iterator[str]:
    for piece in pieces:
        yield piece[characters:]
        characters = max(0, characters - len(piece))


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, and where it is not, Latin-1, which every byte is; lines end in ``\\n`` only."""
    return "".join(text_pieces(io.BytesIO(data)))


def text_pieces(stream: BinaryIO) -> Iterator[str]:
    """The text of a stream, decoded likewise, in pieces of no more than 64 KB. Raises OSError."""
    for piece, _ in _decoded_pieces(stream, 0):
        yield piece


def _decoded_pieces(stream: BinaryIO, byte: int) -> Iterator[tuple[str, int]]:
    """The pieces of a stream that stands at a byte, and the byte from which each can be decoded anew."""
    encoding = codecs.getincrementaldecoder("utf-8" if byte else "utf-8-sig")("surrogateescape")
    decoder = io.IncrementalNewlineDecoder(encoding, translate=True)
    begin = byte
    while data := stream.read(_PIECE):
        byte += len(data)
        yield _without_escapes(decoder.decode(data)), begin
        pending, flags = decoder.getstate()
        # The lowest bit says that a carriage return, whose line feed may follow, is held back.
        begin = byte - len(pending) - (flags & 1)
    yield _without_escapes(decoder.decode(b"", final=True)), begin


def _without_escapes(text: str) -> str:
    """The text with bytes that are no UTF-8, which the decoder has marked as lone surrogates, as Latin-1."""
    return text if text.isascii() else _UNDECODED.sub(lambda byte: chr(ord(byte[0]) - 0xDC00), text)
