"""A PDN file: bytes in one of several encodings, with any number of games, read only as far as requested.

As in python-chess, games before the wanted one are skipped instead of read.
"""

import codecs
import io
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from engine.pdn.scanner import Scanner, ScoreSheet
from engine.pdn.tree import Diagnostic

PIECE: Final = 1 << 16
LONGEST_LINE: Final = 1 << 16
_UNDECODED: Final = re.compile("[\udc80-\udcff]")
# Anchored: otherwise the search would take time quadratic in the length of a line.
_UNDECODED_LINE: Final = re.compile("^.*?[\udc80-\udcff].*", re.MULTILINE)
# Two or more Russian letters of Windows-1251, with no ASCII letter beside them. Their bytes are also valid, mostly as
# accented letters, in Windows-1252.
_CYRILLIC_WORD: Final = re.compile("(?<![A-Za-z\udcc0-\udcff])[\udca8\udcb8\udcc0-\udcff]{2,}(?![A-Za-z])")
# A capital and small letters of KOI8-R, and of code page 866.
_KOI8: Final = re.compile(rb"(?<![A-Za-z\x80-\xff])[\xe0-\xff][\xc0-\xdf]{2,}")
_CP866: Final = re.compile(rb"(?<![A-Za-z\x80-\xff])[\x80-\x9f][\xa0-\xaf\xe0-\xef]{2,}")
_TABLES: Final = {
    name: [bytes([byte]).decode(name, "ignore") or chr(byte) for byte in range(256)]
    for name in ("cp866", "koi8-r", "cp1251", "cp1252")
}

# By the first two bytes: a byte order mark, or a bracket and a null byte.
_UTF_16: Final = {
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
    b"[\0": "utf-16-le",
    b"\0[": "utf-16-be",
}


class NoSuchGame(ValueError):
    """A game number beyond the last; ``count`` is the number of games in the file."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(f"there is no game {number}: there are {count}")
        self.count = count


class TextOffset(NamedTuple):
    """The place of a game in its file: the byte to start reading from, the characters to skip there, and the line."""

    byte: int
    characters: int
    line: int = 1


BEGIN: Final = TextOffset(0, 0)


class Collection:
    """The games of a file in order. Each game has an offset, from which it can be read again directly.

    Reading goes forward only, from the offset ``begin``. Every method may raise OSError.
    """

    def __init__(self, stream: BinaryIO, begin: TextOffset = BEGIN) -> None:
        self._pieces: list[TextOffset] = []
        self._scanner = Scanner(self._recorded(stream, begin), begin.line)

    def _recorded(self, stream: BinaryIO, begin: TextOffset) -> Iterator[str]:
        """Yield the pieces of the text, and record the byte and the number of characters before each."""
        before = -begin.characters
        for piece, byte in _decoded_pieces(stream, begin.byte):
            self._pieces.append(TextOffset(byte, before))
            yield piece[max(0, -before) :]
            before += len(piece)

    def sheet(self) -> tuple[ScoreSheet, TextOffset] | None:
        """Return the next game, or None at the end."""
        sheet = self._scanner.read()
        return None if sheet is None else (sheet, self._place(sheet.span[0], sheet.line))

    def numbered(self, number: int) -> ScoreSheet:
        """Return the game with a number (from 1). It must not have been read yet. Raises NoSuchGame."""
        while (sheet := self._scanner.read()) is not None:
            if sheet.number == number:
                return sheet
        raise NoSuchGame(number, self._scanner.count)

    def problems(self) -> Iterator[Diagnostic]:
        """Yield the problems of the following games that are found without playing the moves."""
        while (sheet := self._scanner.read()) is not None:
            if sheet.problem is not None:
                yield sheet.problem

    def _place(self, begin: int, line: int) -> TextOffset:
        """Return the offset of a character in a line, and drop the records of the pieces before it."""
        at = bisect_right(self._pieces, begin, key=lambda piece: piece.characters) - 1
        del self._pieces[: max(0, at)]
        return TextOffset(self._pieces[0].byte, begin - self._pieces[0].characters, line)


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16, or else a code page, with line feeds as line ends.

    A line with bytes that are not UTF-8 is Windows-1251 if it has a word of Russian letters only, or code page 866 or
    KOI8-R if it has a word with a capital of these. Otherwise the bytes are Windows-1252, a superset of Latin-1.
    """
    return "".join(piece for piece, _ in _decoded_pieces(io.BytesIO(data), 0))


def _decoded_pieces(stream: BinaryIO, byte: int) -> Iterator[tuple[str, int]]:
    """Yield the text of a stream from ``byte`` on in pieces, each with the byte where its decoding starts."""
    stream.seek(0)
    head = stream.read(2)
    stream.seek(byte)
    name = _UTF_16.get(head) or ("utf-8" if byte else "utf-8-sig")
    errors = "surrogateescape" if name.startswith("utf-8") else "replace"
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(name)(errors), translate=True)
    begin = byte
    while data := stream.read(PIECE) + stream.readline(LONGEST_LINE):  # to the end of a line, which is decoded whole
        byte += len(data)
        yield _decode_surrogates(decoder.decode(data)), begin
        pending, flags = decoder.getstate()
        # The lowest bit is set if a carriage return is held back because its line feed may follow.
        begin = byte - len(pending) - (flags & 1) * len("\r".encode(name.removesuffix("-sig")))
    yield _decode_surrogates(decoder.decode(b"", final=True)), begin


def _decode_surrogates(text: str) -> str:
    """Decode the bytes that are not UTF-8. The UTF-8 decoder has replaced them by lone surrogates."""
    return text if text.isascii() else _UNDECODED_LINE.sub(_decode_line, text)


def _decode_line(line: re.Match[str]) -> str:
    """Decode a line that has bytes that are not UTF-8. A line of Windows-1251 is decoded as a whole.

    In Windows-1251 a capital before a small yo or a quotation mark is valid UTF-8 by accident.
    """
    data = line[0].encode("utf-8", "surrogateescape")
    is_russian = _CYRILLIC_WORD.search(line[0])
    name = "cp866" if _CP866.search(data) else "koi8-r" if _KOI8.search(data) else "cp1251" if is_russian else ""
    if name:
        return "".join(_TABLES[name][byte] for byte in data)
    return _UNDECODED.sub(lambda byte: _TABLES["cp1252"][ord(byte[0]) - 0xDC00], line[0])
