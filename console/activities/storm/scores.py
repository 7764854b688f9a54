"""The results of storms, stored in a user file, and the table of the best.

Later versions may write more: rows and fields that this version does not know are kept in the file.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from console.game.hall_of_fame import FOUNDED
from console.storage.user_file import UserFile, json_object

_FORMAT: Final = "EGA Checkers storms"
_LONGEST_TEXT: Final = 100
_MOST: Final = 10**6


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


@dataclass(frozen=True)
class Storms:
    """The contents of the file: ``data`` is its JSON, with everything that this version cannot read."""

    data: Mapping[str, Any] = field(default_factory=lambda: {"format": f"{_FORMAT} 1", "storms": []})

    @property
    def storms(self) -> list[Storm]:
        """The storms, in the order in which they were played."""
        return [storm for row in self.data["storms"] if (storm := _storm(row)) is not None]

    def with_storm(self, storm: Storm) -> "Storms":
        """Return the data after one more storm."""
        row = {name: value for name, value in asdict(storm).items() if name != "founder"}
        return Storms({**self.data, "storms": [*self.data["storms"], row]})

    def best_of(self, name: str, rules: str) -> int:
        """Return the most problems that a player has solved in a storm under a rule set; 0 if he has played none."""
        return max((each.solved for each in self.storms if (each.name, each.rules) == (name, rules)), default=0)

    def table(self) -> list[Storm]:
        """Return the best storm of each player under each rule set, with those of the founders, the best first.

        Of equal storms the first one counts; players come before founders.
        """
        best: dict[tuple[str, str], Storm] = {}
        for storm in self.storms:
            before = best.setdefault((storm.name, storm.rules), storm)
            if storm.solved > before.solved:
                best[storm.name, storm.rules] = storm
        return sorted([*best.values(), *FOUNDERS_STORMS], key=lambda storm: -storm.solved)


def storms_text(known: Storms) -> str:
    """Return the text of the file, JSON."""
    return json.dumps(known.data, indent=1) + "\n"


def read_storms(text: str) -> Storms:
    """Read the text of a file. Raises ValueError for another or damaged file."""
    data = json_object(text, _FORMAT)
    if not isinstance(data.get("storms"), list):
        raise ValueError("it is damaged: the storms are no list")
    return Storms(data)


def _storm(row: Any) -> Storm | None:
    """Read a row; return None if this version cannot."""
    try:
        name, rules, day = (row[field] for field in ("name", "rules", "day"))
        solved, missed = row["solved"], row["missed"]
    except (KeyError, TypeError):
        return None
    texts = all(isinstance(text, str) and len(text) <= _LONGEST_TEXT for text in (name, rules, day))
    counts = all(type(count) is int and 0 <= count <= _MOST for count in (solved, missed))
    return Storm(name, rules, solved, missed, day) if texts and counts and name else None


STORMS: Final = UserFile(
    "storms.json",
    "Your storms",
    "The results of storms",
    Storms(),
    read_storms,
    storms_text,
    lambda known: len(known.data["storms"]) - len(known.storms),
)
"""The file of storms."""
