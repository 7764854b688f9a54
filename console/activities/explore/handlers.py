"""The explorer: the handler of its command, and the list of the moves that were played in a position."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from textwrap import wrap
from typing import Final

from console.dialogue.activity import CannotDo, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Command, HideExplored, Row, Say, ShowExplored, ShowList, Steps
from console.game.explored import Explored, ExploredMove
from console.game.naming import Naming, quoted
from console.game.tally import Tally
from console.storage.explorer import Explorer
from console.storage.notices import NotKept
from console.text import sentences
from console.text.bars import bar, bar_lengths
from console.text.table import Column, TextTable, figures
from engine.game import Game
from engine.geometry import SIDE_NAMES

_NOTHING: Final = "Nothing is known of this position."
_BAR: Final = 12
_WIDTH: Final = 76


def _columns(has_yours: bool) -> list[Column]:
    """Return the columns; ``has_yours``: there is one for the player's own results."""
    results = [*figures("Won", "Drawn", "Lost", rank=3), Column("", 1, least=_BAR)]
    book = [*figures("Book"), *figures("From", rank=4)]
    return [Column("Move", least=5), *figures("Games", rank=2), *results, *book, *figures(*["Yours"] * has_yours)]


def _cells(name: str, each: ExploredMove, has_yours: bool) -> list[str]:
    """Return the texts of a row."""
    games = f"{each.archive.games:,}" if each.archive.games else ""
    shown = bar(*each.archive, _BAR).rstrip()
    shares = [f"{share}%" if games else "" for share in bar_lengths(*each.archive, 100)]
    searches = f"{each.book.weight:,}" if each.book is not None and each.book.weight else ""
    return [name, games, *shares, shown, each.score, searches, *[each.yours.text] * has_yours]


def explored_list(explored: Explored, game: Game, naming: Naming, explorer: Explorer) -> ShowExplored:
    """Return the list of the moves in the position of a game. The answer of a row is its move, as it is typed."""
    has_yours = any(each.yours.games for each in explored.moves)
    typed = [naming.move(each.move) for each in explored.moves]
    rows = [Row(_cells(text, each, has_yours), text) for text, each in zip(typed, explored.moves, strict=True)]
    lines = tuple(_lines(explored, game, naming, has_yours))
    title, topic = explored.opening or "What was played here", "Looking and learning"
    moves = ShowList(title, _columns(has_yours), rows, verb="Play", empty=_NOTHING, topic=topic, plain=lines)
    return ShowExplored(moves, explorer)


def _lines(explored: Explored, game: Game, naming: Naming, has_yours: bool) -> Iterator[str]:
    """Yield the lines of the plain front end."""
    side, moves = game.side, game.legal_moves()
    yield from wrap(summary(explored, side), _WIDTH)
    if explored.yours.games:
        yield from wrap(f"Your own games: {_in_words(explored.yours)}.", _WIDTH)
    if explored.moves:
        rows = [_cells(naming.both(each.move, moves), each, has_yours) for each in explored.moves]
        titles, lines = TextTable(_columns(has_yours), rows).lines(_WIDTH)
        yield ""
        yield f"  {titles}"
        yield from (f"  {line}" for line in lines)
        yield ""
        yield f"For {SIDE_NAMES[side]}: # won, : drawn, . lost. Book: men ahead, from that many searches."
        if has_yours:
            yield "Your own games: won-drawn-lost."


def summary(explored: Explored, side: int) -> str:
    """Return the sentence about the games of others that reached the position; ``side`` is to move."""
    lead, archive = f"{explored.opening}. " if explored.opening else "", explored.archive
    if explored.problem:
        return f"{lead}{explored.problem}"
    if not archive.games:
        return f"{lead}No game of the archive came here."
    games = "one game" if archive.games == 1 else f"{archive.games:,} games"
    return f"{lead}The archive has {games} with this position: {SIDE_NAMES[side]} {_in_words(archive)}."


def _in_words(results: Tally) -> str:
    return f"won {results.won:,}, drew {results.drawn:,}, lost {results.lost:,}"


def explore(conversation: Conversation, command: Command) -> Steps[None]:
    """Bring the index of games up to date, if there is one, and show the moves that were played in the position.

    Hide them for the argument ``off``. Raises CannotDo for another argument, and if nothing is known.
    """
    state, archive = conversation.state, conversation.archive
    if command.argument == "off":
        yield HideExplored()
        yield Say(sentences.EXPLORER_CLOSED)
        return
    if command.argument:
        raise CannotDo(f'{quoted(command.text)} will not do: type "explore" or "explore off".')
    with suppress(NotKept):
        yield from archive.library()
    explorer = Explorer(archive.store, state.player)
    explored = explorer.look(state.game)
    if explored.problem and not explored.moves:
        raise CannotDo(explored.problem)
    if state.game.outcome is None:
        archive.keep()
    yield explored_list(explored, state.game, state.naming, explorer)


def handlers(conversation: Conversation) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"explore": partial(explore, conversation)}
