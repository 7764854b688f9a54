"""The results of storms, and the table of the best."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import Final

from console.dialogue.messages import Row, ShowList
from console.game.hall_of_fame import FOUNDERS
from console.game.naming import date_in_words
from console.storage.player_data import PlayerData, Statement
from console.text.table import Column, figures


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


FOUNDERS_STORMS: Final = [Storm(one.name, "", one.storm, 0, "1990", one.sentence) for one in FOUNDERS]
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


def storm_list(table: Sequence[Storm], name: str, rules: str = "") -> ShowList:
    """Return the list of the best storms. It opens at the best one of a player, by ``rules`` unless they are empty."""
    columns = [*figures(""), Column("Name", least=16), *figures("Solved"), Column("Day", 1), Column("Rules", 2)]
    rows = []
    for place, one in enumerate(table, 1):
        texts = str(place), one.name, str(one.solved), date_in_words(one.day), "founder" if one.founder else one.rules
        rows.append(Row(texts, about=partial(_about, one)))
    own = (place for place, one in enumerate(table) if one.name == name and rules in ("", one.rules))
    chosen = next(own, None)
    mark = " " if chosen is None else ">"
    return ShowList("The best storms", columns, rows, chosen or 0, "Close", topic="storm", mark=mark)


def _about(one: Storm, width: int) -> list[str]:
    """Return the story of a founder, or the figures of a player's storm."""
    if one.founder:
        return [f"{one.name}, {date_in_words(one.day)}", "", *wrap(one.founder, width)]
    return [f"{one.name}, {one.rules}", "", f"{one.solved} solved, {one.missed} missed", date_in_words(one.day)]
