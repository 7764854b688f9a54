"""The results of storms, and the table of the best."""

from dataclasses import dataclass
from typing import Final

from console.game.hall_of_fame import FOUNDED
from console.storage.player_data import PlayerData, Statement


@dataclass(frozen=True)
class Storm:
    """A finished storm: the player, the rules, the solved and the missed problems, and the day.

    ``founder`` is a sentence about a founder of the hall of fame, empty for all other players.
    """

    name: str
    rules: str
    solved: int
    missed: int
    day: str
    founder: str = ""

    @property
    def shown_day(self) -> str:
        """The day as the program shows days: ``2026.03.01``."""
        return self.day.replace("-", ".")


FOUNDERS_STORMS: Final = [Storm(one.name, "", one.storm, 0, "1990", one.sentence) for one in FOUNDED]
"""The storms of the ten founders, the best first."""


def stored(storm: Storm) -> Statement:
    """Return the statement that stores a storm."""
    values = storm.name, storm.rules, storm.solved, storm.missed, storm.day
    return "INSERT INTO storms (name, rules, solved, missed, day) VALUES (?, ?, ?, ?, ?)", values


def best_storms(data: PlayerData) -> list[Storm]:
    """Return the best storm of each player under each rule set, with those of the founders, the best first.

    Of equal storms the first one counts; players come before founders.
    """
    best: dict[tuple[str, str], Storm] = {}
    for row in data.rows("SELECT name, rules, solved, missed, day FROM storms ORDER BY solved DESC, id"):
        storm = Storm(*row)
        best.setdefault((storm.name, storm.rules), storm)
    return sorted([*best.values(), *FOUNDERS_STORMS], key=lambda storm: -storm.solved)
