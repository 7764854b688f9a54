"""The hall of fame on the disk: a file of results beside the saved games.

The file has JSON lines: a header with the version, then one result in each line. Other versions may write more fields
or fewer. Missing fields have their defaults; unknown fields stay in the file.
"""

import json
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.levels import LEVEL_RATINGS
from console.game.clock import seconds_played
from console.game.hall_of_fame import SCORES, RatingChange, Result, Score, Standing, rating_change, standings
from console.game.naming import counted
from console.game.player_tags import BY_ENGINE, IDENTITY, players_of
from console.storage.atomic_files import bytes_or_none, changed_at, locked, put_aside, write_whole
from console.storage.notices import Notices, not_kept
from engine.geometry import SIDE_NAMES
from engine.json_text import parse_json
from engine.outcome import Reason
from engine.pdn.record import GameRecord
from engine.position import Position
from engine.rules import AMERICAN

_HALL: Final = "hall.jsonl"
_OLD_HALL: Final = "hall.json"
_HEADER: Final = {"format": "EGA Checkers hall of fame", "version": 1}
_LONGEST_TEXT: Final = 200
_HIGHEST_LEVEL: Final = 99
_HIGHEST_RATING: Final = 9999
_MOVES_OF_A_RATED_DRAW: Final = 20
_TIME: Final = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")


class ResultRow(NamedTuple):
    """A result and all fields of its line, also those unknown to this version."""

    result: Result
    fields: dict[str, Any]


class ResultRows(NamedTuple):
    """The rows of a file in order, and the number of unreadable lines."""

    rows: tuple[ResultRow, ...] = ()
    unreadable: int = 0


class Hall:
    """The hall of fame in a folder. Results in the old file of the first versions are moved to the present file."""

    def __init__(self, folder: Path, notices: Notices) -> None:
        self._path = folder / _HALL
        self._old = folder / _OLD_HALL
        self._notices = notices

    @not_kept("The results cannot be read")
    def results(self) -> list[Result]:
        """Return all results, in the order in which they were stored. Raises NotKept."""
        return self._results()

    @not_kept("The hall of fame cannot be read")
    def standings(self) -> list[Standing]:
        """Return the standings of all players, the best first. Raises NotKept."""
        return standings(self._results(), LEVEL_RATINGS)

    def count(self, record: GameRecord) -> None:
        """Append the result of a finished game, if the game counts and has no result yet.

        First move the results of an old file, if any. Add a notice after an OSError.
        """
        result = result_of(record)
        if result is None:
            return
        with self._notices.complaining("The hall of fame cannot be kept"), locked(self._path):
            data = bytes_or_none(self._path) or b""
            self._readable(self._path, read_file(data))
            whole = extended(data, [*self._rows_of_old_file(), row_of(result)])
            if whole != data:
                write_whole(self._path, whole)
            if changed_at(self._old) is not None:
                put_aside(self._old, "old")

    def has_end_of(self, record: GameRecord) -> bool:
        """Return True if the result of a game is stored that has at most one move more than ``record``.

        Raises OSError.
        """
        game, plies = record.tag(IDENTITY, ""), len(record.turns)
        if not game or json.dumps(game).encode() not in (bytes_or_none(self._path) or b""):
            return False
        return any(each.game == game and each.moves in (plies, plies + 1) for each in self._results())

    def rating_change(self, record: GameRecord) -> RatingChange | None:
        """Return the change of the rating by a finished game.

        Return None if the game did not count, if it was counted with another result, or if the file cannot be read.
        """
        result = result_of(record)
        if result is None:
            return None
        try:
            results = self._results()
        except OSError:
            return None  # ``count`` has added a notice
        counted = next((each for each in results if each.game == result.game), None)
        if counted is None or (counted.score, counted.helped) != (result.score, result.helped):
            return None
        return rating_change(results, result.game, LEVEL_RATINGS)

    def _results(self) -> list[Result]:
        """Return all results, in the order in which they were stored. Raises OSError."""
        data = bytes_or_none(self._path) or b""
        rows = self._readable(self._path, read_file(extended(data, self._rows_of_old_file())))
        return [row.result for row in rows]

    def _rows_of_old_file(self) -> tuple[ResultRow, ...]:
        """Return the rows of the old file of the first versions, or none if there is no such file. Raises OSError."""
        data = bytes_or_none(self._old)
        return () if data is None else self._readable(self._old, read_list(data))

    def _readable(self, path: Path, found: ResultRows) -> tuple[ResultRow, ...]:
        """Return the rows of a file. Add a notice, once for each file, if lines cannot be read."""
        if found.unreadable:
            lines = f"{counted(found.unreadable, 'line')} of {path.name}"
            self._notices.add_once(path.name, f"{lines} cannot be read; the other results of the hall of fame count.")
        return found.rows


