"""The database of what a player has done: one SQLite file for results, problems, lessons, lines, storms and guesses.

The schema is in ``player.sql``, and in the file ``tables.sql`` of each room that has tables of its own; the queries are
in the modules that need them. Tables of a room that was taken away stay in the file. A table that changes gets a new
``VERSION``.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import finalize

from ai.whole_files import followed, irregular, open_file
from console.game.elo import elo
from console.game.options import DEFAULT_NAME
from console.storage.atomic_files import PATIENCE, held, locked
from console.storage.notices import Notices
from engine.printable import printable

# sqlite3 is imported with the first query: most starts of a new player need none, and some Pythons lack it.
if TYPE_CHECKING:
    import sqlite3

    from console.storage.old_files import Row

PLAYER: Final = "player.sqlite"
VERSION: Final = 2
_HEADER: Final = 64  # bytes at the beginning of a file of SQLite; the last four are its user_version
_NOT_KEPT: Final = "What you have done cannot be saved"
_NOT_READ: Final = "What you have done could not be read"
OLD_FILES: Final = ("hall.jsonl", "problems.json", "learn.json", "course.json", "storms.json", "guess.json")
"""The files of versions before 1.2, which ``old_files`` reads."""
_STATEMENT: Final = re.compile(r"^CREATE (?:UNIQUE )?(?:TABLE|INDEX) (\w+)[^;]+", re.MULTILINE)

Statement = tuple[str, Sequence[Any]]
"""A statement of SQL and its values."""


@cache
def schema() -> Mapping[str, str]:
    """Return the statements that make the tables and indices, as SQLite stores them, by name; those of rooms last."""
    rooms = Path(__file__).parents[1] / "activities"
    files = [Path(__file__).with_name("player.sql"), *sorted(rooms.glob("*/tables.sql"))]
    return {found[1]: found[0].strip() for file in files for found in _STATEMENT.finditer(file.read_text("ascii"))}


def tables() -> list[str]:
    """Return the names of the tables."""
    return [name for name, made in schema().items() if made.startswith("CREATE TABLE")]


class PlayerData:
    """The database in a folder. Without ``folder`` and without ``writes``, changes are kept in memory only.

    Queries call the SQL function ``me``, which returns the name of the player at the board, or the owner's if nobody is
    there. The owner has all that files of earlier versions have without a name. ``owner`` returns his name: that of the
    settings, or else the name given at the board. As long as it is empty, these files are only read, into a copy in
    memory, unless something changes.

    If the file cannot be written, a notice says so once, and a copy in memory takes its place until it can. Another
    program that holds the file is waited for once.
    """

    def __init__(
        self, folder: Path | None, notices: Notices, writes: bool = True, owner: Callable[[], str] = lambda: ""
    ) -> None:
        self.owner = owner
        self.me: Callable[[], str] = lambda: ""
        self._path = None if folder is None else folder / PLAYER
        self._writes = writes
        self._notices = notices
        self._db: sqlite3.Connection | None = None
        self._file: sqlite3.Connection | None = None
        self._unsaved: list[Statement] = []
        self._waits_for_owner = False
        self._patience = PATIENCE

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Return the rows that a query finds; none if nothing was stored or nothing can be read."""
        if self._db is None or (self._waits_for_owner and self.owner()):
            if self._path is None or not self._exists(PLAYER, *OLD_FILES):
                return []
            self._open()
        if self._db is not None:
            with self._complaining(_NOT_READ):
                return self._db.execute(query, values).fetchall()
        return []

    def change(self, *statements: Statement) -> None:
        """Execute statements, all or none. If they cannot be stored, try again with the next change."""
        self._unsaved += statements
        if self._db is not None and self._db is not self._file:
            _execute(self._db, statements)
        self._open()

    def exported(self) -> dict[str, list[dict[str, Any]]]:
        """Return the player's rows and all storms, but no results, by table; each row has its values by column."""
        found = {}
        for table in {*tables()} - {"results", "old_files"}:
            columns = [name for (name,) in self.rows("SELECT name FROM pragma_table_info(?)", table)]
            of_player = " WHERE player = me()" if "player" in columns else ""
            rows = self.rows(f"SELECT * FROM {table}{of_player}")
            found[table] = [dict(zip(columns, row, strict=True)) for row in rows]
        return found

    def close(self) -> None:
        """Close the file, with what could not be stored yet. The next query or change opens it again."""
        if self._unsaved and self._path is not None and self._writes:
            self._open()
        for each in (self._db, self._file):
            if each is not None:
                each.close()
        self._db = self._file = None

    def _open(self) -> None:
        """Use the file, after the unsaved changes are stored in it; else a copy in memory."""
        try:
            import sqlite3  # noqa: F401  # some Pythons lack it
        except ModuleNotFoundError:
            self._notices.add_once(_NOT_KEPT, f"{_NOT_KEPT}: this Python has no sqlite3 module.")
            return
        self._waits_for_owner = self._file is None and not self._unsaved and self._lacks_owner()
        with self._complaining(_NOT_KEPT):
            if self._file is None and self._path is not None and self._writes and not self._waits_for_owner:
                if self._path.exists() and not self._path.is_file():
                    raise irregular(self._path)  # a pipe would block forever
                with locked(self._path):
                    self._file = self._open_file(self._path)
                finalize(self, self._file.close)
            if self._file is not None:
                _execute(self._file, self._unsaved)
                self._unsaved.clear()
                self._db = self._file
                self._wait_at_most(PATIENCE)
        if self._db is None or (self._db is self._file and self._unsaved):
            with self._complaining(_NOT_KEPT):
                self._db = self._copy()

    def _wait_at_most(self, seconds: float) -> None:
        """Set how long the next queries wait for another program."""
        self._patience = seconds
        if self._file is not None:
            self._file.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def _lacks_owner(self) -> bool:
        """Return True if there are files without the name of a player, and the owner is not known yet."""
        if self.owner() or self._path is None:
            return False
        if self._exists(*OLD_FILES):
            return True
        with suppress(OSError), open_file(self._path) as file:
            return 0 < int.from_bytes(file.read(_HEADER)[-4:], "big") < VERSION
        return False

    def _exists(self, *names: str) -> bool:
        """Return True if the folder has a file with one of these names."""
        return self._path is not None and any(map(os.path.lexists, map(self._path.with_name, names)))

    def _open_file(self, path: Path) -> "sqlite3.Connection":
        """Open the file. Put a damaged one aside, and copy to a new one what can be read of it."""
        import sqlite3

        try:
            return self._connect(path)
        except sqlite3.OperationalError:
            raise
        except (sqlite3.DatabaseError, UnicodeError):  # the latter for the message about a damaged schema
            pass
        aside = self._notices.put_aside(path, _NOT_READ) or path
        for left in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                Path(f"{followed(path)}{left}").rename(f"{aside}{left}")
        from console.storage.old_files import take

        db = self._connect(path)
        with suppress(sqlite3.Error, UnicodeError), closing(sqlite3.connect(str(aside))) as damaged, db:
            damaged.text_factory = _text_of
            damaged.execute("PRAGMA writable_schema = ON")  # a file that is cut off is read as far as it goes
            for table in tables():
                with suppress(sqlite3.Error, UnicodeError):
                    take(db, _rows_of(damaged, table), self._owner_in)
        return db

    def _connect(self, path: Path) -> "sqlite3.Connection":
        """Open a file, check it, make its tables, and take over the old files."""
        import sqlite3

        db = sqlite3.connect(str(path), timeout=self._patience, isolation_level="IMMEDIATE", check_same_thread=False)
        try:
            db.text_factory = _text_of
            if _value(db, "PRAGMA user_version") > VERSION:
                raise OSError(f"{PLAYER} is of a later version of this program, and stays as it is")
            if found := _damage(db):
                raise sqlite3.DatabaseError(found)
            db.execute("PRAGMA journal_mode = WAL")
            taken = self._set_up(db)
        except BaseException:
            db.close()
            raise
        if taken:
            from console.storage.old_files import put_away

            self._notices.add(*put_away(path.parent, taken))
        return db

    def _set_up(self, db: "sqlite3.Connection") -> "dict[str, int]":
        """Make the tables of this version and take over old files; return the number of unread rows of each file."""
        db.create_function("elo", 4, elo)
        db.create_function("me", 0, lambda: _storable(self.me() or self._owner_in(db)))
        db.text_factory = _text_of
        with db:
            db.execute("BEGIN IMMEDIATE")
            rows: list[Row] = []
            if _value(db, "PRAGMA user_version") < VERSION:
                old = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
                for table in filter(tables().__contains__, old):
                    rows += _rows_of(db, table)
                    db.execute(f"DROP TABLE {table}")
                db.execute(f"PRAGMA user_version = {VERSION}")
            there = _made(db)
            for name, statement in schema().items():
                if name not in there:
                    db.execute(statement)
            if not rows and not self._exists(*OLD_FILES):
                return {}
            from console.storage.old_files import take, take_over

            take(db, rows, self._owner_in)
            return {} if self._path is None else take_over(db, self._path.parent, self._owner_in, self._notices)

    def _owner_in(self, db: "sqlite3.Connection") -> str:
        """Return the owner of a database. If nobody is at the board, he is the player with the last result."""
        if name := self.owner() or self.me():
            return name
        last = db.execute("SELECT name FROM results ORDER BY id DESC LIMIT 1").fetchone()
        return last[0] if last else DEFAULT_NAME

    def _copy(self) -> "sqlite3.Connection":
        """Return a database in memory with what is in the file, in old files, and with the unsaved changes."""
        import sqlite3

        db = sqlite3.connect(":memory:", check_same_thread=False)
        finalize(self, db.close)
        uri = self._path.absolute().as_uri() if self._path is not None and self._path.is_file() else ""
        # A folder that cannot be written has no place for the files beside the database: the latter is read alone.
        errors = sqlite3.Error, UnicodeError
        for how in ("mode=ro", "immutable=1") if uri else ():
            with suppress(*errors), closing(sqlite3.connect(f"{uri}?{how}", uri=True, timeout=self._patience)) as file:
                try:
                    if _value(file, "PRAGMA user_version") <= VERSION and not _damage(file):
                        file.backup(db)
                        break
                except sqlite3.Error as error:
                    if _is_busy(error):
                        self._wait_at_most(0.0)
        self._set_up(db)
        _execute(db, self._unsaved)
        return db

    @contextmanager
    def _complaining(self, problem: str) -> Iterator[None]:
        """Turn an error of the ``with`` block into a notice, once for each problem."""
        import sqlite3

        try:
            yield
        except OSError as error:
            self._notices.complain(problem, error)
        except (sqlite3.Error, UnicodeError) as error:
            if self._path is not None and _is_busy(error):
                self._wait_at_most(0.0)
                self._notices.complain(problem, held(self._path))
            else:
                self._notices.add_once(problem, f"{problem} ({printable(str(error))}).")


