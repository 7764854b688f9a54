"""The hall of fame on the disk: a file of results beside the saved games."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from console.game.player_tags import BY_ENGINE, IDENTITY, players_of
from console.storage.atomic_files import bytes_or_none, changed_at, locked, put_aside, write_whole
from console.storage.hall_file import ResultRow, ResultRows, extended, read_file, read_list, row_of
from console.storage.hall_of_fame import RatingChange, Result, Score, Standing, rating_change, standings
from console.storage.notices import Notices, not_kept
from engine.outcome import Reason
from engine.pdn.record import GameRecord
from engine.position import Position

_HALL: Final = "hall.jsonl"
_OLD_HALL: Final = "hall.json"
_MOVES_OF_A_RATED_DRAW: Final = 20


class Hall:
    """The hall of fame in a folder; a file of the first versions is taken over."""

    def __init__(self, folder: Path, notices: Notices) -> None:
        self._path = folder / _HALL
        self._old = folder / _OLD_HALL
        self._notices = notices

    @not_kept("The hall of fame cannot be read")
    def standings(self) -> list[Standing]:
        """Return the players in it, the best first. Raises NotKept."""
        return standings(self._results(), level_ratings())

    def count(self, record: GameRecord) -> None:
        """Append the result of a finished game if it counts, after the results of an old file that is still there."""
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

    def rating_change(self, record: GameRecord) -> RatingChange | None:
        """Return the change of the rating by a finished game.

        None if the game did not count, if it counted with another result, or if the file cannot be read.
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
        return rating_change(results, result.game, level_ratings())

    def _results(self) -> list[Result]:
        """Return all results, in the order in which they were stored. Raises OSError."""
        data = bytes_or_none(self._path) or b""
        rows = self._readable(self._path, read_file(extended(data, self._rows_of_old_file())))
        return [row.result for row in rows]

    def _rows_of_old_file(self) -> tuple[ResultRow, ...]:
        """Return the rows of a file of the first versions that was not taken over yet. Raises OSError."""
        data = bytes_or_none(self._old)
        return () if data is None else self._readable(self._old, read_list(data))

    def _readable(self, path: Path, found: ResultRows) -> tuple[ResultRow, ...]:
        """Return the rows of a file. Lines that cannot be read become a notice, once."""
        if found.unreadable:
            lines = "1 line" if found.unreadable == 1 else f"{found.unreadable} lines"
            sentence = f"{lines} of {path.name} cannot be read; the other results of the hall of fame count."
            self._notices.add_once(path.name, sentence)
        return found.rows


def level_ratings() -> Mapping[int, int]:
    """Return the measured ratings of the levels."""
    from ai.levels import LEVEL_RATINGS

    return LEVEL_RATINGS


def result_of(record: GameRecord) -> Result | None:
    """Return the result of a finished game for the hall of fame, or None if the game does not count.

    Games against the computer count that began here and from the start position.
    """
    players = players_of(record)
    identity, outcome = record.tag(IDENTITY, ""), record.outcome
    if (
        outcome is None
        or players.computers is None
        or len(players.computers) != 1
        or not identity
        or players.level is None
        or record.tag(BY_ENGINE, "")
    ):
        return None
    if record.start != Position.start(record.rules):
        return None
    score: Score = "draw" if outcome.winner is None else "win" if outcome.winner == players.home else "loss"
    return Result(
        players.names[players.home],
        players.level,
        record.rules.name,
        score,
        identity,
        record.jumping,
        record.tag("Date", time.strftime("%Y.%m.%d")),
        len(record.turns),
        players.helped or agreed_early(record),
    )


def agreed_early(record: GameRecord) -> bool:
    """Return True if a draw was agreed before both sides had made 20 moves, the fewest of a rated draw."""
    agreed = record.outcome is not None and record.outcome.reason is Reason.AGREED
    return agreed and len(record.turns) < 2 * _MOVES_OF_A_RATED_DRAW
