"""The table of the best storms."""

from collections.abc import Sequence
from functools import partial
from textwrap import wrap

from console.activities.storm.scores import Storm
from console.dialogue.messages import Row, ShowList
from console.text.table import Column, figures


def storm_list(table: Sequence[Storm], mine: Storm | None) -> ShowList:
    """Return the list of the best storms. ``mine`` is selected when the list opens, and marked in plain lines."""
    columns = [*figures(""), Column("Name", least=16), *figures("Solved"), Column("Day", 1), Column("Rules", 2)]
    rows = []
    for place, one in enumerate(table, 1):
        rules = "founder" if one.founder else one.rules
        rows.append(Row((str(place), one.name, str(one.solved), one.shown_day, rules), about=partial(_about, one)))
    chosen, mark = (table.index(mine), ">") if mine in table else (0, " ")
    return ShowList("The best storms", columns, rows, chosen, "Close", topic="Looking and learning", mark=mark)


def _about(one: Storm, width: int) -> list[str]:
    """Return the story of a founder, or the figures of a player's storm."""
    if one.founder:
        return [f"{one.name}, {one.shown_day}", "", *wrap(one.founder, width)]
    return [f"{one.name}, {one.rules}", "", f"{one.solved} solved, {one.missed} missed", one.shown_day]
