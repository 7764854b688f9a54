"""A file of PDN as it is: bytes in one encoding or another, and any number of games, read no further than is asked for.

The idea is python-chess's: games are passed, not read, until the one that is wanted.
"""

import codecs
import io
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from engine.pdn.scanner import Diagnostic, PlainGame, Scanner, ScoreSheet

_PIECE: Final = 1 << 16
_UNDECODED: Final = re.compile("[\udc80-\udcff]")
_UNDECODED_LINE: Final = re.compile(".*[\udc80-\udcff].*")
# Two or more letters of Windows-1251 that are letters of Windows-1252 as well, and no letter of ASCII beside them.
_CYRILLIC_WORD: Final = re.compile("(?<![A-Za-z\udcc0-\udcff])[\udca8\udcb8\udcc0-\udcff]{2,}(?![A-Za-z])")
_TABLES: Final = {
    name: [bytes([byte]).decode(name, "ignore") or chr(byte) for byte in range(256)] for name in ("cp1251", "cp1252")
}


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

    def problems(self) -> Iterator[Diagnostic]:
        """What is wrong with the games that follow, as far as it shows without playing them through."""
        return self._scanner.problems()


class TextOffset(NamedTuple):
    """Where a game stands in its file: the byte from which to read, and the characters to pass there."""

    byte: int
    characters: int


BEGIN: Final = TextOffset(0, 0)


class Catalogue:
    """The games of a file in their order, each with its place, so that it is found again without those before it.

    It goes from a place to the byte ``end``, where a game must end. All of it may raise OSError.
    """

    def __init__(self, stream: BinaryIO, begin: TextOffset = BEGIN, end: int | None = None) -> None:
        self._pieces: list[TextOffset] = []
        self._scanner = Scanner(self._noted(stream, begin, end))

    def _noted(self, stream: BinaryIO, begin: TextOffset, end: int | None) -> Iterator[str]:
        """The pieces of the text; where each begins is noted, as byte and as number of characters before it."""
        stream.seek(begin.byte)
        before = -begin.characters
        for piece, byte in _decoded_pieces(stream, begin.byte, end):
            self._pieces.append(TextOffset(byte, before))
            yield piece[max(0, -before) :]
            before += len(piece)

    def plain(self) -> tuple[PlainGame, TextOffset] | None:
        """The next game if nothing in it is out of the ordinary; ``sheet`` reads it too if it is not passed."""
        game = self._scanner.plain()
        return None if game is None else (game, self._place(game.begin))

    def pass_plain(self, game: PlainGame) -> None:
        """Pass a game that ``plain`` has found; what is remarked behind its result is one more of its comments."""
        self._scanner.pass_plain(game)

    def sheet(self) -> tuple[ScoreSheet, TextOffset] | None:
        """The next game; None at the end."""
        sheet = self._scanner.read()
        return None if sheet is None else (sheet, self._place(sheet.span[0]))

    def _place(self, begin: int) -> TextOffset:
        """The place of a character; pieces before it are forgotten."""
        at = bisect_right(self._pieces, begin, key=lambda piece: piece.characters) - 1
        del self._pieces[: max(0, at)]
        return TextOffset(self._pieces[0].byte, begin - self._pieces[0].characters)


def sheet_at(stream: BinaryIO, place: TextOffset) -> ScoreSheet | None:
    """The game that begins at a place of a file; None if there is none now. Raises OSError."""
    stream.seek(place.byte)
    pieces = (piece for piece, _ in _decoded_pieces(stream, place.byte))
    return Scanner(_without_first(pieces, place.characters)).read()


def _without_first(pieces: Iterator[str], characters: int) -> Iterator[str]:
    for piece in pieces:
        yield piece[characters:]
        characters = max(0, characters - len(piece))


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, and where it is not, Windows-1251 or -1252; lines end in ``\\n`` only.

    A line with a word of Cyrillic letters alone is Windows-1251; any other is Windows-1252, which is Latin-1 with more
    signs.
    """
    return "".join(text_pieces(io.BytesIO(data)))


def text_pieces(stream: BinaryIO) -> Iterator[str]:
    """The text of a stream, decoded likewise, in pieces of no more than 64 KB. Raises OSError."""
    for piece, _ in _decoded_pieces(stream, 0):
        yield piece


def _decoded_pieces(stream: BinaryIO, byte: int, end: int | None = None) -> Iterator[tuple[str, int]]:
    """The pieces of a stream from the byte where it stands to ``end``, and the byte from which each can be decoded."""
    encoding = codecs.getincrementaldecoder("utf-8" if byte else "utf-8-sig")("surrogateescape")
    decoder = io.IncrementalNewlineDecoder(encoding, translate=True)
    begin = byte
    while data := stream.read(_PIECE if end is None else min(_PIECE, end - byte)):
        byte += len(data)
        yield _without_escapes(decoder.decode(data)), begin
        pending, flags = decoder.getstate()
        # The lowest bit says that a carriage return, whose line feed may follow, is held back.
        begin = byte - len(pending) - (flags & 1)
    yield _without_escapes(decoder.decode(b"", final=True)), begin


def _without_escapes(text: str) -> str:
    """The text with bytes that are no UTF-8, which the decoder has marked as lone surrogates, decoded otherwise."""
    return text if text.isascii() else _UNDECODED_LINE.sub(_redecoded, text)


def _redecoded(line: re.Match[str]) -> str:
    """A line with bytes that are no UTF-8, each of which gives one character."""
    table = _TABLES["cp1251" if _CYRILLIC_WORD.search(line[0]) else "cp1252"]
    return _UNDECODED.sub(lambda byte: table[ord(byte[0]) - 0xDC00], line[0])
