"""The files in which versions before 1.2 stored what a player had done: read once, and kept as ``NAME.old``."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from console.storage.atomic_files import bytes_or_none, put_aside
from console.storage.notices import Notices
from engine.geometry import SIDE_NAMES
from engine.json_text import parse_json
from engine.rules import AMERICAN

if TYPE_CHECKING:
    import sqlite3

_DEVIATION: Final = 350.0  # of a rating without a try

Row = tuple[str, dict[str, Any] | None]
"""A table and the values of a row by column; None if the row cannot be read."""


def _results(data: bytes) -> Iterator[Row]:
    """Yield the results of lines of JSON. The first line has the version."""
    for line in filter(None, map(bytes.strip, data.split(b"\n"))):
        yield from _each("results", [line], lambda line: {"rules": AMERICAN.name} | parse_json(line))


def _problems(data: bytes) -> Iterator[Row]:
    """Yield solved problems, ratings, days, the longest row of solved problems, and the player's mistakes."""
    found = parse_json(data)
    for table, column in (("solved", "fen"), ("days", "day")):
        for rules, values in found.get(table, {}).items():
            yield from ((table, {"rules": rules, column: value}) for value in values)
    yield from _each("ratings", found.get("ratings", {}).items(), _rating)
    yield from _each("runs", [found["row"]] if "row" in found else (), dict)
    yield from _each("items", found.get("yours", []), _mistake)


def _rating(pair: tuple[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {"rules": pair[0]} | pair[1]
    if "deviation" in row:  # version 1.0 had Glicko's measure of how sure a rating is in place of the tries
        row = {"tries": max(0, round((_DEVIATION / row["deviation"]) ** 2) - 1)} | row
    return row


def _mistake(row: dict[str, Any]) -> dict[str, Any]:
    fen = row["fen"]
    side = next(side for side, name in enumerate(SIDE_NAMES) if fen[0] == name[0])
    same = {"kind": "mistake", "key": fen, "start": fen, "moves": row["better"], "side": side}
    return row | same | {"name": row["played"], "asked": row["tries"]}


def _lines(data: bytes) -> Iterator[Row]:
    yield from _each("items", parse_json(data)["lines"], _line)


def _line(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"kind": "line", "key": row["name"].casefold(), "side": SIDE_NAMES.index(row["side"])}


def _lessons(data: bytes) -> Iterator[Row]:
    yield from (("lessons", {"number": number}) for number in parse_json(data)["finished"])


def _storms(data: bytes) -> Iterator[Row]:
    yield from _each("storms", parse_json(data)["storms"], dict)


def _guesses(data: bytes) -> Iterator[Row]:
    yield from _each("guesses", parse_json(data)["scores"].items(), _score)


def _score(pair: tuple[str, Any]) -> dict[str, Any]:
    rules, row = pair
    counts = {
        f"{of}_{what}": row[of][at] for of in ("all", "best", "last") for at, what in enumerate(("found", "asked"))
    }
    return {"rules": rules, "games": row["games"]} | counts


READERS: Final[dict[str, Callable[[bytes], Iterable[Row]]]] = {
    "hall.jsonl": _results,
    "problems.json": _problems,
    "learn.json": _lines,
    "course.json": _lessons,
    "storms.json": _storms,
    "guess.json": _guesses,
}


def _each(table: str, values: Iterable[Any], row_of: Callable[[Any], dict[str, Any]]) -> Iterator[Row]:
    for value in values:
        row = None
        with suppress(ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError):
            row = row_of(value)
        if row is None or "version" not in row:
            yield table, row


def take_over(
    db: "sqlite3.Connection", folder: Path, owner: "Callable[[sqlite3.Connection], str]", notices: Notices
) -> dict[str, int]:
    """Read the old files in a folder into a database, each once; return the unread rows by name.

    ``owner`` as in ``take``. The caller commits them, and renames the files afterwards: after a crash between the two,
    their checksums tell that they were read.
    """
    taken = {}
    for name, rows_of in READERS.items():
        with notices.complaining(f"{name} cannot be read"):
            data = bytes_or_none(folder / name)
            if data is None:
                continue
            known = name, crc32(data)
            taken[name] = 0
            if db.execute("SELECT 1 FROM old_files WHERE (name, checksum) = (?, ?)", known).fetchone() is None:
                taken[name] = take(db, rows_of(data), owner)
                db.execute("INSERT OR REPLACE INTO old_files VALUES (?, ?)", known)
    return taken


def take(db: "sqlite3.Connection", rows: Iterable[Row], owner: "Callable[[sqlite3.Connection], str]") -> int:
    """Insert rows, and return the number of those that are damaged. A row that is there already stays as it is.

    Rows without the name of a player are those of the ``owner`` of the database. The results, by which he may be known,
    come first.
    """
    import sqlite3

    damaged = 0
    try:
        for table, row in rows:
            known = {column for _, column, *_ in db.execute(f"PRAGMA table_info({table})")}
            values = {column: value for column, value in (row or {}).items() if column in known}
            values = {"player": owner(db)} | values if values and "player" in known else values
            marks = ", ".join("?" * len(values))
            try:
                if values:
                    db.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", [*values.values()])
                damaged += not values
            except sqlite3.IntegrityError as error:
                damaged += not error.sqlite_errorname.endswith(("UNIQUE", "PRIMARYKEY"))
            except (sqlite3.InterfaceError, sqlite3.ProgrammingError, OverflowError, ValueError):
                damaged += 1
    except (AttributeError, LookupError, TypeError, ValueError):
        damaged += 1
    return damaged


def put_away(folder: Path, taken: dict[str, int]) -> Iterator[str]:
    """Rename old files to ``NAME.old``. Yield a sentence for each that could not be read whole, or not be renamed."""
    for name, damaged in taken.items():
        path = folder / name
        aside = path.with_name(f"{name}.old")
        try:
            aside = put_aside(path, "old") if aside.exists() else path.rename(aside)
        except OSError:
            continue
        if damaged:
            yield f"Not all of {name} can be read: the rest stays in {aside.name}."
