"""The index of games: an SQLite database for searching the games of many PDN files.

The database can be built again from the files, so a damaged one, or one of another format, is deleted. Games are added
in segments: the rows of some thousand games, added in one short transaction. Other programs can search meanwhile, and
an interrupted build continues after its last segment.

The schema is in ``games.sql``. The table ``seen`` has one row for each different position and each different material
of a game. The row has the move that followed when it first occurred (0 at the end of the game), the side to move, and
the result of the game.
"""

import os
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, Final, NamedTuple
from weakref import finalize

from ai.search.limits import Stop, never
from ai.whole_files import followed, open_file
from console.game.player_tags import both_players
from console.game.position_keys import Material, material_key, position_key, seen_from
from console.storage.atomic_files import PATIENCE
from console.storage.file_rules import file_rules
from console.storage.game_rows import Part, read_part
from console.storage.notices import NotKept
from engine.geometry import BLACK
from engine.json_text import parse_json
from engine.pdn.collection import Collection, TextOffset
from engine.pdn.reader import UnreadableGame, read_sheet
from engine.pdn.record import GameRecord, points
from engine.pdn.tree import Diagnostic
from engine.position import Position
from engine.rules import Rules

INDEX: Final = "games.sqlite"
_FORMAT: Final = 9
_CACHE: Final = 16_000  # kilobytes of memory for pages of the database
_MOST_WORDS: Final = 50  # of a search: the names of all players are read for each
_SCHEMA: Final = Path(__file__).with_name("games.sql").read_text("ascii")
_DAMAGED: Final = "The index of games was damaged"
# Besides errors of SQLite, a damaged file causes errors of decoding UTF-8, and values of wrong types.
_DATABASE_ERRORS: Final = (sqlite3.Error, TypeError, ValueError, OverflowError)

# A game is a copy if it ends in a position of another record of the same game, which has no fewer moves and the same
# result, or any result if the game is not over. The first of equal records is no copy.
_FIND_COPIES: Final = """
    INSERT OR IGNORE INTO copies SELECT one.id, other.file FROM games AS one
        JOIN games AS other ON one.identity = other.identity AND one.id != other.id
        JOIN segments ON segments.file = other.file AND other.id >= first AND other.id < first + segments.games
        JOIN seen ON segment = segments.id AND key = one.last AND game = other.id - first
    WHERE one.identity IS NOT NULL AND one.rules = other.rules AND one.plies <= other.plies
        AND (one.won IS other.won OR one.won IS NULL)
        AND (one.plies < other.plies OR one.won IS NOT other.won OR one.id > other.id)
"""
# CROSS JOIN makes SQLite loop over the segments, which are few, and look up ``seen`` once for each.
_OF_NAME: Final = "(SELECT id FROM words WHERE folded = ?)"
_SEEN: Final = "segments CROSS JOIN seen ON seen.segment = segments.id"
# The SQL condition, by column, that a text of a game matches a pattern.
_LIKE: Final = {
    **{
        column: f"{column} IN (SELECT id FROM words WHERE folded LIKE ? ESCAPE '\\')"
        for column in ("black", "white", "tagged", "event", "opening")
    },
    **{column: f"{column} LIKE ? ESCAPE '\\'" for column in ("date", "remarks")},
}
_WORD_COLUMNS: Final = ("black", "white", "tagged", "event", "opening", "date")


