"""The line that the argument of the command "learn" asks for: of an opening, of the game on the board, or saved."""

import re
from difflib import get_close_matches
from functools import partial
from itertools import count
from typing import Final, NamedTuple, Self

from ai.openings.names import OPENINGS, has_plans
from console.activities.learn import sentences as said
from console.activities.learn.continuation import LONGEST, SHORTEST, game_line, masters_games, moves_of, opening_line
from console.activities.learn.lines import known_lines
from console.dialogue.activity import CannotDo, refusing
from console.dialogue.messages import Say, Steps
from console.dialogue.task import TaskWord
from console.game.naming import quoted
from console.game.numbers import whole_number
from console.game.player_tags import players_of
from console.game.repetition import LINE, Item
from console.storage.built_files import available_book
from console.storage.due_items import added
from engine.fen import fen_text
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.house_rules import own_articles
from engine.rules import AMERICAN

_ARGUMENT: Final = re.compile(r"(.*?)(?: (black|white))?(?: to (\S+))?")
_SIDES: Final = {name.casefold(): side for side, name in enumerate(SIDE_NAMES)}
NAMED: Final = {opening.name.casefold(): opening for opening in OPENINGS}
"""The openings by their names in lower case."""
_GAME: Final = "game"
NODES: Final = 30_000  # for a move after an opening that neither the masters nor the book know
_SIMILAR: Final = 0.7


class Wanted(NamedTuple):
    """A parsed argument: the name in lower case, and the side and the number of moves, None if they are not given."""

    name: str
    side: int | None
    plies: int | None

    @classmethod
    def read(cls, argument: str) -> Self:
        """Read the argument of the command. Raises CannotDo for a number of moves that is not accepted."""
        found = _ARGUMENT.fullmatch(argument)
        assert found is not None
        name, side, length = found.groups()
        plies = None if length is None else whole_number(length)
        if length is not None and (plies is None or not SHORTEST <= plies <= LONGEST):
            raise CannotDo(said.BAD_LENGTH.format(quoted(length), LONGEST))
        return cls(name, _SIDES.get(side), plies)


def new_line(word: TaskWord, wanted: Wanted) -> Steps[Item]:
    """Make and store a line. For a game whose line is in the file, return that. Raises NotKept and CannotDo."""
    if wanted.name == _GAME:
        name, side, game = _of_board(word, wanted.plies)
    elif (opening := NAMED.get(wanted.name)) is not None:
        if not has_plans(word.state.table.rules):
            yield Say(said.AMERICAN_ONLY)
        name, side, book = opening.name, word.state.table.home, available_book(AMERICAN)
        searcher = partial(word.defence_of, AMERICAN, NODES)
        game = yield from opening_line(opening, masters_games(), book, searcher, wanted.plies)
    else:
        name, side, game = _of_saved(word, wanted.name, wanted.plies)
    if game.ply < SHORTEST:
        raise CannotDo(said.TOO_SHORT)
    side = side if wanted.side is None else wanted.side
    rules, start, moves = game.rules, fen_text(game.start), moves_of(game)
    line = Item(LINE, rules.name, own_articles(rules), side, name, start, moves, word.conversation.today())
    same = [each for each in known_lines(word.data) if each.content == line.content and wanted.name == _GAME]
    if not same:
        word.data.change(added(line, replaces=True))
    return same[0] if same else line


def _of_board(word: TaskWord, plies: int | None) -> tuple[str, int, Game]:
    """Return a new name, the player's side, and the line of the game on the board. Raises CannotDo."""
    table = word.state.table
    if not word.state.is_at_board or not table.game.turns:
        raise CannotDo(said.NO_GAME)
    name = next(name for name in map("Line {}".format, count(1)) if not known_lines(word.data, name))
    return name, table.home, game_line(table.rules, table.game.start, table.game.turns, plies)


def _of_saved(word: TaskWord, name: str, plies: int | None) -> tuple[str, int, Game]:
    """Return the name, the player's side, and the line of a saved game. Raises CannotDo."""
    similar = next((NAMED[each].name for each in get_close_matches(name, NAMED, 1, _SIMILAR)), "")
    with refusing(said.unknown(name, similar, "{}")):
        record = word.conversation.archive.store.saved.load(name)
    players, player = players_of(record), word.state.player
    names = players.seats.names
    side = names.index(player) if player in names else players.home
    return name, side, game_line(record.rules, record.start, record.turns, plies)
