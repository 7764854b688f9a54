"""The file of the hall of fame: JSON lines, a head with the version and then a result in each line.

Other versions may write more fields or fewer: missing fields have their defaults, unknown fields stay in the file.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from console.storage.hall_of_fame import SCORES, Result
from engine.rules import AMERICAN

_HEAD: Final = {"format": "EGA Checkers hall of fame", "version": 1}
_LONGEST_TEXT: Final = 200
_HIGHEST_LEVEL: Final = 99


class ResultRow(NamedTuple):
    """A result and all fields of its line, also those unknown to this version."""

    result: Result
    fields: dict[str, Any]


@dataclass(frozen=True)
class ResultRows:
    """The rows of a file in order, and the number of lines that cannot be read."""

    rows: tuple[ResultRow, ...] = ()
    unreadable: int = 0


def row_of(result: Result) -> ResultRow:
    """Return the row of a result."""
    return ResultRow(result, asdict(result))


def read_file(data: bytes) -> ResultRows:
    """Return the rows of a file. Lines that cannot be read are counted and skipped."""
    return _rows(map(_value, _lines(data)))


def read_list(data: bytes) -> ResultRows:
    """Return the rows of a file of the first versions: one JSON list, a row in each line."""
    whole = _value(data)
    if isinstance(whole, list):
        return _rows(whole)
    # A file that is cut off or damaged is read line by line.
    lines = (line.removesuffix(b",") for line in _lines(data))
    return _rows(_value(line) for line in lines if line not in (b"[", b"]"))


def extended(data: bytes, more: Iterable[ResultRow]) -> bytes:
    """Return the content of a file with rows appended; the old content stays as it is.

    Only the first result of each game counts, however often the end of the game is played again.
    """
    known = {row.result.game for row in read_file(data).rows}
    lines = [] if data else [json.dumps(_HEAD)]
    for row in more:
        if row.result.game not in known or not row.result.game:
            lines.append(json.dumps(row.fields, ensure_ascii=False))
            known.add(row.result.game)
    if data and not data.endswith(b"\n"):
        lines.insert(0, "")
    return data + "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _lines(data: bytes) -> list[bytes]:
    stripped = (line.strip() for line in data.split(b"\n"))
    return [line for line in stripped if line]


def _value(data: bytes) -> object:
    """Parse JSON in UTF-8 or, as some editors write it, Latin-1. Return None if it is not valid."""
    for text in (data, data.decode("latin-1")):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            continue
    return None


def _rows(values: Iterable[object]) -> ResultRows:
    rows, unreadable = [], 0
    for value in values:
        row = _row(value)
        if row is not None:
            rows.append(row)
        elif not (isinstance(value, dict) and value.keys() >= _HEAD.keys()):
            unreadable += 1
    return ResultRows(tuple(rows), unreadable)


def _row(value: object) -> ResultRow | None:
    """Return a row of any version, or None if name, level or score are missing or not valid."""
    if not isinstance(value, dict):
        return None
    name, level, score, rules = (value.get(field) for field in ("name", "level", "score", "rules"))
    rules = AMERICAN.name if rules is None else rules
    if not (_is_text(name) and name and _is_text(rules) and isinstance(score, str) and score in SCORES):
        return None
    if not isinstance(level, int) or isinstance(level, bool) or not 0 < level <= _HIGHEST_LEVEL:
        return None
    others = {field: value[field] for field, is_valid in _OTHERS.items() if is_valid(value.get(field))}
    return ResultRow(Result(name, level, rules, score, **others), value)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT


_OTHERS: Final[dict[str, Callable[[object], bool]]] = {
    "game": _is_text,
    "jumping": _is_text,
    "date": _is_text,
    "moves": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "helped": lambda value: isinstance(value, bool),
}
