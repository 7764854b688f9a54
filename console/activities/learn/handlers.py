"""Opening lines in a session of play: their command, and the choice of a line."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import partial
from itertools import count
from typing import Final, NamedTuple

from ai.openings.names import OPENINGS
from console.activities.learn import sentences as said
from console.activities.learn.activity import Drill, Following
from console.activities.learn.continuation import LONGEST, SHORTEST, game_line, masters_games, moves_of, opening_line
from console.activities.learn.line_list import line_list
from console.activities.learn.lines import known_lines
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.features import Services
from console.dialogue.messages import Command, Say, Steps
from console.dialogue.task import TaskWord
from console.game.numbers import whole_number
from console.game.player_tags import players_of
from console.game.repetition import LINE, Item
from console.storage.built_files import available_book
from console.storage.due_items import added, removed
from console.storage.notices import NotKept
from engine.fen import fen_text
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.house_rules import own_articles
from engine.rules import AMERICAN

_ARGUMENT: Final = re.compile(r"(.*?)(?: (black|white))?(?: to (\S+))?")
_SIDES: Final = {name.casefold(): side for side, name in enumerate(SIDE_NAMES)}
_NAMED: Final = {opening.name.casefold(): opening for opening in OPENINGS}
_GAME: Final = "game"
_NODES: Final = 30_000  # for a move after an opening that neither the masters nor the book know
_SIMILAR: Final = 0.7


class _Wanted(NamedTuple):
    """A parsed argument: the name in lower case, and the side and the number of moves, None if they are not given."""

    name: str
    side: int | None
    plies: int | None


class Learn(TaskWord):
    """Asks the player for opening lines."""

    kind = Drill

    def execute(self, command: Command) -> Steps[None]:
        """Ask a line, and list or drop lines. Raises NotKept and CannotDo, and Left if nothing is suspended."""
        argument = " ".join(command.argument.split())
        match argument.partition(" "):
            case "", _, _:
                yield from self._begin_due()
            case "list", "", _:
                yield line_list(known_lines(self.data), self.today())
            case "drop", _, name:
                yield from self._drop(name)
            case _:
                yield from self._begin_wanted(_wanted(argument))

    def _begin_due(self) -> Steps[None]:
        """Begin the line that is due first, or a new one. Raises CannotDo if every opening is learned and none due."""
        for _, begin in self._following():
            return (yield from begin())
        raise CannotDo(said.none_due(known_lines(self.data)[0], self.today()))

    def _following(self) -> Iterator[Following]:
        """Yield the line that is due first, else one that was never asked, else the next opening without a line."""
        lines, today = known_lines(self.data), self.today()
        due = [line for line in lines if line.asked and line.due <= today]
        new = next((line for line in lines if not line.asked), None)
        opening = next((name for name in _NAMED if name not in {line.key for line in lines}), None)
        if due:
            yield said.ask_next(due), partial(self._begin, due[0])
        elif new is not None:
            yield said.ask_new(new.name), partial(self._begin, new)
        elif opening is not None:
            yield said.ask_new(_NAMED[opening].name), partial(self._begin_wanted, _wanted(opening))

    def _drop(self, argument: str) -> Steps[None]:
        """Forget the lines of a name, and leave one that is on the board. Raises CannotDo, Left."""
        if not argument:
            raise CannotDo(said.DROP_WHAT)
        wanted = _wanted(argument)
        lines = known_lines(self.data, wanted.name, wanted.side)
        if not lines:
            raise CannotDo(said.no_line(argument))
        self.data.change(*map(removed, lines))
        yield Say(said.dropped(lines[0].name))
        activity = self.state.activity
        if isinstance(activity, Drill) and activity.line in lines:
            yield from self.leave()

    def _begin_wanted(self, wanted: _Wanted) -> Steps[None]:
        """Begin the stored line of a name. Make a new one if there is none or a length is given.

        Raises NotKept and CannotDo.
        """
        known = known_lines(self.data, wanted.name, wanted.side)
        line = known[0] if known and wanted.plies is None else (yield from self._new(wanted))
        yield from self._begin(line)

    def _begin(self, line: Item) -> Steps[None]:
        """Put a line on the board. Raises CannotDo if it cannot be played."""
        yield from ()
        try:
            drill = Drill(line, self.conversation, self.today, self._begin, self._following)
        except ValueError:
            raise CannotDo(said.unreadable(line)) from None
        self.state.begin_task(drill)

    # New lines

    def _new(self, wanted: _Wanted) -> Steps[Item]:
        """Make and store a line. For a game whose line is in the file, return that. Raises NotKept and CannotDo."""
        if wanted.name == _GAME:
            name, side, game = self._of_board(wanted.plies)
        elif (opening := _NAMED.get(wanted.name)) is not None:
            book = available_book(AMERICAN)
            name, side = opening.name, self.state.table.home
            game = yield from opening_line(
                opening, masters_games(), book, partial(self.defence_of, AMERICAN, _NODES), wanted.plies
            )
        else:
            name, side, game = yield from self._of_saved(wanted.name, wanted.plies)
        if game.ply < SHORTEST:
            raise CannotDo(said.TOO_SHORT)
        side = side if wanted.side is None else wanted.side
        rules, start, moves = game.rules, fen_text(game.start), moves_of(game)
        line = Item(LINE, rules.name, own_articles(rules), side, name, start, moves, self.today())
        same = [each for each in known_lines(self.data) if each.content == line.content and wanted.name == _GAME]
        if not same:
            self.data.change(added(line, replaces=True))
        return same[0] if same else line

    def _of_board(self, plies: int | None) -> tuple[str, int, Game]:
        """Return a new name, the player's side, and the line of the game on the board. Raises CannotDo."""
        table = self.state.table
        if not self.state.is_at_board or not table.game.turns:
            raise CannotDo(said.NO_GAME)
        name = next(name for name in map("Line {}".format, count(1)) if not known_lines(self.data, name))
        return name, table.home, game_line(table.rules, table.game.start, table.game.turns, plies)

    def _of_saved(self, name: str, plies: int | None) -> Steps[tuple[str, int, Game]]:
        """Return the name, the player's side, and the line of a saved game. Raises CannotDo."""
        try:
            record = yield from self.conversation.archive.load(name)
        except NotKept as error:
            raise CannotDo(said.unknown(name, _similar(name), str(error))) from None
        players, player = players_of(record), self.state.player
        names = players.seats.names
        side = names.index(player) if player in names else players.home
        return name, side, game_line(record.rules, record.start, record.turns, plies)


def _wanted(argument: str) -> _Wanted:
    """Read the argument of the command. Raises CannotDo for a number of moves that is not accepted."""
    found = _ARGUMENT.fullmatch(argument)
    assert found is not None
    name, side, length = found.groups()
    plies = None if length is None else whole_number(length)
    if length is not None and (plies is None or not SHORTEST <= plies <= LONGEST):
        raise CannotDo(said.bad_length(length))
    return _Wanted(name, _SIDES.get(side), plies)


def _similar(name: str) -> str:
    """Return the name of the most similar opening; empty if none is."""
    return next((_NAMED[each].name for each in get_close_matches(name, _NAMED, 1, _SIMILAR)), "")


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"learn": Learn(services).do}