@dataclass(frozen=True)
class Query:
    """A search query. A game must meet the conditions of all fields; an empty field sets no condition.

    ``player``, ``event``, ``opening`` and ``text`` (of comments) match substrings, ignoring case. ``years`` is the
    first and the last year. Each of ``words`` must occur in a player's name, the event, the opening or the date.
    ``position`` also matches its mirror: the board rotated by 180 degrees, with the colors exchanged.
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
    ``first``: the side with the first move by the rules. ``problem``: what could not be read of the game.
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
    year: int | None
    problem: Diagnostic | None

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
    """A row of the table ``files``. ``byte``, ``characters`` and ``line`` are None if the whole file was read."""

    id: int
    path: bytes
    size: int
    changed: int
    byte: int | None
    characters: int | None
    games: int
    problems: int
    line: int | None

    @property
    def rest(self) -> TextOffset | None:
        """The offset at which reading continues, or None if the whole file was read."""
        place = self.byte, self.characters, self.line
        return None if None in place else TextOffset(*place)  # type: ignore[arg-type]  # none of them is None


class GameIndex:
    """The index in a file, or in memory if ``path`` is None or the system cannot open it.

    A search finds the games of the file ``last`` after those of all other files.

    Any thread may use the index, but only one at a time. Methods raise NotKept for errors of the system, and if the
    file is damaged; an empty one has then replaced it.
    """

    def __init__(self, path: Path | None, last: Path | None = None) -> None:
        self._path = None if path is None else followed(path)
        self._folder = None if self._path is None else _real(self._path).parent
        self._last = None if last is None else _real(last)
        self.notice = ""
        """A sentence for the player if a damaged file was replaced when the index was opened, else empty."""
        try:
            self._open()
        except _DATABASE_ERRORS as error:
            if _is_damage(error):
                self._replace()
                self.notice = f"{_DAMAGED}: it is being rebuilt."
            else:
                self._path = None
                self._open()

    def _open(self) -> None:
        if self._path is not None:
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(
            str(self._path or ":memory:"), timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        db = self._db
        finalize(self, db.close)  # Python 3.13 and later warn of unclosed connections
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA cell_size_check = ON")  # detects more damage, at no cost
        db.execute(f"PRAGMA cache_size = -{_CACHE}")
        with db:
            db.execute("BEGIN IMMEDIATE")
            if is_new := not self._one("SELECT count(*) FROM sqlite_master"):
                for statement in (*_SCHEMA.split(";"), f"PRAGMA user_version = {_FORMAT}"):
                    db.execute(statement)
            is_usable = is_new or self._one("PRAGMA user_version") == _FORMAT
        if not is_usable:
            self._replace()

    def _replace(self) -> None:
        """Delete the file and open a new one. If it cannot be deleted, continue in memory."""
        self._db.close()
        try:
            for end in ("", "-journal", "-wal", "-shm"):
                Path(f"{self._path}{end}").unlink(missing_ok=True)
        except OSError:
            self._path = None
        self._open()

    @contextmanager
    def _transaction(self, kind: str = "DEFERRED") -> Iterator[None]:
        """Run the ``with`` block in a transaction, and roll it back after an exception.

        ``IMMEDIATE``: no other program can write meanwhile. ``DEFERRED``, for reading: others can write, but the
        transaction does not see their changes. An error of the database becomes NotKept. A damaged file is replaced.
        """
        try:
            with self._db:
                self._db.execute(f"BEGIN {kind}")
                yield
        except _DATABASE_ERRORS as error:
            if not _is_damage(error):
                raise NotKept(f"The index of games cannot be used ({error}).") from error
            self._replace()
            raise NotKept(f"{_DAMAGED}: search again to rebuild it.") from error

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Change the games in a transaction, and then find the copies among them."""
        with self._transaction("IMMEDIATE"):
            yield
            self._db.execute("DELETE FROM copies")
            self._db.execute(_FIND_COPIES)

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
        with self._transaction():
            known = {path: (size, changed, byte) for path, size, changed, byte in self._db.execute(
                "SELECT path, size, changed, byte FROM files")}  # fmt: skip
            wanted = {self._stored(_real(path)): None for path in paths} | dict.fromkeys(known)
            places = {path: self._place(path) for path in wanted}
            return [place for path, place in places.items() if known.get(path) != (*_state(place), None)]

    def add(self, path: Path, progress: Callable[[int], None] = lambda done: None, stop: Stop = never) -> int:
        """Add the games of a file that is new or has changed. Return the number of those that are not read whole.

        ``progress`` is called with the bytes read so far. If ``stop`` returns True, or another program reads a changed
        file, the rest of the file is left for a later call. Raises OSError if the file cannot be opened; its games are
        then deleted from the index.
        """
        path = _real(path)
        try:
            stream = open_file(path)
        except OSError:
            with self._change():
                self._remove(path)
            raise
        with stream:
            found = os.fstat(stream.fileno())
            state = self._stored(path), found.st_size, found.st_mtime_ns
            with self._transaction():
                file = self._file(path)
            if file is None or file[1:4] != state:
                with self._change():
                    self._remove(path)
                    self._db.execute("INSERT INTO files VALUES (NULL, ?, ?, ?, 0, 0, 0, 0, 1)", state)
                    file = self._file(path)
            while file is not None and file[1:4] == state and file.rest is not None and not stop():
                part = read_part(stream, file.rest, file_rules(path))
                with self._change():
                    if self._file(path) == file:
                        self._write(file, part)
                    file = self._file(path)
                progress(part.rest.byte if part.rest else found.st_size)
        return 0 if file is None else file.problems

    def add_all(
        self, paths: Sequence[Path], progress: Callable[[str, int, int], None], stop: Stop = never
    ) -> Iterator[tuple[Path, OSError | int]]:
        """Add files. Yield each file that has problems, with the error or the number of its damaged games.

        ``progress`` is called with the name of the current file, the bytes read so far, and the bytes of all files to
        read. Deleted files are removed from the index.
        """
        outdated = set(self.outdated(paths))
        sizes = [max(0, _state(path)[0]) if _real(path) in outdated else 0 for path in paths]
        for path, before in zip(paths, accumulate(sizes, initial=0), strict=False):

            def report(done: int, name: str = path.name, before: int = before) -> None:
                progress(name, before + done, sum(sizes))

            problem: OSError | int
            try:
                problem = self.add(path, report, stop)
            except OSError as error:
                problem = error
            if problem:
                yield path, problem
        for path in outdated - {_real(path) for path in paths}:
            if not path.exists():
                with self._change():
                    self._remove(path)

    def _file(self, path: Path) -> _File | None:
        """Return the row of a file, or None if the index does not have the file."""
        row = self._db.execute("SELECT * FROM files WHERE path = ?", (self._stored(path),)).fetchone()
        return None if row is None else _File(*row)

    def _write(self, file: _File, part: Part) -> None:
        """Add a segment with the games of a part of a file."""
        db = self._db
        first = int(self._one("SELECT max(first + games) FROM segments") or 1)
        row = file.id, first, len(part.games)
        segment = db.execute("INSERT INTO segments (file, first, games) VALUES (?, ?, ?)", row).lastrowid
        named = ((game.event, game.black, game.white, game.opening, game.identity, game.tagged) for game in part.games)
        words = self._words(set(chain.from_iterable(named)))
        db.executemany(
            f"INSERT INTO games VALUES ({','.join('?' * 21)})",
            (
                (first + at, file.id, file.games + game.number, *game.place[:2], words[game.event], game.date,
                 game.year, words[game.black], words[game.white], game.result, game.rules, game.first,
                 words[game.opening], game.plies, game.remarks, words[game.identity] if game.identity else None,
                 game.last, words[game.tagged], game.won, game.problem)
                for at, game in enumerate(part.games)
            ),
        )  # fmt: skip
        seen = ((segment, key, game, what) for key, game, what in part.seen)
        db.executemany("INSERT INTO seen VALUES (?, ?, ?, ?)", seen)
        db.execute(
            """UPDATE files SET byte = ?, characters = ?, line = ?, games = games + ?, problems = problems + ?
                WHERE id = ?""",
            (*(part.rest or (None, None, None)), part.sheets, part.problems, file.id),
        )

    def _words(self, words: set[str]) -> dict[str, int]:
        """Return the ids of words. Insert new words."""
        db = self._db
        db.executemany("INSERT OR IGNORE INTO words (word, folded) VALUES (?, ?)", [(w, w.casefold()) for w in words])
        return {word: self._one("SELECT id FROM words WHERE word = ?", word) for word in words}

    def _remove(self, path: Path) -> None:
        """Delete a file and its games."""
        file = self._file(path)
        if file is not None:
            for rows in ("seen WHERE segment IN (SELECT id FROM segments WHERE file = ?)",
                         "segments WHERE file = ?", "games WHERE file = ?", "files WHERE id = ?"):  # fmt: skip
                self._db.execute(f"DELETE FROM {rows}", (file.id,))

    def _file_condition(self, files: Sequence[Path] | None) -> str:
        """Return the SQL condition that a row belongs to one of ``files``, or to any file if ``files`` is None."""
        if files is None:
            return "file > 0"
        wanted = {self._stored(_real(path)) for path in files}
        known = self._db.execute("SELECT id, path FROM files")
        return f"file IN ({','.join(str(int(number)) for number, path in known if path in wanted)})"

    def count(self, files: Sequence[Path] | None = None) -> int:
        """Return the number of games in ``files``, or in all files if None. Copies of a game count once."""
        with self._transaction():
            of_files = self._file_condition(files)
            copies = f"SELECT count(*) FROM games WHERE {of_files} AND id IN ({_copies(of_files)})"
            return int(self._one(f"SELECT total(games) FROM segments WHERE {of_files}")) - int(self._one(copies))

    # Search

    def search(
        self, query: Query, files: Sequence[Path] | None = None, most: int = 100, start: int = 0
    ) -> tuple[int, list[FoundGame]]:
        """Return the number of matching games, and ``most`` of them from ``start`` on. ``files`` as in ``count``.

        Raises NotKept if the query has too many words.
        """
        if len(query.words) > _MOST_WORDS:
            raise NotKept(f"Games are found by at most {_MOST_WORDS} words at a time.")
        with self._transaction():
            of_files = self._file_condition(files)
            conditions = list(_conditions(query, of_files))
            where = " AND ".join([*(condition for condition, _ in conditions), of_files, _no_copy(of_files)])
            values = [value for _, given in conditions for value in given]
            found = self._db.execute(
                f"SELECT file, games.id FROM games WHERE {where} ORDER BY games.id", values
            ).fetchall()
            last = self._file(self._last) if self._last is not None else None
            if last is not None:
                found.sort(key=lambda row: row[0] == last.id)
            return len(found), [game for _, identity in found[start : start + most] for game in self._rows(identity)]

    def game(self, identity: int) -> FoundGame | None:
        """Return the game with an id, or None."""
        with self._transaction():
            return next(self._rows(identity), None)

    def _rows(self, identity: int) -> Iterator[FoundGame]:
        """Yield the game with an id, if there is one. Raises TypeError if a value has the wrong type."""
        question = """
            SELECT files.path, number, event.word, date, black.word, white.word, result, rules, opening.word,
                first_side, plies, year, problem, games.byte, games.characters
            FROM games JOIN files ON files.id = file
                JOIN words AS event ON event.id = event
                JOIN words AS black ON black.id = black JOIN words AS white ON white.id = white
                JOIN words AS opening ON opening.id = opening
            WHERE games.id = ?
        """
        for path, number, *texts, first, plies, year, problem, byte, characters in self._db.execute(
            question, [identity]
        ):
            if min(number, first, plies, byte, characters) < 0 or not all(isinstance(text, str) for text in texts):
                raise TypeError("a row of another kind")
            said = Diagnostic(number, *parse_json(problem)) if problem else None
            values: Iterable[Any] = (*texts, first, plies, TextOffset(byte, characters), year, said)
            yield FoundGame(identity, self._place(path), number, *values)

    def reached(
        self,
        position: Position,
        rules: Rules,
        files: Sequence[Path] | None = None,
        after: Position | None = None,
        player: str = "",
    ) -> tuple[Reached, Reached]:
        """Return the results of games by ``rules`` that were read whole and reached a position or its mirror.

        ``files`` as in ``count``. First those of others, for the side to move; then those of ``player``, for him. With
        ``after``, count only the games that reached this position, too.
        """
        keys = [position_key(each) for each in (position, after) if each is not None]
        later = "CROSS JOIN seen AS later ON later.segment = segments.id AND later.key = ? AND later.game = seen.game"
        rows: tuple[list[tuple[int, int, int]], ...] = [], []
        with self._transaction():
            of_files, name = self._file_condition(files), player.casefold() or None
            question = f"""
                SELECT seen.what, black IN {_OF_NAME}, white IN {_OF_NAME}, count(*)
                FROM {_SEEN} AND seen.key = ? {"" if after is None else later}
                    JOIN (SELECT id, black, white, rules, problem FROM games) AS played ON played.id = first + seen.game
                WHERE {of_files} AND rules = ? AND problem = '' AND {_no_copy(of_files, "played.id")}
                GROUP BY 1, 2, 3
            """
            for what, black, white, times in self._db.execute(question, (name, name, *keys, rules.name)):
                is_mover = (bool(black) == (rules.first == BLACK)) != bool(what & 1)
                result = _of_mover(what) if is_mover or not (black or white) else (2, 1, 0, 3)[_of_mover(what)]
                rows[bool(black or white)].append((what, result, times))
        return _reached(position, rows[0]), _reached(position, rows[1])

    def _stored(self, path: Path) -> bytes:
        """Return a real path as the database has it."""
        inside = self._folder is not None and path.is_relative_to(self._folder)
        return os.fsencode(path.relative_to(self._folder) if inside and self._folder is not None else path)

    def _place(self, stored: bytes) -> Path:
        """Return the path of a file that the database has."""
        return Path(self._folder or "", os.fsdecode(stored))


