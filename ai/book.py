"""An opening book: the scores and weights of early moves, from deep searches.

A file begins with a line that contains the format and the rule set. The CRC-32 of this line and the records follows (4
bytes). Then come sorted records of 18 bytes, a record for each move: the key of the position (8 bytes); the first 4
bytes of the key of the position after the move; the weight (4 bytes); the score in centimen for the mover (2 bytes,
signed). Numbers are big-endian. A key is the BLAKE2b digest of the FEN. A position with White to move has the key of
the rotated position with the colors exchanged.
"""

import struct
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from ai.whole_files import read_bytes
from engine.fen import fen_text
from engine.geometry import BLACK
from engine.position import Move, Position
from engine.rules import Rules

PACKAGED: Final = Path(__file__).parent / "books"
_KEY: Final = 8
_SHORT: Final = 4
_CHECK: Final = struct.Struct(">I")
_RECORD: Final = struct.Struct(f">{_KEY}s{_SHORT}sIh")


class BookMove(NamedTuple):
    """A move, its score in centimen for the mover, and its weight: the number of positions searched after the move.

    A transposition counts once for each path. A move of weight 0 must not be chosen: its score comes from a single
    search of the position before the move.
    """

    move: Move
    score: int
    weight: int


class BookRecord(NamedTuple):
    """A record of a file: the keys of the positions before and after a move, its weight and its score."""

    before: bytes
    after: bytes
    weight: int
    score: int


class Book:
    """A book in memory. Raises ValueError if the content is not a book of the rule set."""

    def __init__(self, content: bytes, rules: Rules) -> None:
        head = _head(rules)
        check, self._records = content[len(head) :][: _CHECK.size], content[len(head) + _CHECK.size :]
        if not content.startswith(head) or check != _check(head, self._records):
            raise ValueError(f"the opening book of {rules.name} is damaged")

    @property
    def moves(self) -> int:
        """The number of moves."""
        return len(self._records) // _RECORD.size

    @property
    def positions(self) -> int:
        """The number of positions."""
        return len({self._key(number) for number in range(self.moves)})

    def find(self, position: Position, moves: Iterable[Move]) -> list[BookMove]:
        """Return the book moves among the legal ``moves``, best first; empty if the position is not in the book."""
        key = position_key(position)
        number = bisect_left(range(self.moves), key, key=self._key)
        known: dict[bytes, tuple[int, int]] = {}
        while number < self.moves and self._key(number) == key:
            _, after, weight, score = _RECORD.unpack_from(self._records, number * _RECORD.size)
            known[after] = score, weight
            number += 1
        keys = ((move, position_key(move.after)[:_SHORT]) for move in moves) if known else ()
        found = [BookMove(move, *known[after]) for move, after in keys if after in known]
        return sorted(found, key=lambda each: (-each.score, -each.weight))

    def _key(self, number: int) -> bytes:
        start = number * _RECORD.size
        return self._records[start : start + _KEY]


@lru_cache(maxsize=1 << 16)
def position_key(position: Position) -> bytes:
    """Return the key of a position."""
    seen = position if position.side == BLACK else position.turned()
    return blake2b(fen_text(seen).encode("ascii"), digest_size=_KEY).digest()


def pack_book(records: Sequence[BookRecord], rules: Rules) -> bytes:
    """Return the content of a book file."""
    packed = (_RECORD.pack(each.before, each.after[:_SHORT], each.weight, each.score) for each in records)
    head, body = _head(rules), b"".join(sorted(packed))
    return head + _check(head, body) + body


def book_name(rules: Rules) -> str:
    """Return the name of a rule set's book file."""
    return f"{rules.files}.book"


def book_for(rules: Rules, folder: Path | None = None, damaged: Callable[[str], None] | None = None) -> Book | None:
    """Return the book of a rule set from ``folder``, else the packaged book, else None.

    Damaged and unreadable files are skipped. ``damaged`` is called with an error message for each.
    """
    places = (PACKAGED,) if folder is None else (folder, PACKAGED)
    return next((book for place in places if (book := book_in(place, rules, damaged)) is not None), None)


def book_in(folder: Path, rules: Rules, damaged: Callable[[str], None] | None = None) -> Book | None:
    """Return the book of a rule set in a folder, or None. Arguments as in ``book_for``."""
    path = folder / book_name(rules)
    try:
        return Book(read_bytes(path), rules) if path.is_file() else None
    except ValueError as error:
        trouble = f"{path.name} is skipped: {error}."
    except OSError as error:
        trouble = f"{path.name} cannot be read: {error.strerror or error}."
    if damaged is not None:
        damaged(trouble)
    return None


def _head(rules: Rules) -> bytes:
    return f"EGA Checkers book 2 {rules.files}\n".encode("ascii")


def _check(head: bytes, body: bytes) -> bytes:
    return _CHECK.pack(crc32(head + body))
