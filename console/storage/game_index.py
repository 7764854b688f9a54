"""The index of games: an SQLite database for searching the games of many PDN files.

Games are added in segments. A segment has the rows of one part of a file and is added in one short transaction. Other
programs can search meanwhile, and an interrupted build continues after its last segment.

The table ``seen`` has one row for each different position and each different material of a game. The row has the move
that followed when it first occurred (0 at the end of the game), the side to move, and the result of the game.
"""

import os
import re
import sqlite3
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from pathlib import Path
from typing import Any, Final, NamedTuple
from weakref import finalize

from ai.tasks import InlineExecutor, processes
from ai.whole_files import followed
from console.game.player_tags import both_players
from console.game.position_keys import Material, material_key, position_key, seen_from
from console.storage.atomic_files import locked, open_file, put_aside, trouble
from console.storage.game_rows import PartRows, file_rules, parts, read_rows
from engine.geometry import BLACK
from engine.pdn.collection import BEGIN, Collection, TextOffset
from engine.pdn.reader import UnreadableGame, read_sheet
from engine.pdn.record import GameRecord
from engine.position import Position
from engine.rules import Rules

INDEX: Final = "games.sqlite"
_FORMAT: Final = 4
_PATIENCE: Final = 10.0  # seconds to wait for the transaction of another program
_CACHE: Final = 16_000  # kilobytes of memory for pages of the database
_POLL_SECONDS: Final = 0.02
_WORTH_A_PROCESS: Final = 4 << 20  # one more process is started for this many bytes of games
_MOST_WORDS: Final = 50  # of a search: the names of all players are read for each
_RULES: Final = 15  # bits of ``seen.what`` below the id of the rules
_PARTS_AHEAD: Final = 4  # parts that other processes read ahead
# Besides errors of SQLite, a damaged file causes errors of decoding UTF-8, and values of wrong types.
_DATABASE_ERRORS: Final = (sqlite3.Error, TypeError, ValueError, OverflowError)
# Error codes of the system, and of values that are too large. A query that is too large has the code SQLITE_ERROR and a
# message that matches _TOO_LARGE. Any other error, except ProgrammingError, means that the file is damaged.
_SYSTEM_ERRORS: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN",
                         "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_NOMEM", "SQLITE_INTERRUPT", "SQLITE_PROTOCOL",
                         "SQLITE_TOOBIG")  # fmt: skip
