"""The explorer: the handler of its command, and the list of the moves that were played in a position."""

from contextlib import suppress
from functools import partial
from textwrap import wrap
from typing import Final

from console.dialogue.activity import CannotDo, Handlers
from console.dialogue.conversation import Conversation
from console.dialogue.messages import HideBeside, Row, Say, ShowList, Steps
from console.game.explored import Explored, ExploredMove
from console.game.naming import Naming, quoted
from console.game.tally import Tally
from console.reading.readings import Command
from console.storage.explorer import Explorer
from console.storage.notices import NotKept
from console.text import sentences
from console.text.bars import bar, bar_lengths
from console.text.table import Column, figures
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.notation import move_text

_NOTHING: Final = "Nothing is known of this position."
_BAR: Final = 12
_WIDTH: Final = 76


def explored_list(explored: Explored, game: Game, naming: Naming, explorer: Explorer) -> ShowList:
    """Return the list of the moves in the position of a game. The answer of a row is its move, as it is typed."""
    known, side = explored.moves, game.side
    yours = ["Yours"] * any(each.yours.games for each in known)
    results = [*figures("Won", "Drawn", "Lost", rank=3), Column("", 1, least=_BAR)]
    columns = [Column("Move", least=5), Column("", 4), *figures("Games", rank=2), *results]
    columns += [*figures("Book"), *figures("From", rank=4), *figures(*yours)]
    rows = [Row(_cells(each, game, naming)[: len(columns)], naming.move(each.move)) for each in known]
    before = wrap(summary(explored, side), _WIDTH)
    if explored.yours.games:
        before += wrap(f"Your own games: {_in_words(explored.yours)}.", _WIDTH)
    legend = f"For {SIDE_NAMES[side]}: # won, : drawn, . lost. Book: men ahead, from that many searches."
    legend += " Your own games: won-drawn-lost." * len(yours)
    return ShowList(
        explored.opening or "What was played here",
        columns,
        rows,
        verb="Play",
        empty=_NOTHING,
        topic="explorer",
        before=(*before, ""),
        legend=legend,
        plain=None if known else before,
        explorer=explorer,
    )


def _cells(each: ExploredMove, game: Game, naming: Naming) -> list[str]:
    """Return the texts of a row, the player's own results last."""
    name = naming.move(each.move), naming.also(move_text(each.move, game.legal_moves())).strip()
    games = f"{each.archive.games:,}" if each.archive.games else ""
    shares = [f"{share}%" if games else "" for share in bar_lengths(*each.archive, 100)]
    searches = f"{each.book.weight:,}" if each.book is not None and each.book.weight else ""
    return [*name, games, *shares, bar(*each.archive, _BAR).rstrip(), each.score, searches, each.yours.text]


def summary(explored: Explored, side: int) -> str:
    """Return the sentence about the games of others that reached the position; ``side`` is to move."""
    lead, archive = f"{explored.opening}. " if explored.opening else "", explored.archive
    if explored.problem:
        return f"{lead}{explored.problem}"
    so_far = "so far " * explored.is_partial
    if not archive.games:
        return f"{lead}No game of the archive came here{' so far: it is not read to its end' * explored.is_partial}."
    games = "one game" if archive.games == 1 else f"{archive.games:,} games"
    return f"{lead}The archive {so_far}has {games} with this position: {SIDE_NAMES[side]} {_in_words(archive)}."


def _in_words(results: Tally) -> str:
    return f"won {results.won:,}, drew {results.drawn:,}, lost {results.lost:,}"


def explore(conversation: Conversation, command: Command) -> Steps[None]:
    """Bring the index of games up to date, if there is one, and show the moves that were played in the position.

    Hide them for the argument ``off``. Raises CannotDo for another argument, and if nothing is known.
    """
    state, archive = conversation.state, conversation.archive
    if command.argument == "off":
        state.exploring = None
        yield HideBeside()
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
    state.exploring = state.activity
    yield explored_list(explored, state.game, state.naming, explorer)


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return {"explore": partial(explore, conversation)}
