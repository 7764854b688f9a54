"""An index of the games of any number of PDN files, kept beside the user's games, in which they are found at once.

It is a database of SQLite. Games are added in segments, each the rows of a part of a file in one small transaction, so
that others can look for games meanwhile and a build that was stopped goes on where it was. ``seen`` has a row for each
position and each material of a game: which move followed, who moved, and how the game ended.
"""

import os
import sqlite3
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.tasks import InlineExecutor, processes
from console.game.position_keys import Material, material_key, position_key
from console.storage.atomic_files import open_file, put_aside, trouble
from console.storage.game_rows import Rows, parts, read_rows
from engine.geometry import BLACK
from engine.pdn.collection import BEGIN, TextOffset, sheet_at
from engine.pdn.reader import UnreadableGame, read_sheet
from engine.pdn.record import GameRecord
from engine.position import Position

INDEX: Final = "games.sqlite"
_FORMAT: Final = 2
_PATIENCE: Final = 10.0  # seconds for another program to end its transaction
_CACHE: Final = 16_000  # kilobytes of the database that are kept in memory
_POLL_SECONDS: Final = 0.02
_WORTH_A_PROCESS: Final = 4 << 20  # bytes of games
_AHEAD: Final = 4  # parts that are read before they are wanted
# What is no fault of the file's contents.
_OUTER: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR",
                 "SQLITE_PERM", "SQLITE_NOMEM", "SQLITE_INTERRUPT")  # fmt: skip