_TOO_LARGE: Final = re.compile(r"\btoo (?:complex|large|many)\b|stack overflow")
# files: ``path`` is relative to the folder of the index if the file is in it, so that the folder may be copied. Reading
# continues at the offset ``byte``, ``characters``, which is NULL if the whole file was read. ``games`` counts the games
# before the offset. segments: the ids of its games begin with ``first``. games: ``identity`` is NULL if there is none,
# ``last`` the key of the final position. copies: ``game`` is a copy, or an earlier state, of a game of ``file``. seen:
# ``game`` counts the games of the segment from 0; ``what`` has the 15 bits that ``game_rows.PartRows`` describes, and
# above them the id of the rules' name in ``words``.
_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS files (
        id INTEGER PRIMARY KEY, path BLOB UNIQUE, size INTEGER, changed INTEGER, byte INTEGER, characters INTEGER,
        games INTEGER, unreadable INTEGER);
    CREATE TABLE IF NOT EXISTS segments (
        id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER, first INTEGER, games INTEGER);
    CREATE TABLE IF NOT EXISTS words (id INTEGER PRIMARY KEY, word TEXT UNIQUE, folded TEXT);
    CREATE TABLE IF NOT EXISTS games (
        id INTEGER PRIMARY KEY, file INTEGER, number INTEGER, byte INTEGER, characters INTEGER, event INTEGER,
        date TEXT, year INTEGER, black INTEGER, white INTEGER, result TEXT, rules TEXT, first_side INTEGER,
        opening INTEGER, plies INTEGER, identity INTEGER, last INTEGER);
    CREATE TABLE IF NOT EXISTS copies (game INTEGER, file INTEGER, PRIMARY KEY (game, file)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS remarks (game INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE IF NOT EXISTS seen (
        segment INTEGER, key INTEGER, game INTEGER, what INTEGER, PRIMARY KEY (segment, key, game)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS by_file ON segments (file);
    CREATE INDEX IF NOT EXISTS by_black ON games (black);
    CREATE INDEX IF NOT EXISTS by_white ON games (white);
    CREATE INDEX IF NOT EXISTS by_event ON games (event);
    CREATE INDEX IF NOT EXISTS by_year ON games (year);
    CREATE INDEX IF NOT EXISTS by_opening ON games (opening);
    CREATE INDEX IF NOT EXISTS by_result ON games (result);
    CREATE INDEX IF NOT EXISTS by_identity ON games (identity) WHERE identity IS NOT NULL;
"""

# A query for files whose games are not all in segments. The size -1 marks a file that is being deleted.
_LOST_SEGMENTS: Final = """
    SELECT 1 FROM files WHERE size >= 0
        AND games - unreadable != (SELECT total(games) FROM segments WHERE file = files.id)
"""
# A game is a copy if it ends in a position of another record of the same game, which has no fewer moves and the same
# result, or any result if the game is not over. The first of equal records is no copy.
_FIND_COPIES: Final = """
    INSERT OR IGNORE INTO copies SELECT one.id, other.file FROM games AS one
        JOIN games AS other ON one.identity = other.identity AND one.id != other.id
        JOIN segments ON segments.file = other.file AND other.id >= first AND other.id < first + segments.games
        JOIN seen ON segment = segments.id AND key = one.last AND game = other.id - first
    WHERE one.identity IS NOT NULL AND one.rules = other.rules AND one.plies <= other.plies
        AND one.result IN (other.result, '*')
        AND (one.plies < other.plies OR one.result != other.result OR one.id > other.id)
"""
# CROSS JOIN makes SQLite loop over the segments, which are few, and look up ``seen`` once for each.
_SEEN: Final = "segments CROSS JOIN seen ON seen.segment = segments.id"
# The SQL condition, by column, that a text of a game matches a pattern.
_LIKE: Final = {
    **{
        column: f"{column} IN (SELECT id FROM words WHERE folded LIKE ? ESCAPE '\\')"
        for column in ("black", "white", "event", "opening")
    },
    "date": "date LIKE ? ESCAPE '\\'",
    "remarks": "games.id IN (SELECT game FROM remarks WHERE text LIKE ? ESCAPE '\\')",
}
_WORD_COLUMNS: Final = ("black", "white", "event", "opening", "date")


class IndexTrouble(Exception):
    """The error raised if the index cannot be used now. Its text is one sentence for the player."""


class DamagedIndex(IndexTrouble):
    """The error raised if the index was damaged. An empty index has replaced it."""


@dataclass(frozen=True)
class Query:
    """A search query. A game must meet the conditions of all fields; an empty field sets no condition.

    ``player``, ``event``, ``opening`` and ``text`` (of comments) match substrings, ignoring case. ``years`` is the
    first and the last year. Each of ``words`` must occur in a player's name, the event, the opening or the date.
    ``position`` also matches its mirror: the board rotated by 180 degrees, with the colours exchanged.
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
    """A game of the index. ``identity`` is its id in the index.

    ``number`` counts the games of the file ``path`` from 1; ``place`` is the offset of the game in that file.
    ``first``: the side with the first move by the rules.
    """

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
    first: int
    plies: int
    place: TextOffset

    @property
    def players(self) -> str:
        """The names of both players, the first to move first, or the event and the number. ``?`` is an unknown name."""
        if not self.black and not self.white and self.event:
            return f"{self.event}, {self.number}"
        return both_players(self.black or "?", self.white or "?", self.first)


@dataclass(frozen=True)
class Reached:
    """The results of all games that reached a position.

    ``counts``: games won by the side to move, or by a player, drawn, lost, and without result. ``moves`` has for each
    move played there its start and end square and the same four counts, the most frequent move first. Of a game that
    came there several times, the first move counts. Games that ended there are only in ``counts``.
    """

    counts: tuple[int, int, int, int]
    moves: tuple[tuple[tuple[int, int], tuple[int, int, int, int]], ...]

    @property
    def games(self) -> int:
        """The number of games that reached the position."""
        return sum(self.counts)


class _File(NamedTuple):
    """A row of the table ``files``. ``state`` is the size in bytes and the time of the last change in nanoseconds.

    ``rest`` is the offset at which reading continues, or None if the whole file was read.
    """

    identity: int
    state: tuple[int, int]
    rest: TextOffset | None
    games: int
    unreadable: int


class GameIndex:
    """The index in a file, or in memory if ``path`` is None or the system cannot open it.

    A search finds the games of the file ``last`` after those of all other files.

    Any thread may use the index, but only one at a time. A method that finds the file damaged replaces it by an empty
    one and raises DamagedIndex. For errors of the system, methods raise IndexTrouble.
    """

    def __init__(self, path: Path | None, last: Path | None = None) -> None:
        self._path = None if path is None else followed(path)
        self._folder = None if self._path is None else _real(self._path).parent
        self._last = None if last is None else _real(last)
        self._inode: int | None = None
        self.notice = ""
        """A sentence for the player if a damaged file was replaced when the index was opened, else empty."""
        try:
            self._open()
        except _DATABASE_ERRORS as error:
            if _is_system_error(error):
                self._path = None
                self._open()
            else:
                self.notice = self._replace_damaged()

    def _open(self) -> None:
        if self._path is not None:
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
        self._inode = _inode(self._path)
        self._db = sqlite3.connect(
            str(self._path or ":memory:"), timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        db = self._db
        finalize(self, db.close)  # Python 3.13 and later warn of unclosed connections
        self._allow_readers()
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA cell_size_check = ON")  # detects more damage, at no cost
        db.execute(f"PRAGMA cache_size = -{_CACHE}")
        with self._transaction():
            if self._one("PRAGMA user_version") != _FORMAT:
                for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                    if not name.startswith("sqlite_"):
                        db.execute(f'DROP TABLE "{name}"')
                for statement in _TABLES.split(";"):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {_FORMAT}")
        self._inode = self._inode or _inode(self._path)
        if self._one(_LOST_SEGMENTS):
            raise sqlite3.DatabaseError("the games of a file are not those of its segments")

    def _allow_readers(self) -> None:
        """Switch to WAL mode, in which readers need not wait for a writer. Retry while another program switches too."""
        until = time.monotonic() + _PATIENCE
        while self._one("PRAGMA journal_mode") == "delete":
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                    raise
                time.sleep(_POLL_SECONDS)

    def _replace_damaged(self) -> str:
        """Rename the damaged file, unless another program has just done so, and open a new one.

        Return a sentence for the player.
        """
        self._db.close()
        path, aside = self._path, "it is"
        if path is not None:
            try:
                with locked(path):
                    if _inode(path) == self._inode:
                        aside = f"it is put aside as {put_aside(path).name} and"
                        for left in ("-wal", "-shm", "-journal"):
                            path.with_name(path.name + left).unlink(missing_ok=True)
            except OSError as error:
                self._path = None
                aside = f"it cannot be put aside ({trouble(error)}), and one in memory is"
        self._open()
        return f"The index of games was damaged: {aside} made anew."

    @contextmanager
    def _checked(self) -> Iterator[None]:
        """Convert errors of the database to IndexTrouble. If the file is damaged, replace it and raise DamagedIndex."""
        try:
            yield
        except _DATABASE_ERRORS as error:
            if _is_system_error(error):
                raise IndexTrouble(f"The index of games cannot be used ({error}).") from error
            raise DamagedIndex(self._replace_damaged()) from error

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        """Run the ``with`` block in a transaction, and roll it back after an exception.

        ``IMMEDIATE``: no other program can write meanwhile. ``DEFERRED``, for reading: others can write, but the
        transaction does not see their changes.
        """
        self._db.execute(f"BEGIN {kind}")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _one(self, question: str, *values: Any) -> Any:
        """Return the first value of the first row of a query, or None if there is no row."""
        row = self._db.execute(question, values).fetchone()
        return None if row is None else row[0]

    # Files and games of the index

    def outdated(self, paths: Iterable[Path]) -> list[Path]:
        """Return the files that are new, changed, deleted or only partly read.

        The files of ``paths`` and all files of the index are checked.
        """
        with self._checked():
            known = {path: (size, changed, byte) for path, size, changed, byte in self._db.execute(
                "SELECT path, size, changed, byte FROM files")}  # fmt: skip
            wanted = {self._stored(_real(path)): None for path in paths} | dict.fromkeys(known)
            places = {path: self._place(path) for path in wanted}
            return [place for path, place in places.items() if known.get(path) != (*_state(place), None)]

    def add(
        self,
        path: Path,
        progress: Callable[[int, int], None] = lambda done, total: None,
        stop: Callable[[], bool] = lambda: False,
        executor: Executor | None = None,
    ) -> int:
        """Add the games of a file that is new or has changed. Return the number of its unreadable games.

        ``progress`` is called with the bytes read so far and the size of the file. If ``stop`` returns True, the rest
        of the file is left for a later call. ``executor`` reads the parts of the file. Raises OSError if the file
        cannot be opened; its games are then deleted from the index.
        """
        path = _real(path)
        try:
            with open_file(path) as stream:
                found = os.fstat(stream.fileno())
        except OSError:
            with self._checked():
                self._remove(path, stop)
            raise
        state = found.st_size, found.st_mtime_ns
        file = before = self._file_in_state(path, state, stop)
        executor = executor or InlineExecutor()
        while file is not None and file.rest is not None and file.state == state and not stop():
            try:
                file = self._read_on(path, file, progress, stop, executor)
            except BrokenExecutor:
                executor = InlineExecutor()
        if file != before:
            with self._checked(), self._transaction():
                self._db.execute("DELETE FROM copies")
                self._db.execute(_FIND_COPIES)
        return 0 if file is None else file.unreadable

    def add_all(
        self, paths: Sequence[Path], progress: Callable[[str, int, int], None], stop: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Path, OSError | int]]:
        """Add files. Yield each file that has problems, with the error or the number of its unreadable games.

        ``progress`` is called with the name of the current file, the bytes read so far, and the bytes of all files to
        read. If there is much to read, several processes read the parts of each file. Deleted files are removed from
        the index.
        """
        outdated = set(self.outdated(paths))
        sizes = [max(0, _state(path)[0]) if _real(path) in outdated else 0 for path in paths]
        total = sum(sizes)
        jobs = min(os.cpu_count() or 1, total // _WORTH_A_PROCESS)
        with processes(jobs) if jobs > 1 else nullcontext(InlineExecutor()) as executor:
            for path, before in zip(paths, accumulate(sizes, initial=0), strict=False):

                def report(done: int, _: int, name: str = path.name, before: int = before) -> None:
                    progress(name, before + done, total)

                problem: OSError | int
                try:
                    problem = self.add(path, report, stop, executor)
                except OSError as error:
                    problem = error
                if problem:
                    yield path, problem
        for path in outdated - {_real(path) for path in paths}:
            if not path.exists():
                with self._checked():
                    self._remove(path, stop)

    def _file_in_state(self, path: Path, state: tuple[int, int], stop: Callable[[], bool]) -> _File | None:
        """Return the row of a file in this state. Insert a row without games if the file is new or has changed.

        Return None if ``stop`` returns True before the games of the earlier state are deleted.
        """
        with self._checked():
            file = self._file(path)
            if file is not None and file.state == state:
                return file
            if not self._remove(path, stop):
                return None
            with self._transaction():
                row = self._stored(path), *state, *BEGIN, 0, 0
                names = "path, size, changed, byte, characters, games, unreadable"
                self._db.execute(f"INSERT OR IGNORE INTO files ({names}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            return self._file(path)

    def _read_on(
        self,
        path: Path,
        file: _File,
        progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        executor: Executor,
    ) -> _File | None:
        """Add the rest of a file part by part, and return its row.

        Return early if ``stop`` returns True, if another program adds to the file, or if a part has too many games.
        """
        assert file.rest is not None
        waiting: deque[tuple[TextOffset, int | None, Future[PartRows]]] = deque()
        wanted, ahead = parts(path, file.rest), 1 if isinstance(executor, InlineExecutor) else _PARTS_AHEAD
        try:
            while True:
                for begin, end in islice(wanted, ahead - len(waiting)):
                    waiting.append((begin, end, executor.submit(read_rows, path, begin, end)))
                if not waiting or stop():
                    return file
                begin, end, future = waiting.popleft()
                rows = future.result()
                rest = rows.rest or (TextOffset(end, 0) if end is not None else None)
                with self._checked():
                    if not self._write(path, file, begin, rest, rows):
                        return self._file(path)
                file = file._replace(
                    rest=rest, games=file.games + rows.sheets, unreadable=file.unreadable + rows.unreadable
                )
                progress(file.state[0] if rest is None else rest.byte, file.state[0])
                if rows.rest is not None:
                    return file
        finally:
            for _, _, future in waiting:
                future.cancel()

    def _file(self, path: Path) -> _File | None:
        """Return the row of a file, or None if the index does not have the file."""
        question = "SELECT id, size, changed, byte, characters, games, unreadable FROM files WHERE path = ?"
        row = self._db.execute(question, (self._stored(path),)).fetchone()
        if row is None:
            return None
        identity, size, changed, byte, characters, games, unreadable = row
        rest = None if byte is None else _offset(byte, characters)
        return _File(identity, (size, changed), rest, games, unreadable)

    def _write(self, path: Path, file: _File, begin: TextOffset, rest: TextOffset | None, rows: PartRows) -> bool:
        """Add a segment. Return False, without adding, if another program has changed the row of the file."""
        db = self._db
        with self._transaction():
            now = self._file(path)
            if now is None or (now.identity, now.state, now.rest) != (file.identity, file.state, begin):
                return False
            first = int(self._one("SELECT max(first + games) FROM segments") or 1)
            row = file.identity, first, len(rows.games)
            segment = db.execute("INSERT INTO segments (file, first, games) VALUES (?, ?, ?)", row).lastrowid
            assert segment is not None
            named = (
                (game.event, game.black, game.white, game.opening, game.rules, game.identity) for game in rows.games
            )
            words = self._words(set(chain.from_iterable(named)))
            db.executemany(
                f"INSERT INTO games VALUES ({','.join('?' * 17)})",
                (
                    (first + at, file.identity, file.games + game.number, game.byte, game.characters,
                     words[game.event], game.date, game.year, words[game.black], words[game.white], game.result,
                     game.rules, game.first, words[game.opening], game.plies,
                     words[game.identity] if game.identity else None, game.last)
                    for at, game in enumerate(rows.games)
                ),
            )  # fmt: skip
            remarks = ((first + at, game.remarks) for at, game in enumerate(rows.games) if game.remarks)
            db.executemany("INSERT INTO remarks VALUES (?, ?)", remarks)
            by_rules = [words[game.rules] << _RULES for game in rows.games]
            seen = ((id, key, game, by_rules[game] | what) for id, key, game, what in rows.of_segment(segment))
            db.executemany("INSERT INTO seen VALUES (?, ?, ?, ?)", seen)
            counts = file.games + rows.sheets, file.unreadable + rows.unreadable
            db.execute(
                "UPDATE files SET byte = ?, characters = ?, games = ?, unreadable = ? WHERE id = ?",
                (*(rest or (None, None)), *counts, file.identity),
            )
        return True

    def _words(self, words: set[str]) -> dict[str, int]:
        """Return the ids of words. Insert new words."""
        db = self._db
        db.executemany("INSERT OR IGNORE INTO words (word, folded) VALUES (?, ?)", [(w, w.casefold()) for w in words])
        return {word: self._one("SELECT id FROM words WHERE word = ?", word) for word in words}

    def _remove(self, path: Path, stop: Callable[[], bool]) -> bool:
        """Delete a file and its games from the index, one transaction for each segment.

        Return False if ``stop`` returns True before the end; searches then ignore the games that are left. Several
        programs may delete the same file.
        """
        if self._file(path) is None:
            return True
        db = self._db
        with self._transaction():
            db.execute("UPDATE files SET size = -1 WHERE path = ?", (self._stored(path),))
        while not stop():
            with self._transaction():
                file = self._file(path)
                if file is None or file.state[0] >= 0:
                    return True
                wanted = "SELECT id, first, games FROM segments WHERE file = ? LIMIT 1"
                row = db.execute(wanted, (file.identity,)).fetchone()
                if row is None:
                    db.execute("DELETE FROM files WHERE id = ?", (file.identity,))
                    db.execute("DELETE FROM copies WHERE file = ?", (file.identity,))
                    return True
                segment, first, count = row
                games = first, first + count
                db.execute("DELETE FROM remarks WHERE game >= ? AND game < ?", games)
                db.execute("DELETE FROM copies WHERE game >= ? AND game < ?", games)
                db.execute("DELETE FROM games WHERE id >= ? AND id < ?", games)
                db.execute("DELETE FROM seen WHERE segment = ?", (segment,))
                db.execute("DELETE FROM segments WHERE id = ?", (segment,))
        return False

    def _file_condition(self, files: Sequence[Path] | None) -> str:
        """Return the SQL condition that a row belongs to one of ``files``, or to any file if ``files`` is None."""
        if files is None:
            deleted = self._one("SELECT 1 FROM files WHERE size < 0")
            return "file IN (SELECT id FROM files WHERE size >= 0)" if deleted else "file > 0"
        wanted = {self._stored(_real(path)) for path in files}
        known = self._db.execute("SELECT id, path FROM files WHERE size >= 0")
        numbers = ",".join(str(int(number)) for number, path in known if path in wanted)
        return f"file IN ({numbers})"

    def count(self, files: Sequence[Path] | None = None) -> int:
        """Return the number of games in ``files``, or in all files if None. Copies of a game count once."""
        with self._checked():
            of_files = self._file_condition(files)
            copies = f"SELECT count(*) FROM games WHERE {of_files} AND id IN ({_copies(of_files)})"
            return int(self._one(f"SELECT total(games) FROM segments WHERE {of_files}")) - int(self._one(copies))

    # Search

    def search(self, query: Query, files: Sequence[Path] | None = None, most: int = 100) -> tuple[int, list[FoundGame]]:
        """Return the number of matching games, and the first ``most`` of them. ``files`` as in ``count``.

        Raises IndexTrouble if the query has too many words.
        """
        if len(query.words) > _MOST_WORDS:
            raise IndexTrouble(f"Games are found by at most {_MOST_WORDS} words at a time.")
        with self._checked(), self._transaction("DEFERRED"):
            of_files = self._file_condition(files)
            conditions = list(_conditions(query, of_files))
            where = " AND ".join([*(condition for condition, _ in conditions), of_files, _no_copy(of_files)])
            values = [value for _, given in conditions for value in given]
            counted = f"SELECT count(*) FROM games WHERE {where}"
            count = self._one(counted, *values) if conditions else self.count(files)
            last = self._file(self._last) if self._last is not None else None
            found = list[FoundGame]()
            for part in ("true",) if last is None else (f"file != {last.identity}", f"file = {last.identity}"):
                ordered = f"WHERE {where} AND {part} ORDER BY games.id LIMIT ?"
                found += self._rows(ordered, *values, most - len(found))
            if len(found) != min(count, most):
                raise ValueError("rows are missing")
            return count, found

    def _rows(self, condition: str, *values: Any) -> list[FoundGame]:
        question = f"""
            SELECT games.id, files.path, number, event.word, date, black.word, white.word, result, rules, opening.word,
                first_side, plies, games.byte, games.characters
            FROM games JOIN files ON files.id = file
                JOIN words AS event ON event.id = event
                JOIN words AS black ON black.id = black JOIN words AS white ON white.id = white
                JOIN words AS opening ON opening.id = opening
            {condition}
        """
        return [self._found(*row) for row in self._db.execute(question, values)]

    def _found(self, identity: int, path: bytes, *rest: Any) -> FoundGame:
        """Convert a row of a query to a game. Raises TypeError if a value has the wrong type."""
        number, *texts, first, plies, byte, characters = rest
        if not all(isinstance(text, str) for text in texts) or not all(
            isinstance(value, int) for value in (number, first, plies)
        ):
            raise TypeError("a row of another kind")
        values = *rest[:-2], _offset(byte, characters)
        return FoundGame(identity, self._place(path), *values)

    def game(self, identity: int) -> FoundGame | None:
        """Return the game with an id, or None."""
        with self._checked():
            return next(iter(self._rows("WHERE games.id = ?", identity)), None)

    def reached(
        self, position: Position, rules: Rules, files: Sequence[Path] | None = None, after: Position | None = None
    ) -> Reached:
        """Return the results of games by ``rules`` that reached a position or its mirror. ``files`` as in ``count``.

        With ``after``, count only the games that reached this position, too.
        """
        with self._checked():
            of_files, (also, keys) = self._file_condition(files), _reaching(position, after)
            question = f"""
                SELECT seen.what, count(*) FROM {_SEEN} AND seen.key = ? {also}
                WHERE {of_files} AND {_no_copy(of_files, "first + seen.game")} GROUP BY seen.what
            """
            of_rules = self._one("SELECT id FROM words WHERE word = ?", rules.name)
            found = [row for row in self._db.execute(question, keys) if row[0] >> _RULES == of_rules]
        return _reached(position, ((what, _of_mover(what), times) for what, times in found))

    def results_of(self, player: str, position: Position, rules: Rules, after: Position | None = None) -> Reached:
        """Return a player's results in the games that reached a position or its mirror. ``after`` as in ``reached``."""
        names, (also, keys) = "(SELECT id FROM words WHERE folded = ?)", _reaching(position, after)
        of_files = "file IN (SELECT id FROM files WHERE size >= 0)"
        question = f"""
            SELECT black IN {names}, seen.what, count(*) FROM games
                CROSS JOIN segments ON segments.file = games.file
                    AND games.id >= first AND games.id < first + segments.games
                CROSS JOIN seen ON seen.segment = segments.id AND seen.key = ? AND seen.game = games.id - first {also}
            WHERE (black IN {names} OR white IN {names}) AND rules = ? AND games.{of_files} AND {_no_copy(of_files)}
            GROUP BY 1, 2
        """
        name, rows = player.casefold(), list[tuple[int, int, int]]()
        with self._checked():
            for is_black, what, times in self._db.execute(question, (name, *keys, name, name, rules.name)):
                is_mover = (bool(is_black) == (rules.first == BLACK)) != bool(what & 1)
                result = _of_mover(what)
                rows.append((what, result if is_mover else (2, 1, 0, 3)[result], times))
        return _reached(position, rows)

    def _stored(self, path: Path) -> bytes:
        """Return a real path as the database has it."""
        inside = self._folder is not None and path.is_relative_to(self._folder)
        return os.fsencode(path.relative_to(self._folder) if inside and self._folder is not None else path)

    def _place(self, stored: bytes) -> Path:
        """Return the path of a file that the database has. Raises TypeError and ValueError if it is none."""
        if b"\0" in stored:
            raise ValueError("no path")
        path = Path(os.fsdecode(stored))
        return path if self._folder is None else self._folder / path


def _state(path: Path) -> tuple[int, int]:
    """Return the size in bytes and the time of the last change in nanoseconds; (-1, -1) after an OSError."""
    try:
        found = path.stat()
    except OSError:
        return -1, -1
    return found.st_size, found.st_mtime_ns


def _inode(path: Path | None) -> int | None:
    """Return the inode number of a file, or None if there is no file."""
    try:
        return None if path is None else path.stat().st_ino
    except OSError:
        return None


def _is_system_error(error: Exception) -> bool:
    """Return True if the system, a query or a caller caused an error, and False if damage of the file did."""
    if isinstance(error, sqlite3.ProgrammingError):
        return True
    name = str(getattr(error, "sqlite_errorname", ""))
    return name.startswith(_SYSTEM_ERRORS) or (name == "SQLITE_ERROR" and bool(_TOO_LARGE.search(str(error))))


def _copies(of_files: str) -> str:
    """Return the SQL query for the games that are copies of others in some files."""
    return f"SELECT game FROM copies WHERE {of_files}"


def _no_copy(of_files: str, game: str = "games.id") -> str:
    """Return the SQL condition that a game is no copy of another one in some files."""
    return f"{game} NOT IN ({_copies(of_files)})"


def _reaching(position: Position, after: Position | None) -> tuple[str, tuple[int, ...]]:
    """Return an SQL join for the games that also reached ``after``, if given, and the keys of both positions."""
    if after is None:
        return "", (position_key(position),)
    also = "CROSS JOIN seen AS later ON later.segment = segments.id AND later.key = ? AND later.game = seen.game"
    return also, (position_key(position), position_key(after))


def _reached(position: Position, rows: Iterable[tuple[int, int, int]]) -> Reached:
    """Return the results of a position. A row has ``seen.what``, the result, and a number of games."""
    moves: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for what, result, times in rows:
        moves[what >> 3 & 0xFFF][result] += times
    found = [
        (seen_from(position.side, position.geometry, move >> 6, move & 63), _counts(counts))
        for move, counts in moves.items()
        if move
    ]
    found.sort(key=lambda row: (-sum(row[1]), row[0]))
    return Reached(_counts(sum(moves.values(), Counter())), tuple(found))


def _offset(byte: Any, characters: Any) -> TextOffset:
    """Return the offset in a file that a row has. Raises TypeError if it is none."""
    if not all(isinstance(value, int) and value >= 0 for value in (byte, characters)):
        raise TypeError("no offset")
    return TextOffset(byte, characters)


def _real(path: Path) -> Path:
    """Return the absolute path with links followed. A link that leads to itself stays; opening it is an error."""
    return Path(os.path.realpath(path))


def game_at(found: FoundGame) -> GameRecord | None:
    """Read a game from its PDN file. Return None if no readable game is left at its place. Raises OSError."""
    with open_file(found.path) as stream:
        read = Collection(stream, found.place).sheet()
    with suppress(UnreadableGame):
        return None if read is None else read_sheet(read[0], None, file_rules(found.path))
    return None


def _conditions(query: Query, of_files: str) -> Iterator[tuple[str, Sequence[object]]]:
    """Yield the SQL conditions of a query, each with its values. ``of_files`` is the condition for the files."""
    for columns, text in (
        (("black", "white"), query.player),
        (("event",), query.event),
        (("opening",), query.opening),
        (("remarks",), query.text),
        *((_WORD_COLUMNS, word) for word in query.words),
    ):
        if text:
            yield f"({' OR '.join(_LIKE[column] for column in columns)})", [_like_pattern(text)] * len(columns)
    if query.years is not None:
        yield "year BETWEEN ? AND ?", query.years
    if query.result:
        yield "result = ?", [query.result]
    with_key = f"games.id IN (SELECT first + game FROM {_SEEN} WHERE {of_files} AND key = ?)"
    if query.position is not None:
        yield with_key, [position_key(query.position)]
    if query.material is not None:
        yield with_key, [material_key(query.material)]


def _of_mover(what: int) -> int:
    """Return the result of a row of ``seen`` for the side to move: 0 won, 1 drawn, 2 lost, 3 without result.

    ``what`` is the column of that name.
    """
    outcome, second = what >> 1 & 3, what & 1
    if outcome in (0, 3):
        return 3 if outcome == 0 else 1
    return 0 if (outcome == 2) == bool(second) else 2


def _counts(counts: Counter[int]) -> tuple[int, int, int, int]:
    return counts[0], counts[1], counts[2], counts[3]


def _like_pattern(text: str) -> str:
    """Return a LIKE pattern that matches a substring. A lone surrogate, as from a command line, becomes ``?``."""
    escaped = text.encode("utf-8", "replace").decode().casefold()
    for sign in "\\%_":
        escaped = escaped.replace(sign, f"\\{sign}")
    return f"%{escaped}%"
