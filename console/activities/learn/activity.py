"""A line on the board: the player plays one side of it from memory, the program the other."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

from ai.openings.names import named_positions
from console.activities.learn import sentences as said
from console.activities.learn.line_sheet import line_sheet
from console.activities.learn.lines import game_of, known_lines, own_moves
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Command, Say, Steps
from console.dialogue.task import Task
from console.game.repetition import Item
from console.game.seats import Program
from console.storage.due_items import updated
from engine.game import Game

NEXT: Final = Kind("the next opening", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
_BOOK: Final = "Book"


class Drill(Task):
    """One line, until it is played to its end or the player leaves it. Raises ValueError if it cannot be played.

    ``line`` has the line with its earlier results. ``begin`` begins another line. ``today`` returns the date.
    """

    label = "learn"
    not_now = said.NOT_NOW
    not_in_one = said.NOT_IN_ONE
    from_start = said.FROM_THE_START

    def __init__(
        self, line: Item, conversation: Conversation, today: Callable[[], date], begin: Callable[[Item], Steps[None]]
    ) -> None:
        self.line = line
        self._whole = game_of(line)
        self._today = today
        self._begin = begin
        self._missed: set[int] = set()
        game = Game(self._whole.rules, "forced", self._whole.start)
        super().__init__(conversation, game, Program(given=_BOOK), line.side)

    def set_out(self) -> Steps[None]:
        """Show the line if it is new, and introduce it."""
        yield from super().set_out()
        if not self.line.asked:
            yield line_sheet(self.line, self._whole, self.naming)
        yield Say(said.set_out(self.line))

    def go_on(self) -> Steps[None]:
        """Play a move of the other side, ask the player for his, or end the line."""
        game = self.table.game
        if game.ply == len(self._whole.turns):
            yield from self._finish()
        elif game.side != self.line.side:
            yield from self.reply(self._whole.turns[game.ply].move, self.naming)
        else:
            yield from self.ask_move()

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
        due = [line for line in known_lines(self.data) if line.due <= today]
        following = [(said.ONCE_MORE, after)] if self._missed else []
        following += [(said.ask_next(due), due[0])] if due else []
        yield from self.offer(NEXT, *((question, partial(self._begin, line)) for question, line in following))

    # Moves and words

    def _expected(self) -> str:
        """Return the next move of the line in both notations."""
        game = self.table.game
        return self.naming.both(self._whole.turns[game.ply].move, game.routes())

    def hint(self, command: Command) -> Steps[None]:
        """Say the next move, which then counts as missed."""
        self._missed.add(self.table.game.ply)
        yield Say(said.hint(self._expected()))
