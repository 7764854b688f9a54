"""The list of the moves that were played in a position."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Final, NamedTuple

from console.activities.explore import sentences as said
from console.dialogue.messages import PositionExplorer, Row, ShowExplored, ShowList
from console.game.explored import Explored, ExploredMove
from console.game.naming import Naming
from console.text.bars import bar
from console.text.explored import book_score, counts, percentages
from console.text.table import Column, TextTable, figures
from engine.game import Game
from engine.geometry import SIDE_NAMES

_BAR: Final = 12
_WIDTH: Final = 76


class _Columns(NamedTuple):
    """The columns of a table. ``has_yours``: there is a column for the player's own results."""

    has_yours: bool

    @property
    def titles(self) -> list[Column]:
        results = [*figures("Won", "Drawn", "Lost", rank=3), Column("", 1, least=_BAR)]
        return [
            Column("Move", least=5),
            *figures("Games", rank=2),
            *results,
            *figures("Book"),
            *figures(*["Yours"] * self.has_yours),
        ]

    def cells(self, name: str, each: ExploredMove) -> list[str]:
        games = f"{each.archive.games:,}" if each.archive.games else ""
        shown = bar(*each.archive, _BAR).rstrip()
        yours = [counts(each.yours)] * self.has_yours
        return [name, games, *percentages(each.archive), shown, book_score(each), *yours]


def explored_list(explored: Explored, game: Game, naming: Naming, explorer: PositionExplorer) -> ShowExplored:
    """Return the list of the moves in the position of a game. The answer of a row is its move, as it is typed."""
    columns = _Columns(any(each.yours.games for each in explored.moves))
    typed = [naming.move(each.move) for each in explored.moves]
    rows = [Row(columns.cells(text, each), text) for text, each in zip(typed, explored.moves, strict=True)]
    lines = tuple(_lines(explored, game, naming, columns))
    title, topic = explored.opening or said.TITLE, "Looking and learning"
    moves = ShowList(title, columns.titles, rows, verb="Play", empty=said.NOTHING, topic=topic, plain=lines)
    return ShowExplored(moves, explorer)


def _lines(explored: Explored, game: Game, naming: Naming, columns: _Columns) -> Iterator[str]:
    """Yield the lines of the plain front end."""
    side, moves = game.side, game.legal_moves()
    yield from wrap(said.summary(explored, side), _WIDTH)
    if explored.yours.games:
        yield from wrap(said.OWN_SUMMARY.format(said.results(explored.yours)), _WIDTH)
    if explored.moves:
        rows = [columns.cells(naming.both(each.move, moves), each) for each in explored.moves]
        titles, lines = TextTable(columns.titles, rows).lines(_WIDTH)
        yield ""
        yield f"  {titles}"
        yield from (f"  {line}" for line in lines)
        yield ""
        yield said.LEGEND.format(SIDE_NAMES[side])
        if columns.has_yours:
            yield said.OWN_LEGEND
