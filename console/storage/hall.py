"""The hall of fame in the database: the results of finished games against the computer."""

import re
import time
from dataclasses import astuple, fields
from typing import Final

from ai.levels import LEVEL_RATINGS
from console.game.clock import seconds_played
from console.game.hall_of_fame import RatingChange, Result, rating_change
from console.game.player_tags import BY_ENGINE, IDENTITY, players_of
from console.game.record import Record, best_first
from console.game.tally import Score
from console.storage.player_data import PlayerData, Statement
from engine.game import Reason
from engine.geometry import SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.position import Position

_MOVES_THAT_COUNT: Final = 5
_MOVES_OF_A_RATED_DRAW: Final = 20
_TIME: Final = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
_FIELDS: Final = [field.name for field in fields(Result)]
_HELPED: Final = _FIELDS.index("helped")


class Hall:
    """The results in the database of a player, and what is computed from them."""

    def __init__(self, data: PlayerData) -> None:
        self._data = data

    def results(self, name: str | None = None, rules: str | None = None) -> list[Result]:
        """Return all results, or those of a player or under a rule set, in the order in which they were stored."""
        wanted = {column: value for column, value in (("name", name), ("rules", rules)) if value is not None}
        where = " AND ".join(f"{column} = ?" for column in ("1", *wanted))
        rows = self._data.rows(
            f"SELECT {', '.join(_FIELDS)} FROM results WHERE {where} ORDER BY id", 1, *wanted.values()
        )
        return [Result(**dict(zip(_FIELDS, row, strict=True)) | {"helped": bool(row[_HELPED])}) for row in rows]

    def names(self) -> list[str]:
        """Return the names of all players, the one with the last result last."""
        return [name for (name,) in self._data.rows("SELECT name FROM results GROUP BY name ORDER BY max(id)")]

    def records(self, name: str | None = None, rules: str | None = None) -> list[Record]:
        """Return the records of all players, or of one of them under a rule set, the best first."""
        return best_first(self.results(name, rules), LEVEL_RATINGS)

    def count(self, record: GameRecord) -> None:
        """Store the result of a finished game, if the game counts and has no result yet.

        The player may have taken back moves and played the end again.
        """
        result = result_of(record)
        if result is not None:
            self._data.change(stored(result))

    def has_end_of(self, record: GameRecord) -> bool:
        """Return True if the result of a game is stored that has at most one move more than ``record``."""
        game, plies = record.tag(IDENTITY, ""), len(record.turns)
        return bool(
            game and self._data.rows("SELECT 1 FROM results WHERE game = ? AND moves - ? IN (0, 1)", game, plies)
        )

    def rating_change(self, record: GameRecord) -> RatingChange | None:
        """Return the change of the rating by a finished game.

        Return None if the game did not count, or if it was counted with another result.
        """
        result = result_of(record)
        if result is None:
            return None
        results = self.results(result.name, result.rules)
        counted = next((each for each in results if each.game == result.game), None)
        if counted is None or (counted.score, counted.helped) != (result.score, result.helped):
            return None
        return rating_change(results, result.game, LEVEL_RATINGS)


def stored(result: Result) -> Statement:
    """Return the statement that stores a result. The first result of a game stands."""
    marks = ", ".join("?" for _ in _FIELDS)
    return f"INSERT OR IGNORE INTO results ({', '.join(_FIELDS)}) VALUES ({marks})", astuple(result)


def result_of(record: GameRecord) -> Result | None:
    """Return the result of a game for the hall of fame, or None if the game does not count.

    A game counts if it is over but was not over too soon, was played by one player against a level of the built-in
    opponent, and was begun by this program at the start position.
    """
    players = players_of(record)
    opponent = players.seats.opponent
    identity, outcome = record.tag(IDENTITY, ""), record.outcome
    if outcome is None or opponent is None or opponent.level is None or not identity or record.tag(BY_ENGINE, ""):
        return None
    if record.start != Position.start(record.rules) or over_too_soon(record, players.home):
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


def over_too_soon(record: GameRecord, side: int) -> bool:
    """Return True if a side made fewer than five moves. Such a game of a player does not count, however it ended."""
    return (len(record.turns) + (side == record.start.side)) // 2 < _MOVES_THAT_COUNT