def result_of(record: GameRecord) -> Result | None:
    """Return the result of a game for the hall of fame, or None if the game does not count.

    A game counts if it is over, was played by one player against a level of the built-in opponent, and was begun by
    this program at the start position.
    """
    players = players_of(record)
    opponent = players.seats.opponent
    identity, outcome = record.tag(IDENTITY, ""), record.outcome
    if outcome is None or opponent is None or opponent.level is None or not identity or record.tag(BY_ENGINE, ""):
        return None
    if record.start != Position.start(record.rules):
        return None
    from ai.openings.names import opening_of

    score: Score = "draw" if outcome.winner is None else "win" if outcome.winner == players.home else "loss"
    return Result(
        players.seats.names[players.home],
        opponent.level,
        record.rules.name,
        score,
        identity,
        record.jumping,
        record.tag("Date", time.strftime("%Y.%m.%d")),
        len(record.turns),
        players.helped or agreed_early(record),
        SIDE_NAMES[players.home],
        opening_of(record.game()),
        seconds_played(dict(record.tags)) or 0,
        opponent.own_name,
        opponent.rating or 0,
        began[0] if (began := _TIME.match(record.tag("Time", ""))) else "",
    )


def agreed_early(record: GameRecord) -> bool:
    """Return True if a draw was agreed before each side had made 20 moves. Such a draw is not rated."""
    agreed = record.outcome is not None and record.outcome.reason is Reason.AGREED
    return agreed and len(record.turns) < 2 * _MOVES_OF_A_RATED_DRAW


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
    """Return the content of a file with rows appended. The old content stays as it is.

    A game that already has a result is skipped: the player may have taken back moves and played the end again.
    """
    known = {row.result.game for row in read_file(data).rows}
    lines = [] if data else [json.dumps(_HEADER)]
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
            return parse_json(text)
        except ValueError:
            continue
    return None


def _rows(values: Iterable[object]) -> ResultRows:
    rows, unreadable = [], 0
    for value in values:
        row = _row(value)
        if row is not None:
            rows.append(row)
        elif not (isinstance(value, dict) and value.keys() >= _HEADER.keys()):
            unreadable += 1
    return ResultRows(tuple(rows), unreadable)


def _row(value: object) -> ResultRow | None:
    """Return a row of any version, or None if its name, level or score is missing or invalid, or its rules are invalid.

    The first versions wrote no rules: such a row is for american checkers. Other invalid fields have their defaults.
    """
    if not isinstance(value, dict):
        return None
    name, level, score, rules = (value.get(field) for field in ("name", "level", "score", "rules"))
    rules = AMERICAN.name if rules is None else rules
    if not (_is_text(name) and name and _is_text(rules) and isinstance(score, str) and score in SCORES):
        return None
    if not isinstance(level, int) or isinstance(level, bool) or not 0 < level <= _HIGHEST_LEVEL:
        return None
    others = {field: value[field] for field, is_valid in _OPTIONAL_FIELDS.items() if is_valid(value.get(field))}
    return ResultRow(Result(name, level, rules, score, **others), value)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_rating(value: object) -> bool:
    return isinstance(value, int) and _is_count(value) and value <= _HIGHEST_RATING


_OPTIONAL_FIELDS: Final[dict[str, Callable[[object], bool]]] = {
    "game": _is_text,
    "jumping": _is_text,
    "date": _is_text,
    "moves": _is_count,
    "helped": lambda value: isinstance(value, bool),
    "side": lambda value: value in ("", *SIDE_NAMES),
    "opening": _is_text,
    "seconds": _is_count,
    "rival": _is_text,
    "rating": _is_rating,
    "time": lambda value: isinstance(value, str) and (not value or _TIME.fullmatch(value) is not None),
}