# ``byte`` and ``characters`` of a file are where it is read on, NULL once it is read to its end; ``games`` counts all
# that were passed until then. The games of a segment have numbers from ``first`` on; ``seen`` counts them from 0.
_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS files (
        id INTEGER PRIMARY KEY, path BLOB UNIQUE, size INTEGER, changed INTEGER, byte INTEGER, characters INTEGER,
        games INTEGER, unreadable INTEGER);
    CREATE TABLE IF NOT EXISTS segments (
        id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER, first INTEGER, games INTEGER);
    CREATE TABLE IF NOT EXISTS words (id INTEGER PRIMARY KEY, word TEXT UNIQUE, folded TEXT);
    CREATE TABLE IF NOT EXISTS games (
        id INTEGER PRIMARY KEY, file INTEGER, number INTEGER, byte INTEGER, characters INTEGER, event INTEGER,
        date TEXT, year INTEGER, black INTEGER, white INTEGER, result TEXT, rules TEXT, opening INTEGER, plies INTEGER);
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
"""


_SEEN: Final = "segments CROSS JOIN seen ON segment = segments.id"  # in this order: few segments, one place in each


class IndexTrouble(Exception):
    """One sentence about an index that cannot be used now."""


class DamagedIndex(IndexTrouble):
    """The index was damaged, and an empty one is in its place."""


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
    place: TextOffset


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


class _File(NamedTuple):
    """What is known of a file: its number in the index, size and time of change, and how far it was read."""

    identity: int
    state: tuple[int, int]
    rest: TextOffset | None
    games: int
    unreadable: int


class GameIndex:
    """The index in a file of SQLite, or in memory where ``path`` is None or nothing can be written there.

    Any thread may use it, one at a time. Its methods raise DamagedIndex if what it holds makes no sense; then the file
    is put aside, and an empty index is in its place. They raise IndexTrouble where the system fails.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.notice = ""
        """A sentence about a damaged file that was put aside when the index was opened; empty if there was none."""
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            if _is_outer(error):
                self._path = None
                self._open()
            else:
                self.notice = self._begin_anew()

    def _open(self) -> None:
        if self._path is not None:
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(
            str(self._path or ":memory:"), timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        db = self._db
        self._let_others_read()
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(f"PRAGMA cache_size = -{_CACHE}")
        with self._transaction():
            if self._one("PRAGMA user_version") != _FORMAT:
                for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                    if not name.startswith("sqlite_"):
                        db.execute(f'DROP TABLE "{name}"')
                for statement in _TABLES.split(";"):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {_FORMAT}")

    def _let_others_read(self) -> None:
        """Have readers and a writer beside each other; SQLite does not wait where several programs ask for that."""
        until = time.monotonic() + _PATIENCE
        while self._one("PRAGMA journal_mode") == "delete":
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                    raise
                time.sleep(_POLL_SECONDS)

    def _begin_anew(self) -> str:
        """Put the file aside and begin an empty one; a sentence about that."""
        self._db.close()
        path, aside = self._path, "it is"
        if path is not None:
            try:
                aside = f"it is put aside as {put_aside(path).name} and"
                for left in ("-wal", "-shm", "-journal"):
                    path.with_name(path.name + left).unlink(missing_ok=True)
            except OSError as error:
                self._path = None
                aside = f"it cannot be put aside ({trouble(error)}), and one in memory is"
        self._open()
        return f"The index of games was damaged: {aside} made anew."

    @contextmanager
    def _sound(self) -> Iterator[None]:
        """Take whatever the contents of the file lead to for damage."""
        try:
            yield
        except (sqlite3.Error, TypeError, ValueError, OverflowError) as error:
            if isinstance(error, sqlite3.Error) and _is_outer(error):
                raise IndexTrouble(f"The index of games cannot be used ({error}).") from error
            raise DamagedIndex(self._begin_anew()) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing; no other program writes meanwhile."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _one(self, question: str, *values: Any) -> Any:
        row = self._db.execute(question, values).fetchone()
        return None if row is None else row[0]

    # What is in it

    def outdated(self, paths: Iterable[Path]) -> list[Path]:
        """Those of some files, and of all that were ever added, that are not in the index as they are now.

        Those that are gone are among them.
        """
        with self._sound():
            known = {path: (size, changed, byte) for path, size, changed, byte in self._db.execute(
                "SELECT path, size, changed, byte FROM files")}  # fmt: skip
            wanted = {os.fsencode(path.resolve()): None for path in paths} | dict.fromkeys(known)
            return [Path(os.fsdecode(path)) for path in wanted if known.get(path) != (*_state(path), None)]

    def add(
        self,
        path: Path,
        told: Callable[[int, int], None] = lambda done, total: None,
        stop: Callable[[], bool] = lambda: False,
        executor: Executor | None = None,
    ) -> int:
        """Have the games of a file, read again only if it has changed; how many of them cannot be read.

        ``told`` hears of the bytes read, and how many there are; ``stop`` is asked whether the rest is to wait for
        another time. The parts of a large file are read by the ``executor``. A file that is gone is forgotten; then
        FileNotFoundError is raised. Raises OSError where it cannot be read.
        """
        path = path.resolve()
        try:
            with open_file(path) as stream:
                found = os.fstat(stream.fileno())
        except OSError:
            with self._sound():
                self._forget(path)
            raise
        state = found.st_size, found.st_mtime_ns
        file = self._begun(path, state)
        executor = executor or InlineExecutor()
        while file is not None and file.rest is not None and file.state == state and not stop():
            try:
                file = self._read_on(path, file, told, stop, executor)
            except BrokenExecutor:
                executor = InlineExecutor()
        return 0 if file is None else file.unreadable

    def add_all(
        self, paths: Sequence[Path], told: Callable[[str, int, int], None], stop: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Path, OSError | int]]:
        """Add files; each of which some or all games cannot be read with their number, or with the error.

        ``told`` hears of the file, the bytes read of all of them, and how many there are. Large files are read by as
        many processes as there are processors.
        """
        sizes = [max(0, _state(os.fsencode(path))[0]) for path in paths]
        total = sum(sizes)
        jobs = min(os.cpu_count() or 1, total // _WORTH_A_PROCESS)
        with processes(jobs) if jobs > 1 else nullcontext(InlineExecutor()) as executor:
            for path, before in zip(paths, accumulate(sizes, initial=0), strict=False):
                progress = partial(_told_of_all, told, path.name, before, total)
                try:
                    trouble = self.add(path, progress, stop, executor)
                except OSError as error:
                    yield path, error
                else:
                    if trouble:
                        yield path, trouble

    def _begun(self, path: Path, state: tuple[int, int]) -> _File | None:
        """What is known of a file that was read or begun in this state; it is begun if it was not."""
        with self._sound():
            file = self._file(path)
            if file is not None and file.state == state:
                return file
            self._forget(path)
            with self._transaction():
                row = os.fsencode(path), *state, *BEGIN, 0, 0
                names = "path, size, changed, byte, characters, games, unreadable"
                self._db.execute(f"INSERT OR IGNORE INTO files ({names}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            return self._file(path)

    def _read_on(
        self,
        path: Path,
        file: _File,
        told: Callable[[int, int], None],
        stop: Callable[[], bool],
        executor: Executor,
    ) -> _File | None:
        """Add the parts of a file from where it was left, until another program adds some or a part is too large."""
        assert file.rest is not None
        waiting: deque[tuple[TextOffset, int | None, Future[Rows]]] = deque()
        wanted = parts(path, file.rest)
        try:
            while True:
                for begin, end in wanted:
                    waiting.append((begin, end, executor.submit(read_rows, path, begin, end)))
                    if len(waiting) >= (1 if isinstance(executor, InlineExecutor) else _AHEAD):
                        break
                if not waiting or stop():
                    return file
                begin, end, future = waiting.popleft()
                rows = future.result()
                rest = rows.rest or (TextOffset(end, 0) if end is not None else None)
                with self._sound():
                    if not self._write(path, file, begin, rest, rows):
                        return self._file(path)
                file = file._replace(
                    rest=rest, games=file.games + rows.sheets, unreadable=file.unreadable + rows.unreadable
                )
                told(file.state[0] if rest is None else rest.byte, file.state[0])
                if rows.rest is not None:
                    return file
        finally:
            for _, _, future in waiting:
                future.cancel()

    def _file(self, path: Path) -> _File | None:
        """What is known of a file."""
        question = "SELECT id, size, changed, byte, characters, games, unreadable FROM files WHERE path = ?"
        row = self._db.execute(question, (os.fsencode(path),)).fetchone()
        if row is None:
            return None
        identity, size, changed, byte, characters, games, unreadable = row
        rest = None if byte is None else TextOffset(byte, characters)
        return _File(identity, (size, changed), rest, games, unreadable)

    def _write(self, path: Path, file: _File, begin: TextOffset, rest: TextOffset | None, rows: Rows) -> bool:
        """Add a segment, unless the file was changed or read on by another program."""
        db = self._db
        with self._transaction():
            now = self._file(path)
            if now is None or (now.identity, now.state, now.rest) != (file.identity, file.state, begin):
                return False
            first = int(self._one("SELECT max(first + games) FROM segments") or 1)
            row = file.identity, first, len(rows.games)
            segment = db.execute("INSERT INTO segments (file, first, games) VALUES (?, ?, ?)", row).lastrowid
            assert segment is not None
            named = ((game.event, game.black, game.white, game.opening) for game in rows.games)
            words = self._words(set(chain.from_iterable(named)))
            db.executemany(
                f"INSERT INTO games VALUES ({','.join('?' * 14)})",
                (
                    (first + at, file.identity, file.games + game.number, game.byte, game.characters,
                     words[game.event], game.date, game.year, words[game.black], words[game.white], game.result,
                     game.rules, words[game.opening], game.plies)
                    for at, game in enumerate(rows.games)
                ),
            )  # fmt: skip
            remarks = ((first + at, game.remarks) for at, game in enumerate(rows.games) if game.remarks)
            db.executemany("INSERT INTO remarks VALUES (?, ?)", remarks)
            db.executemany("INSERT INTO seen VALUES (?, ?, ?, ?)", rows.of_segment(segment))
            counts = file.games + rows.sheets, file.unreadable + rows.unreadable
            db.execute(
                "UPDATE files SET byte = ?, characters = ?, games = ?, unreadable = ? WHERE id = ?",
                (*(rest or (None, None)), *counts, file.identity),
            )
        return True

    def _words(self, words: set[str]) -> dict[str, int]:
        """The numbers of some words, which are added where they are new."""
        db = self._db
        db.executemany("INSERT OR IGNORE INTO words (word, folded) VALUES (?, ?)", [(w, w.casefold()) for w in words])
        return {word: self._one("SELECT id FROM words WHERE word = ?", word) for word in words}

    def _forget(self, path: Path) -> None:
        """Drop a file, segment by segment."""
        file = self._file(path)
        if file is None:
            return
        with self._transaction():
            self._db.execute("UPDATE files SET size = -1 WHERE id = ?", (file.identity,))
        wanted = "SELECT id, first, games FROM segments WHERE file = ? LIMIT 1"
        while (row := self._db.execute(wanted, (file.identity,)).fetchone()) is not None:
            segment, first, count = row
            with self._transaction():
                games = first, first + count
                self._db.execute("DELETE FROM remarks WHERE game >= ? AND game < ?", games)
                self._db.execute("DELETE FROM games WHERE id >= ? AND id < ?", games)
                self._db.execute("DELETE FROM seen WHERE segment = ?", (segment,))
                self._db.execute("DELETE FROM segments WHERE id = ?", (segment,))
        with self._transaction():
            self._db.execute("DELETE FROM files WHERE id = ?", (file.identity,))

    def _among(self, files: Sequence[Path] | None) -> str:
        """The condition that a row is of one of these files; one that is always so for all."""
        if files is None:
            return "true"
        wanted = {os.fsencode(path.resolve()) for path in files}
        known = self._db.execute("SELECT id, path FROM files")
        numbers = ",".join(str(int(number)) for number, path in known if path in wanted)
        return f"file IN ({numbers})"

    def count(self, files: Sequence[Path] | None = None) -> int:
        """How many games there are in these files, or in all."""
        with self._sound():
            return int(self._one(f"SELECT total(games) FROM segments WHERE {self._among(files)}"))

    # What is looked for

    def search(self, query: Query, files: Sequence[Path] | None = None, most: int = 100) -> tuple[int, list[FoundGame]]:
        """How many games of these files, or of all, are as asked for, and the first of them in their order."""
        with self._sound():
            where, values = self._conditions(query)
            among = self._among(files)
            for key in self._keys(query):
                where.append(f"games.id IN (SELECT first + game FROM {_SEEN} WHERE {among} AND key = ?)")
                values.append(key)
            if not where:
                return self.count(files), self._rows(f"WHERE {among} ORDER BY games.id LIMIT ?", most)
            condition = f"WHERE {' AND '.join(where)} AND {among}"
            count = self._one(f"SELECT count(*) FROM games {condition}", *values)
            return count, self._rows(f"{condition} ORDER BY games.id LIMIT ?", *values, most)

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
            where.append("games.id IN (SELECT game FROM remarks WHERE text LIKE ? ESCAPE '\\')")
            values.append(_part(query.text))
        return where, values

    @staticmethod
    def _keys(query: Query) -> Iterator[int]:
        if query.position is not None:
            yield position_key(query.position)
        if query.material is not None:
            yield material_key(query.material)

    def _rows(self, condition: str, *values: Any) -> list[FoundGame]:
        question = f"""
            SELECT games.id, files.path, number, event.word, date, black.word, white.word, result, rules, opening.word,
                plies, games.byte, games.characters
            FROM games JOIN files ON files.id = file
                JOIN words AS event ON event.id = event
                JOIN words AS black ON black.id = black JOIN words AS white ON white.id = white
                JOIN words AS opening ON opening.id = opening
            {condition}
        """
        return [_found(*row) for row in self._db.execute(question, values)]

    def game(self, identity: int) -> FoundGame | None:
        """The game of a number in the index; None if there is none."""
        with self._sound():
            return next(iter(self._rows("WHERE games.id = ?", identity)), None)

    def reached(self, position: Position, files: Sequence[Path] | None = None) -> Reached:
        """In how many games of these files, or of all, a position or its mirror came about, and what followed."""
        with self._sound():
            question = f"SELECT what, count(*) FROM {_SEEN} WHERE {self._among(files)} AND key = ? GROUP BY what"
            what_came = self._db.execute(question, (position_key(position),)).fetchall()
            all_games: Counter[int] = Counter()
            moves: dict[int, Counter[int]] = {}
            for what, times in what_came:
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


def _state(path: bytes) -> tuple[int, int]:
    """Size and time of change of a file; those of none where there is none."""
    try:
        found = Path(os.fsdecode(path)).stat()
    except OSError:
        return -1, -1
    return found.st_size, found.st_mtime_ns


def _is_outer(error: sqlite3.Error) -> bool:
    """Whether an error comes from the system, not from what a file holds."""
    return str(getattr(error, "sqlite_errorname", "")).startswith(_OUTER)


def _found(identity: int, path: bytes, number: int, *rest: Any) -> FoundGame:
    """A row of the index. Raises TypeError if it holds what it cannot."""
    *told, plies, byte, characters = rest
    if not all(isinstance(text, str) for text in told) or not all(
        isinstance(value, int) for value in (number, plies, byte, characters)
    ):
        raise TypeError("a row of another kind")
    event, date, black, white, result, rules, opening = told
    place = TextOffset(byte, characters)
    where = Path(os.fsdecode(path))
    return FoundGame(identity, where, number, event, date, black, white, result, rules, opening, plies, place)


def _told_of_all(told: Callable[[str, int, int], None], name: str, before: int, total: int, done: int, _: int) -> None:
    told(name, before + done, total)


def game_at(found: FoundGame) -> GameRecord | None:
    """The game that was found, read from its file again; None if it does not stand there any longer. Raises OSError."""
    with open_file(found.path) as stream:
        sheet = sheet_at(stream, found.place)
    with suppress(UnreadableGame):
        return None if sheet is None else read_sheet(sheet)
    return None


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