def _state(path: Path) -> tuple[int, int]:
    """Return the size in bytes and the time of the last change in nanoseconds; (-1, -1) after an OSError."""
    try:
        found = path.stat()
    except OSError:
        return -1, -1
    return found.st_size, found.st_mtime_ns


def _is_damage(error: Exception) -> bool:
    """Return True if damage of the file caused an error, and False if the system, a query or a caller did."""
    if isinstance(error, sqlite3.ProgrammingError):
        return False
    name = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or "no such" in str(error)


def _copies(of_files: str) -> str:
    """Return the SQL query for the games that are copies of others in some files."""
    return f"SELECT game FROM copies WHERE {of_files}"


def _no_copy(of_files: str, game: str = "games.id") -> str:
    """Return the SQL condition that a game is no copy of another one in some files."""
    return f"{game} NOT IN ({_copies(of_files)})"


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


def _real(path: Path) -> Path:
    """Return the absolute path with links followed.

    A link that leads to itself stays, and so does a device of Windows; opening them is an error.
    """
    try:
        return Path(os.path.realpath(path))
    except OSError:
        return path.absolute()


def game_at(found: FoundGame) -> GameRecord | None:
    """Read a game from its PDN file. Return None if no readable game is left at its place. Raises OSError."""
    with open_file(found.path) as stream:
        read = Collection(stream, found.place).sheet()
    with suppress(UnreadableGame):
        if read is not None:
            return replace(read_sheet(read[0], None, file_rules(found.path)), problem=found.problem)
    return None


def _conditions(query: Query, of_files: str) -> Iterator[tuple[str, Sequence[object]]]:
    """Yield the SQL conditions of a query, each with its values. ``of_files`` is the condition for the files."""
    for columns, text in (
        (("black", "white", "tagged"), query.player),
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
        yield "won IS ?", [points(query.result)]
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
