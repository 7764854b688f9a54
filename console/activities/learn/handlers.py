"""Opening lines: the command, and a line on the board, of which the player plays one side from memory."""

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import partial
from itertools import count
from textwrap import wrap
from typing import Final, NamedTuple, Self, TypeAlias

from ai.openings.names import OPENINGS, files_of, has_plans, named_positions, plans
from console.activities.learn import sentences as said
from console.activities.learn.continuation import LONGEST, SHORTEST, game_line, masters_games, moves_of, opening_line
from console.activities.learn.lines import game_of, in_full, known_lines, line_list, own_moves
from console.dialogue.activity import CannotDo, refusing
from console.dialogue.messages import Say, ShowPage, Steps
from console.dialogue.task import Task, TaskWord
from console.game.naming import quoted, whole_number
from console.game.player_tags import players_of
from console.game.repetition import LINE, Item
from console.game.seats import Program
from console.reading.kinds import SHOWN, Kind, Trait
from console.reading.readings import Command
from console.storage.built_files import available_book
from console.storage.due_items import added, removed, updated
from console.text.hints import purpose
from engine.fen import fen_text
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.house_rules import own_articles
from engine.rules import AMERICAN

NEXT: Final = Kind("the next opening", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
Following: TypeAlias = tuple[str, Callable[[], Steps[None]]]
"""The question about a line to go on with, and what begins that line."""
_WIDTH: Final = 74
_ARGUMENT: Final = re.compile(r"(.*?)(?: (black|white))?(?: to (\S+))?")
_SIDES: Final = {name.casefold(): side for side, name in enumerate(SIDE_NAMES)}
NAMED: Final = {opening.name.casefold(): opening for opening in OPENINGS}
"""The openings by their names in lower case."""
_GAME: Final = "game"
NODES: Final = 30_000  # for a move after an opening that neither the masters nor the book know
_SIMILAR: Final = 0.7


class Drill(Task):
    """One line, until it is played to its end or the player leaves it. Raises ValueError if it cannot be played.

    ``line`` has the line with its earlier results. A line that was never asked is shown on the board first.
    """

    word: "Learn"

    label = "learn"
    not_now = 'That has to wait: "learn off" leaves the opening, "hint" helps with it.'
    not_in_one = 'There is no opening on the board. "learn" starts the next one.'
    from_start = "From the start, then."

    def __init__(self, line: Item, word: "Learn") -> None:
        self.line = line
        self._whole = game_of(line)
        self._is_shown = not line.asked
        self._missed: set[int] = set()
        game = Game(self._whole.rules, "forced", self._whole.start)
        super().__init__(word, game, Program(given="Book"), line.side)

    def set_out(self) -> Steps[None]:
        """Introduce the line."""
        yield from super().set_out()
        yield Say(said.WATCH.format(in_full(self.line)) if self._is_shown else said.set_out(self.line))

    def go_on(self) -> Steps[None]:
        """Show a move, play one of the other side, ask the player for his, or end the line."""
        game = self.table.game
        if self._is_shown:
            yield from self._show()
        elif game.ply == len(self._whole.turns):
            yield from self._finish()
        elif game.side != self.line.side:
            yield from self.reply(self._whole.turns[game.ply].move, self.naming)
        else:
            yield from self.ask_move()

    def _show(self) -> Steps[None]:
        """Show the next move. After the last, or when the player has seen enough, go back to ask for the moves."""
        game, last = self.table.game, len(self._whole.turns)
        if game.ply < last:
            yield from self._show_move(game)
            more = yield from self.goes_on(said.YOUR_TURN if game.ply == last else said.NEXT_MOVE, SHOWN, said.ENTER)
            if self.conversation.state.activity is not self or (more and game.ply < last):
                return
        self._is_shown = False
        yield from self.go_to(0)
        yield Say(said.set_out(self.line))

    def _show_move(self, game: Game) -> Steps[None]:
        """Play the next move, and explain it: by the opening that it makes and the plans there, or by its purpose."""
        before, side, line = game.position, game.side, [turn.move for turn in self._whole.turns[game.ply :]]
        yield from self.reply(line[0], self.naming, SIDE_NAMES[side])
        name = named_positions(files_of(game.rules)).get(game.position, "") if has_plans(game.rules) else ""
        why = said.CALLED.format(name) if name else said.purpose(purpose(before, line, game.rules, self.naming))
        if why:
            yield Say(why)
        if name in plans():
            black, white = (wrap(self.naming.in_text(plan), _WIDTH) for plan in plans()[name])
            yield ShowPage(name, (*black, "", *white), beside=True)

    @property
    def question(self) -> str:
        """The question for a move of the line."""
        return said.ASK_MOVE.format(self.line.name, self.table.game.ply // 2 + 1, own_moves(self.line))

    def judge(self) -> Steps[None]:
        """Take back the player's last move if it is not that of the line, and say the right one."""
        game = self.table.game
        ply, after = game.ply - 1, game.position
        if after == self._whole.position_at(game.ply):
            return
        self._missed.add(ply)
        yield from self.go_to(ply)
        yield Say(said.wrong(self._expected(), named_positions(files_of(self.table.rules)).get(after, ""), self.line))

    def _finish(self) -> Steps[None]:
        """Store the result. Begin this line again or the next line that is due, or resume the suspended activity.

        Raises Left if no activity is suspended.
        """
        today, moves = self.conversation.today(), own_moves(self.line)
        after = self.line.answered(moves - len(self._missed), moves, today)
        self.data.change(updated(after))
        yield Say(said.finished(self.line, after, today))
        again = [(said.ONCE_MORE, partial(self.word.begin, after))] if self._missed else []
        yield from self.offer(NEXT, *again, *self.word.following())

    # Moves and words

    def _expected(self) -> str:
        """Return the next move of the line in both notations."""
        game = self.table.game
        return self.naming.both(self._whole.turns[game.ply].move, game.routes())

    def hint(self, command: Command) -> Steps[None]:
        """Say the next move, which then counts as missed; no move does while the line is shown."""
        if self._is_shown:
            raise CannotDo(said.ENTER)
        self._missed.add(self.table.game.ply)
        yield Say(said.HINT.format(self._expected()))


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
                yield line_list(known_lines(self.data), self.conversation.today())
            case "drop", _, name:
                yield from self._drop(name)
            case _:
                yield from self._begin_wanted(Wanted.read(argument))

    def _begin_due(self) -> Steps[None]:
        """Begin the line that is due first, or a new one. Raises CannotDo if every opening is learned and none due."""
        for _, begin in self.following():
            return (yield from begin())
        raise CannotDo(said.none_due(known_lines(self.data)[0], self.conversation.today()))

    def following(self) -> Iterator[Following]:
        """Yield the line that is due first, else one that was never asked, else the next opening without a line."""
        lines, today = known_lines(self.data), self.conversation.today()
        due = [line for line in lines if line.asked and line.due <= today]
        new = next((line for line in lines if not line.asked), None)
        opening = next((name for name in NAMED if name not in {line.key for line in lines}), None)
        if due:
            yield said.ask_next(due), partial(self.begin, due[0])
        elif new is not None:
            yield said.ASK_NEW.format(new.name), partial(self.begin, new)
        elif opening is not None:
            yield said.ASK_NEW.format(NAMED[opening].name), partial(self._begin_wanted, Wanted.read(opening))

    def _drop(self, argument: str) -> Steps[None]:
        """Forget the lines of a name, and leave one that is on the board. Raises CannotDo, Left."""
        if not argument:
            raise CannotDo(said.DROP_WHAT)
        wanted = Wanted.read(argument)
        lines = known_lines(self.data, wanted.name, wanted.side)
        if not lines:
            raise CannotDo(f'You are not learning {quoted(argument)}: "learn list" shows the ones you are.')
        self.data.change(*map(removed, lines))
        yield Say(f"{lines[0].name} is forgotten: I will not ask about it again.")
        activity = self.state.activity
        if isinstance(activity, Drill) and activity.line in lines:
            yield from self.leave()

    def _begin_wanted(self, wanted: Wanted) -> Steps[None]:
        """Begin the stored line of a name. Make a new one if there is none or a length is given.

        Raises NotKept and CannotDo.
        """
        known = known_lines(self.data, wanted.name, wanted.side)
        line = known[0] if known and wanted.plies is None else (yield from self._new_line(wanted))
        yield from self.begin(line)

    def begin(self, line: Item) -> Steps[None]:
        """Put a line on the board. Raises CannotDo if it cannot be played."""
        yield from ()
        with refusing(said.UNREADABLE.format(quoted(line.name), line.name)):
            self.state.begin_task(Drill(line, self))

    # A new line

    def _new_line(self, wanted: Wanted) -> Steps[Item]:
        """Make and store a line. For a game whose line is in the file, return that. Raises NotKept and CannotDo."""
        if wanted.name == _GAME:
            name, side, game = self._of_board(wanted.plies)
        elif (opening := NAMED.get(wanted.name)) is not None:
            if not has_plans(self.state.table.rules):
                yield Say(said.AMERICAN_ONLY)
            name, side, book = opening.name, self.state.table.home, available_book(AMERICAN)
            searcher = partial(self.defense_of, AMERICAN, NODES)
            game = yield from opening_line(opening, masters_games(), book, searcher, wanted.plies)
        else:
            name, side, game = self._of_saved(wanted.name, wanted.plies)
        if game.ply < SHORTEST:
            raise CannotDo(said.TOO_SHORT)
        side = side if wanted.side is None else wanted.side
        rules, start, moves = game.rules, fen_text(game.start), moves_of(game)
        line = Item(LINE, rules.name, own_articles(rules), side, name, start, moves, self.conversation.today())
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

    def _of_saved(self, name: str, plies: int | None) -> tuple[str, int, Game]:
        """Return the name, the player's side, and the line of a saved game. Raises CannotDo."""
        similar = next((NAMED[each].name for each in get_close_matches(name, NAMED, 1, _SIMILAR)), "")
        with refusing(said.unknown(name, similar, "{}")):
            record = self.conversation.archive.store.saved.load(name)
        side = players_of(record, self.state.player).home
        return name, side, game_line(record.rules, record.start, record.turns, plies)


handlers = Learn.handlers
