"""The list of rivals, with the player's results against each."""

from functools import partial
from textwrap import wrap
from typing import Final

from console.activities.season.career import GAMES, REACH, Against, Career
from console.activities.season.certificate import evening
from console.dialogue.messages import Row, ShowList
from console.game.naming import capitalized, in_list
from console.reading.readings import Command
from console.text.sentences import standing
from console.text.table import Column, figures

_CLOSED: Final = f"out of reach: more than {REACH} rungs above you."


def ladder_list(career: Career) -> ShowList:
    """Return the ladder, the strongest rival first. The rung to play next is selected when the list opens."""
    columns = [Column(""), *figures(""), Column("Rival", least=19), Column("Town", 3, least=14)]
    columns += [*figures("Rating", rank=2), Column("Games", 1), Column("Matches", 1)]
    rungs = career.rungs[::-1]
    rows = [Row(_texts(career, it), Command("season", str(it.rival.rung)), partial(_about, career, it)) for it in rungs]
    chosen = rungs.index(career.following)
    head = f"The season of {career.name}, {career.rules}: best of {GAMES}. Games and matches are won-drawn-lost."
    legend = f"* is won, > is next, - is {_CLOSED}"
    return ShowList("The ladder", columns, rows, chosen, "Play", topic="season", before=(head, ""), legend=legend)


def _mark(career: Career, one: Against) -> str:
    return "*" if one.victory else ">" if one is career.following else "" if career.is_open(one.rival) else "-"


def _texts(career: Career, one: Against) -> tuple[str, ...]:
    rival, tallies = one.rival, (one.games.text, one.matches.text)
    return (_mark(career, one), str(rival.rung), in_list(rival.name), rival.town, str(rival.rating), *tallies)


def _about(career: Career, one: Against, width: int) -> list[str]:
    """Return the lines about a rival."""
    rival = one.rival
    lines = [f"{in_list(rival.name)}, {rival.rating}", rival.town, ""]
    lines += [*wrap(f"{capitalized(rival.about)}.", width), *wrap(f"Habit: {rival.way}.", width), ""]
    lines += wrap(f"Openings: {', '.join(rival.openings)}.", width)
    if not career.is_open(rival):
        lines += ["", *wrap(capitalized(_CLOSED), width)]
    if one.is_under_way:
        lines += ["", *wrap(f"The match now: {standing(one.current, ('you', rival.called))}.", width)]
    if one.victory is not None:
        lines += ["", *wrap(f"You won, {one.victory.match.score}, on {evening(one.victory.date)}.", width)]
    return lines
