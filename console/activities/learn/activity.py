"""A line on the board: the player plays one side of it from memory, the program the other."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from textwrap import wrap
from typing import Final, TypeAlias

from ai.openings.names import has_plans, named_positions, plans
from console.activities.learn import sentences as said
from console.activities.learn.lines import game_of, own_moves
from console.dialogue.activity import CannotDo
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import STEP, Kind, Trait
from console.dialogue.messages import Command, Say, ShowPage, Steps
from console.dialogue.task import Task
from console.game.repetition import Item
from console.game.seats import Program
from console.storage.due_items import updated
from console.text.hints import purpose
from engine.game import Game
from engine.geometry import SIDE_NAMES

NEXT: Final = Kind("the next opening", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
Following: TypeAlias = tuple[str, Callable[[], Steps[None]]]
"""The question about a line to go on with, and what begins that line."""
_BOOK: Final = "Book"
_WIDTH: Final = 74


class Drill(Task):
    """One line, until it is played to its end or the player leaves it. Raises ValueError if it cannot be played.

    ``line`` has the line with its earlier results. A line that was never asked is shown on the board first. ``begin``
    begins a line, ``following`` yields what comes after this one. ``today`` returns the date.
    """

    label = "learn"
    not_now = said.NOT_NOW
    not_in_one = said.NOT_IN_ONE
    from_start = said.FROM_THE_START

    def __init__(
        self,
        line: Item,
        conversation: Conversation,
        today: Callable[[], date],
        begin: Callable[[Item], Steps[None]],
        following: Callable[[], Iterator[Following]],
    ) -> None:
        self.line = line
        self._whole = game_of(line)
        self._today = today
        self._begin = begin
        self._following = following
        self._is_shown = not line.asked
        self._missed: set[int] = set()
        game = Game(self._whole.rules, "forced", self._whole.start)
        super().__init__(conversation, game, Program(given=_BOOK), line.side)

    def set_out(self) -> Steps[None]:
        """Introduce the line."""
        yield from super().set_out()
        yield Say(said.watch(self.line) if self._is_shown else said.set_out(self.line))

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
            more = yield from self.goes_on(said.YOUR_TURN if game.ply == last else said.NEXT_MOVE, STEP, said.ENTER)
            if self.conversation.state.activity is not self or (more and game.ply < last):
                return
        self._is_shown = False
        yield from self.go_to(0)
        yield Say(said.set_out(self.line))

    def _show_move(self, game: Game) -> Steps[None]:
        """Play the next move, and say which opening it makes and what each side wants there, or what it is for."""
        before, side, line = game.position, game.side, [turn.move for turn in self._whole.turns[game.ply :]]
        yield from self.reply(line[0], self.naming, SIDE_NAMES[side])
        name = named_positions().get(game.position, "") if has_plans(game.rules) else ""
        why = said.called(name) if name else said.purpose(purpose(before, line, game.rules, self.naming))
        if why:
            yield Say(why)
        if name:
            black, white = (wrap(self.naming.in_text(plan), _WIDTH) for plan in plans()[name])
            yield ShowPage(name, (*black, "", *white), beside=True)

    @property
    def question(self) -> str:
        """The question for a move of the line."""
        return said.ask_move(self.line, self.table.game.ply // 2 + 1)

    def judge(self) -> Steps[None]:
        """Take back the player's last move if it is not that of the line, and say the right one."""
        game = self.table.game
        ply, after = game.ply - 1, game.position
        if after == self._whole.position_at(game.ply):
            return
        self._missed.add(ply)
        yield from self.go_to(ply)
        yield Say(said.wrong(self._expected(), named_positions().get(after, ""), self.line))

    def _finish(self) -> Steps[None]:
        """Store the result. Begin this line again or the next line that is due, or resume the suspended activity.

        Raises Left if no activity is suspended.
        """
        today, moves = self._today(), own_moves(self.line)
        after = self.line.answered(moves - len(self._missed), moves, today)
        self.data.change(updated(after))
        yield Say(said.finished(self.line, after, today))
        again = [(said.ONCE_MORE, partial(self._begin, after))] if self._missed else []
        yield from self.offer(NEXT, *again, *self._following())

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
        yield Say(said.hint(self._expected()))