def _is_busy(error: Exception) -> bool:
    """Return True if the error says that another program holds the file."""
    name: str = getattr(error, "sqlite_errorname", "")
    return name.startswith("SQLITE_BUSY")


def _text_of(data: bytes) -> str:
    """Return a text of the file, which may be damaged."""
    return data.decode("utf-8", "replace")


def _rows_of(db: "sqlite3.Connection", table: str) -> "Iterator[Row]":
    """Yield the rows of a table, each with its values by column."""
    found = db.execute(f"SELECT * FROM {table}")
    columns = [name for name, *_ in found.description]
    yield from ((table, dict(zip(columns, row, strict=True))) for row in found)


def _damage(db: "sqlite3.Connection") -> str:
    """Return what is wrong with a file, or no text. A damaged constraint breaks SQLite's own check."""
    made = _made(db)
    if _value(db, "PRAGMA user_version") == VERSION and {**made, **schema()} != {**schema(), **made}:
        return "its tables are not those of this program"
    found = str(_value(db, "PRAGMA quick_check(1)"))
    return "" if found == "ok" else found


def _made(db: "sqlite3.Connection") -> dict[str, str]:
    """Return the statements that made the tables and indices of a file, by name."""
    return {name: sql.strip() for name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL")}


def _value(db: "sqlite3.Connection", query: str) -> Any:
    """Return the first value of the first row."""
    return db.execute(query).fetchone()[0]


def _execute(db: "sqlite3.Connection", statements: Sequence[Statement]) -> None:
    """Execute statements in one transaction."""
    with db:
        for statement, values in statements:
            db.execute(statement, [_storable(value) for value in values])


def _storable(value: Any) -> Any:
    """Return a value without the lone surrogates that UTF-8 does not have."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
