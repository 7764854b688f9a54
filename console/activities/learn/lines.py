"""The opening lines that a player learns: items of the queue of what is set again, and their list."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from textwrap import wrap
from typing import Final

from ai.openings.names import OPENINGS, Opening
from console.dialogue.messages import Row, ShowList
from console.game.naming import counted
from console.game.record import Exercises, Share
from console.game.repetition import LINE, Item
from console.reading.readings import Command
from console.storage.due_items import items_of
from console.storage.player_data import PlayerData
from console.text.sentences import in_days
from console.text.table import Column
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.house_rules import stored_rules
from engine.notation import read_move
from engine.rules import Rules


def known_lines(data: PlayerData, name: str | None = None, side: int | None = None) -> list[Item]:
    """Return all lines, or those of a name, in upper or lower case, and with a side. The earliest due come first."""
    wanted = None if name is None else name.casefold()
    return [line for line in items_of(data, LINE) if wanted in (None, line.key) and side in (None, line.side)]


def own_moves(line: Item) -> int:
    """Return the number of the player's moves in a line."""
    begins = line.start[:1] == SIDE_NAMES[line.side][0]
    return (len(line.moves.split()) + begins) // 2


def in_full(line: Item) -> str:
    """Return the name of a line with its side: ``Glasgow, as Black``."""
    return f"{line.name}, as {SIDE_NAMES[line.side]}"


def game_of(line: Item) -> Game:
    """Return a line as a game. Raises ValueError if its moves cannot be played."""
    rules = stored_rules(line.rules, line.articles)
    if rules is None:
        raise ValueError(f"{line.rules!r} are no rules of this version")
    game = Game(rules, "forced", parse_fen(line.start, rules))
    for text in line.moves.split():
        game.play(read_move(text, game.routes()))
    return game


def lines_known(data: PlayerData, rules: Rules) -> Exercises | None:
    """Return how many lines under a rule set were known when they were last due; None if there are no lines."""
    lines = items_of(data, LINE, rules)
    by_side = [(f"with {name}", [line for line in lines if line.side == side]) for side, name in enumerate(SIDE_NAMES)]
    shares = tuple(_share(name, some) for name, some in by_side if some)
    return Exercises("Openings learned", _share("openings known", lines), shares, {}) if lines else None


def _share(name: str, lines: Sequence[Item]) -> Share:
    return Share(name, sum(line.times > 0 for line in lines), len(lines))


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
    return ShowList("Openings to learn", columns, rows, verb="Learn", topic="learn", plain=plain)


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
    parts = (in_full(line), line.moves, *known, f"Rules: {line.rules}.")
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
