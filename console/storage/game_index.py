"""An index of the games of any number of PDN files, kept beside the user's games, in which they are found at once.

What tags say is in tables of SQLite. Positions and material are in sorted arrays of postings, one blob for some ten
thousand games, searched by halving: key (64 bits), number of the game (32), and 16 bits that say which move followed,
who moved and how the game ended, so that statistics need no other table.
"""

import sqlite3
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, compress, islice
from operator import itemgetter
from pathlib import Path
from struct import Struct
from typing import Any, BinaryIO, Final

from console.game.openings import opening_of
from console.game.position_keys import Material, material_key, position_key, seen_by_mover
from console.storage.atomic_files import open_file
from engine.geometry import BLACK
from engine.pdn.collection import Catalogue, Place, sheet_at
from engine.pdn.reader import UnreadableGame, read_sheet
from engine.pdn.record import UNDECIDED, GameRecord
from engine.pdn.scanner import ScoreSheet, WrittenComment, WrittenItem, WrittenVariation
from engine.position import Position

INDEX: Final = "games.sqlite"
MOST_PIECES: Final = 10
"""Material of more pieces than this is not found."""
_FORMAT: Final = 1
_POSTING: Final = Struct(">QIH")
_KEY: Final = Struct(">Q")
_POSTINGS_IN_A_BLOCK: Final = 1_000_000
_SMALL: Final = 100_000
_MOST_SMALL: Final = 32
_REMEMBERED: Final = 100_000
_OUTCOMES: Final = {"1-0": 1, "2-0": 1, "0-1": 2, "0-2": 2, "1/2-1/2": 3, "1-1": 3, "1/2": 3}
_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS files (
        id INTEGER PRIMARY KEY, path TEXT UNIQUE, size INTEGER, changed INTEGER, first INTEGER, last INTEGER,
        unreadable INTEGER);
    CREATE TABLE IF NOT EXISTS numbers (next INTEGER);
    CREATE TABLE IF NOT EXISTS words (id INTEGER PRIMARY KEY, word TEXT UNIQUE, folded TEXT);
    CREATE TABLE IF NOT EXISTS games (
        id INTEGER PRIMARY KEY, file INTEGER, number INTEGER, byte INTEGER, characters INTEGER, event INTEGER,
        date TEXT, year INTEGER, black INTEGER, white INTEGER, result TEXT, rules TEXT, opening INTEGER, plies INTEGER);
    CREATE TABLE IF NOT EXISTS remarks (game INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE IF NOT EXISTS blocks (id INTEGER PRIMARY KEY, count INTEGER, postings BLOB);
    CREATE INDEX IF NOT EXISTS by_black ON games (black);
    CREATE INDEX IF NOT EXISTS by_white ON games (white);
    CREATE INDEX IF NOT EXISTS by_event ON games (event);
    CREATE INDEX IF NOT EXISTS by_year ON games (year);
    CREATE INDEX IF NOT EXISTS by_opening ON games (opening);
    CREATE INDEX IF NOT EXISTS by_result ON games (result);
"""


@dataclass(frozen=True)
class Query:
    """What games are looked for; what is left empty does not matter.

    Names, events, openings and ``text`` (of remarks) are parts of words in capitals or not, ``years`` first and last.
    Each of ``words`` stands in a name, the event, the opening or the date.
    ``position`` is found in its mirror too, colours exchanged and the board turned.
    """

    player: str = ""
    event: str = ""
    years: tuple[int, int] | None = None
    result: str = ""
    opening: str = ""
    text: str = ""
    words: tuple[str, ...] = ()
    position: Position | None = None
    material: Material | None = None


@dataclass(frozen=True)
class FoundGame:
    """A game of the index: its number in the index, its file, its number there, and what its tags say."""

    identity: int
    path: Path
    number: int
    event: str
    date: str
    black: str
    white: str
    result: str
    rules: str
    opening: str
    plies: int
    place: Place


@dataclass(frozen=True)
class Reached:
    """How often a position was reached: games won by whose turn it is, drawn, lost and without result.

    ``moves`` are start and end of those that followed, in the numbers of the position asked for, the most frequent
    first, each with the same counts.
    """

    counts: tuple[int, int, int, int]
    moves: tuple[tuple[tuple[int, int], tuple[int, int, int, int]], ...]

    @property
    def games(self) -> int:
        """How many games reached it."""
        return sum(self.counts)


class GameIndex:
    """The index in a file of SQLite, or in memory where ``path`` is None. All of it may raise sqlite3.Error."""

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(str(path) if path else ":memory:", timeout=30)
        if self._one("PRAGMA user_version") not in (0, _FORMAT):
            for table in ("files", "numbers", "words", "games", "remarks", "blocks"):
                self._db.execute(f"DROP TABLE IF EXISTS {table}")
        self._db.executescript(_TABLES)
        self._db.execute(f"PRAGMA user_version = {_FORMAT}")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _one(self, question: str, *values: Any) -> Any:
        row = self._db.execute(question, values).fetchone()
        return None if row is None else row[0]

    # What is in it

    def add(self, path: Path, told: Callable[[int, int], None] = lambda done, total: None) -> int:
        """Have the games of a file, read again only if it has changed; how many of them cannot be read.

        ``told`` hears of the bytes read, and how many there are. Raises OSError; then nothing has changed.
        """
        path = path.resolve()
        found = path.stat()
        state = found.st_size, found.st_mtime_ns
        known = self._db.execute("SELECT size, changed, unreadable FROM files WHERE path = ?", (str(path),)).fetchone()
        if known is not None and known[:2] == state:
            return int(known[2])
        with self._db, open_file(path) as stream:
            self._forget(path)
            number = self._db.execute("INSERT INTO files (path) VALUES (?)", (str(path),)).lastrowid
            assert number is not None
            writer = _Writer(self._db, number)
            writer.read(stream, lambda done: told(done, found.st_size))
            self._db.execute(
                "UPDATE files SET size = ?, changed = ?, first = ?, last = ?, unreadable = ? WHERE id = ?",
                (*state, writer.first, writer.next - 1, writer.unreadable, number),
            )
            self._merge_small_blocks()
        return writer.unreadable

    def _forget(self, path: Path) -> None:
        """Drop a file; its postings stay until blocks are merged, and count for nothing."""
        number = self._one("SELECT id FROM files WHERE path = ?", str(path))
        if number is not None:
            self._db.execute("DELETE FROM remarks WHERE game IN (SELECT id FROM games WHERE file = ?)", (number,))
            self._db.execute("DELETE FROM games WHERE file = ?", (number,))
            self._db.execute("DELETE FROM files WHERE id = ?", (number,))

    def _merge_small_blocks(self) -> None:
        if self._one("SELECT count(*) FROM blocks WHERE count < ?", _SMALL) <= _MOST_SMALL:
            return
        small = self._db.execute("SELECT id, postings FROM blocks WHERE count < ?", (_SMALL,)).fetchall()
        ranges = self._ranges(None)
        kept = (posting for _, block in small for posting in _POSTING.iter_unpack(block) if ranges.has(posting[1]))
        postings = sorted(_POSTING.pack(*posting) for posting in kept)
        self._db.executemany("DELETE FROM blocks WHERE id = ?", [(number,) for number, _ in small])
        _store(self._db, postings)

    def _ranges(self, files: Sequence[Path] | None) -> "_Ranges":
        """The numbers of the games of these files, or of all."""
        rows = self._db.execute("SELECT path, first, last FROM files WHERE first <= last ORDER BY first").fetchall()
        wanted = None if files is None else {str(path.resolve()) for path in files}
        ranges = _Ranges((first, last) for path, first, last in rows if wanted is None or path in wanted)
        ranges.has_all = ranges.count == (self._one("SELECT next FROM numbers") or 1) - 1
        return ranges

    def count(self, files: Sequence[Path] | None = None) -> int:
        """How many games there are in these files, or in all."""
        return self._ranges(files).count

    # What is looked for

    def search(self, query: Query, files: Sequence[Path] | None = None, most: int = 100) -> tuple[int, list[FoundGame]]:
        """How many games of these files, or of all, are as asked for, and the first of them in their order."""
        ranges = self._ranges(files)
        where, values = self._conditions(query)
        among: set[int] | None = None
        for key in self._keys(query):
            games = set(chain.from_iterable(_games(postings) for postings in self._postings(key)))
            among = games if among is None else among & games
        if among is None and not where:
            return ranges.count, self._rows(islice(ranges.numbers(), most))
        if where:
            found = map(itemgetter(0), self._db.execute(f"SELECT id FROM games WHERE {' AND '.join(where)}", values))
            among = set(found) if among is None else among.intersection(found)
        assert among is not None
        wanted = sorted(ranges.among(among))
        return len(wanted), self._rows(wanted[:most])

    def _conditions(self, query: Query) -> tuple[list[str], list[Any]]:
        """What the tables of tags are asked."""
        where: list[str] = []
        values: list[Any] = []
        words = "(SELECT id FROM words WHERE folded LIKE ? ESCAPE '\\')"
        for columns, text in (
            (("black", "white"), query.player),
            (("event",), query.event),
            (("opening",), query.opening),
        ):
            if text:
                where.append(f"({' OR '.join(f'{column} IN {words}' for column in columns)})")
                values += [_part(text)] * len(columns)
        for word in query.words:
            somewhere = " OR ".join(f"{column} IN {words}" for column in ("black", "white", "event", "opening"))
            where.append(f"({somewhere} OR date LIKE ? ESCAPE '\\')")
            values += [_part(word)] * 5
        if query.years is not None:
            where.append("year BETWEEN ? AND ?")
            values += query.years
        if query.result:
            where.append("result = ?")
            values.append(query.result)
        if query.text:
            where.append("id IN (SELECT game FROM remarks WHERE text LIKE ? ESCAPE '\\')")
            values.append(_part(query.text))
        return where, values

    @staticmethod
    def _keys(query: Query) -> Iterator[int]:
        if query.position is not None:
            yield position_key(query.position)
        if query.material is not None:
            yield material_key(query.material)

    def _rows(self, numbers: Iterable[int]) -> list[FoundGame]:
        question = """
            SELECT games.id, files.path, number, event.word, date, black.word, white.word, result, rules, opening.word,
                plies, byte, characters
            FROM games JOIN files ON files.id = file JOIN words AS event ON event.id = event
                JOIN words AS black ON black.id = black JOIN words AS white ON white.id = white
                JOIN words AS opening ON opening.id = opening
            WHERE games.id = ?
        """
        rows = (self._db.execute(question, (number,)).fetchone() for number in numbers)
        return [_found(*row) for row in rows if row is not None]

    def game(self, identity: int) -> FoundGame | None:
        """The game of a number in the index; None if there is none."""
        return next(iter(self._rows([identity])), None)

    def reached(self, position: Position, files: Sequence[Path] | None = None) -> Reached:
        """In how many games of these files, or of all, a position or its mirror came about, and what followed."""
        ranges = self._ranges(files)
        what_came: Counter[int] = Counter()
        for postings in self._postings(position_key(position)):
            came = _what_came(postings)
            if ranges.has_all:
                what_came.update(came)
            else:
                what_came.update(compress(came, map(ranges.has, _games(postings))))
        all_games: Counter[int] = Counter()
        moves: dict[int, Counter[int]] = {}
        for what, times in what_came.items():
            outcome = _of_mover(what)
            all_games[outcome] += times
            moves.setdefault(what >> 3, Counter())[outcome] += times
        squares = position.geometry.squares
        rows = []
        for move, counts in moves.items():
            if move:
                start, end = move >> 6, move & 63
                named = (start, end) if position.side == BLACK else (squares + 1 - start, squares + 1 - end)
                rows.append((named, _counts(counts)))
        rows.sort(key=lambda row: (-sum(row[1]), row[0]))
        return Reached(_counts(all_games), tuple(rows))

    def _postings(self, key: int) -> Iterator[bytes]:
        """The postings of a key, block by block."""
        wanted = _KEY.pack(key)
        size = _POSTING.size
        for number, count in self._db.execute("SELECT id, count FROM blocks").fetchall():
            with self._db.blobopen("blocks", "postings", number, readonly=True) as blob:

                def key_at(place: int, blob: sqlite3.Blob = blob) -> bytes:
                    blob.seek(place * size)
                    return blob.read(_KEY.size)

                begin = bisect_left(range(count), wanted, key=key_at)
                if begin < count and key_at(begin) == wanted:
                    end = bisect_right(range(count), wanted, begin, key=key_at)
                    blob.seek(begin * size)
                    yield blob.read((end - begin) * size)


def _games(postings: bytes) -> "array[int]":
    """The numbers of the games of postings."""
    return _column(postings, "I", 8)


def _what_came(postings: bytes) -> "array[int]":
    """The 16 bits of each of some postings."""
    return _column(postings, "H", 12)


def _column(postings: bytes, code: str, first: int) -> "array[int]":
    """The unsigned numbers that begin at byte ``first`` of each posting, in an array of this type code.

    A byte of all of them at a time: a million postings are taken apart in hundredths of a second.
    """
    column = array(code)
    size = column.itemsize
    field = bytearray(len(postings) // _POSTING.size * size)
    for byte in range(size):
        field[byte::size] = postings[first + byte :: _POSTING.size]
    column.frombytes(field)
    if sys.byteorder == "little":
        column.byteswap()
    return column


class _Ranges:
    """Numbers of games in ranges, none of which overlap: those of a file follow one another."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges: list[tuple[int, int]] = []
        for first, last in ranges:
            if self._ranges and self._ranges[-1][1] == first - 1:
                self._ranges[-1] = self._ranges[-1][0], last
            else:
                self._ranges.append((first, last))
        self._firsts = [first for first, _ in self._ranges]
        self.count = sum(last - first + 1 for first, last in self._ranges)
        self.has_all = False
        """Whether there are no other numbers at all."""

    def has(self, number: int) -> bool:
        """Whether a number is in one of them."""
        at = bisect_right(self._firsts, number) - 1
        return at >= 0 and number <= self._ranges[at][1]

    def among(self, numbers: set[int]) -> Iterable[int]:
        """Those of some numbers that are in one of them."""
        return numbers if self.has_all else filter(self.has, numbers)

    def numbers(self) -> Iterator[int]:
        """All of them in order."""
        return chain.from_iterable(range(first, last + 1) for first, last in self._ranges)


def _found(identity: int, path: str, number: int, *rest: Any) -> FoundGame:
    *told, byte, characters = rest
    event, date, black, white, result, rules, opening, plies = told
    place = Place(byte, characters)
    return FoundGame(identity, Path(path), number, event, date, black, white, result, rules, opening, plies, place)


def game_at(found: FoundGame) -> GameRecord | None:
    """The game that was found, read from its file again; None if it does not stand there any longer. Raises OSError."""
    with open_file(found.path) as stream:
        sheet = sheet_at(stream, found.place)
    with suppress(UnreadableGame):
        return None if sheet is None else read_sheet(sheet)
    return None


class _Writer:
    """Adds the games of one file."""

    def __init__(self, db: sqlite3.Connection, file: int) -> None:
        self._db = db
        self._file = file
        row = db.execute("SELECT next FROM numbers").fetchone()
        self.first = self.next = 1 if row is None else row[0]
        self.unreadable = 0
        self._words: dict[str, int] = {}
        self._games: list[tuple[Any, ...]] = []
        self._remarks: list[tuple[int, str]] = []
        self._postings: list[bytes] = []
        self._known: dict[bytes, tuple[str, int, str, tuple[tuple[int, int], ...]]] = {}

    def read(self, stream: BinaryIO, told: Callable[[int], None]) -> None:
        """All games of the file. Raises OSError."""
        catalogue = Catalogue(stream)
        for sheet, place in catalogue.sheets():
            try:
                self._add(sheet, place)
            except UnreadableGame:
                self.unreadable += 1
            if len(self._postings) >= _POSTINGS_IN_A_BLOCK:
                self._write()
            if not self.next % 100:
                told(catalogue.read)
        self._write()

    def _add(self, sheet: ScoreSheet, place: Place) -> None:
        # What is played twice, as where collections overlap, is played through once.
        line = "\n".join((*(sheet.tag(name, "") for name in _READ_BY), *(move.text for move in sheet.moves)))
        name = blake2b(line.encode("utf-8", "replace"), digest_size=16).digest()
        known = self._known.get(name)
        if known is None:
            known = _played(read_sheet(sheet))
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[name] = known
        rules, plies, opening, keys = known
        number, self.next = self.next, self.next + 1
        result = sheet.result or UNDECIDED
        outcome = _OUTCOMES.get(result, 0)
        self._postings += [_POSTING.pack(key, number, what | outcome << 1) for key, what in keys]
        date = sheet.tag("Date", sheet.tag("EventDate", ""))
        year = int(date[:4]) if date[:4].isascii() and date[:4].isdigit() else None
        names = (sheet.tag(tag, "") for tag in ("Black", "White"))
        black, white = map(self._word, names)
        self._games.append(
            (
                number, self._file, sheet.number, place.byte, place.characters, self._word(sheet.tag("Event", "")),
                date, year, black, white, result, rules, self._word(opening), plies,
            )
        )  # fmt: skip
        remarks = " ".join(_remarks(sheet.items))
        if remarks:
            self._remarks.append((number, remarks.casefold()))

    def _word(self, word: str) -> int:
        number = self._words.get(word)
        if number is None:
            self._db.execute("INSERT OR IGNORE INTO words (word, folded) VALUES (?, ?)", (word, word.casefold()))
            number = int(self._db.execute("SELECT id FROM words WHERE word = ?", (word,)).fetchone()[0])
            self._words[word] = number
        return number

    def _write(self) -> None:
        self._db.executemany(f"INSERT INTO games VALUES ({','.join('?' * 14)})", self._games)
        self._db.executemany("INSERT INTO remarks VALUES (?, ?)", self._remarks)
        self._postings.sort()
        _store(self._db, self._postings)
        self._games, self._remarks, self._postings = [], [], []
        # Numbers are never given twice: postings of games that are gone must not be taken for others.
        self._db.execute("DELETE FROM numbers")
        self._db.execute("INSERT INTO numbers VALUES (?)", (self.next,))


# The tags that decide how the moves of a sheet are read.
_READ_BY: Final = ("GameType", "Variant", "FEN", "Jumping")


def _played(record: GameRecord) -> tuple[str, int, str, tuple[tuple[int, int], ...]]:
    """A game's rules, its length, its opening, and its keys with the move that followed and who made it."""
    game = record.game()
    found: dict[int, int] = {}
    for ply in range(len(record.turns) + 1):
        position = game.position_at(ply)
        what = int(position.side != game.rules.first)
        if ply < len(record.turns):
            start, end = seen_by_mover(record.turns[ply].move, position.side)
            what |= (start << 6 | end) << 3
        found.setdefault(position_key(position), what)
        material = Material.of(position)
        if material.pieces <= MOST_PIECES:
            found.setdefault(material_key(material), what)
    return game.rules.name, len(record.turns), opening_of(game), tuple(found.items())


def _remarks(items: Iterable[WrittenItem]) -> Iterator[str]:
    for item in items:
        if isinstance(item, WrittenComment) and not item.text.lstrip().startswith("[%"):
            yield item.words
        elif isinstance(item, WrittenVariation):
            yield from _remarks(item.items)


def _store(db: sqlite3.Connection, postings: Sequence[bytes]) -> None:
    """Write sorted postings as a block."""
    if postings:
        db.execute("INSERT INTO blocks (count, postings) VALUES (?, ?)", (len(postings), b"".join(postings)))


def _of_mover(what: int) -> int:
    """The outcome for whose turn it was: 0 won, 1 drawn, 2 lost, 3 without result."""
    outcome, second = what >> 1 & 3, what & 1
    if outcome in (0, 3):
        return 3 if outcome == 0 else 1
    return 0 if (outcome == 2) == bool(second) else 2


def _counts(counts: Counter[int]) -> tuple[int, int, int, int]:
    return counts[0], counts[1], counts[2], counts[3]


def _part(text: str) -> str:
    """A pattern of LIKE for a part of a word."""
    escaped = text.casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
