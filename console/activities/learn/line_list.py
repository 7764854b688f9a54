"""The list of openings and lines."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from textwrap import wrap
from typing import Final

from ai.openings.names import OPENINGS, Opening
from console.activities.learn import sentences as said
from console.activities.learn.lines import own_moves
from console.dialogue.messages import Command, Row, ShowList
from console.game.naming import counted
from console.game.repetition import Item
from console.text.sentences import in_days
from console.text.table import Column
from engine.geometry import SIDE_NAMES

_WIDTH: Final = 78
_INDENT: Final = "  "
_HARD: Final = "\0"  # in place of a space within a name


def line_list(lines: Sequence[Item], today: date) -> ShowList:
    """Return the list of the player's ``lines``, followed by the openings that he does not learn."""
    columns = [Column("Opening", least=20), Column("Side", 2), Column("Asked"), Column("Known", 1), Column("Moves", 3)]
    names = {line.name for line in lines}
    others = [opening for opening in OPENINGS if opening.name not in names]
    rows = [_row(line, today) for line in lines]
    rows += [
        Row((opening.name, "", "", "", opening.moves), Command("learn", opening.name), partial(_about_opening, opening))
        for opening in others
    ]
    plain = [*_lines(lines, others, today)]
    return ShowList("Openings to learn", columns, rows, verb="Learn", topic="Looking and learning", plain=plain)


def _row(line: Item, today: date) -> Row:
    texts = (line.name, SIDE_NAMES[line.side], _when(line, today), _known(line), line.moves)
    return Row(texts, Command("learn", _typed(line)), partial(_about, line, today))


def _typed(line: Item) -> str:
    """Return the argument of the command "learn" for a line: its name and side."""
    return f"{line.name} {SIDE_NAMES[line.side].casefold()}"


def _when(line: Item, today: date) -> str:
    """Return the day on which a line is asked; one that was never asked has none."""
    return in_days((line.due - today).days) if line.asked else "new"


def _known(line: Item) -> str:
    """Return how many moves were right the last time; empty if the line was never asked."""
    return f"{line.right} of {own_moves(line)}" if line.asked else ""


def _about(line: Item, today: date, width: int) -> list[str]:
    """Return the text about a line: its moves and its results."""
    results = f"Played {counted(line.asked, 'time')}, last time with {_known(line)} right."
    again = f"It comes up {_when(line, today)}."
    known = (results, again) if line.asked else ("New.",)
    parts = (said.in_full(line), line.moves, *known, f"Rules: {line.rules}.")
    return [text for part in parts for text in ("", *wrap(part, width))][1:]


def _about_opening(opening: Opening, width: int) -> list[str]:
    """Return the text about an opening that is not learned: its moves and their source."""
    parts = (opening.name, opening.moves, "Enter starts learning it.", f"Source: {opening.source}.")
    return [text for part in parts for text in ("", *wrap(part, width))][1:]


def _lines(lines: Sequence[Item], others: Sequence[Opening], today: date) -> Iterator[str]:
    """Yield the list as lines of text: one for each of the player's lines, then the names of the other openings."""
    width = max((len(_typed(line)) for line in lines), default=0)
    for line in lines:
        yield f"{_INDENT}{_typed(line):{width}}  {_when(line, today):12} {_known(line)}".rstrip()
    if others:
        yield f'{"Other openings" if lines else "Openings"}, as in "learn {others[0].name}":'
        yield from _in_lines([opening.name for opening in others])


def _in_lines(names: Sequence[str]) -> list[str]:
    """Return names wrapped into lines. A name is never divided."""
    joined = ", ".join(name.replace(" ", _HARD) for name in names)
    lines = wrap(joined, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False)
    return [line.replace(_HARD, " ") for line in lines]
