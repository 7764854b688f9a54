"""A line on the board: the player plays one side of it from memory, the program the other."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Final

from ai.openings.names import named_positions
from console.activities.learn import sentences as said
from console.activities.learn.line_sheet import line_sheet
from console.activities.learn.lines import LINES, Line
from console.dialogue.activity import Activity, Handler
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Cause, Command, Played, Say, Steps
from console.dialogue.table import Table
from console.dialogue.words import IN_TASK
from console.game.clock import Stopwatch
from console.game.seats import Seats
from engine.game import Game

NEXT: Final = Kind("the next line", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
_BOOK: Final = "Book"


class Drill(Activity):
    """One line, until it is played to its end or the player leaves it. Raises ValueError if it cannot be played.

    ``line`` has the line with its earlier results. ``begin`` begins another line. ``today`` returns the date.
    """

    allowed = IN_TASK
    label = "learn"

    def __init__(
        self, line: Line, conversation: Conversation, today: Callable[[], date], begin: Callable[[Line], Steps[bool]]
    ) -> None:
        self.line = line
        self._whole = line.game()
        self._conversation = conversation
        self._today = today
        self._begin = begin
        self._is_set = False
        self._missed: set[int] = set()
        game = Game(self._whole.rules, "forced", self._whole.start)
        seats = Seats.against(_BOOK, conversation.player_name, line.side)
        super().__init__(Table(game, Stopwatch(conversation.state.now), seats, line.side))

    @property
    def words(self) -> Mapping[str, Handler]:
        """The handlers of the commands that work differently while a line is on the board."""
        return {
            "hint": lambda _: self._hint(),
            "undo": lambda _: self._again(),
            "reset": lambda _: self._again(),
            "moves": lambda _: self.list_moves(self._conversation.state.naming),
        }

    def refusal(self, command: Command) -> str:
        """Return the message for a command that is not allowed in a line."""
        return said.NOT_NOW

    def step(self) -> Steps[Activity | None]:
        """Introduce the line, play a move of the other side, ask the player for his, or end the line."""
        game = self.table.game
        if not self._is_set:
            yield from self._set_out()
        elif game.ply == len(self._whole.turns):
            yield from self._finish()
        elif game.side != self.line.side:
            yield from self.reply(self._whole.turns[game.ply].move, self._conversation.state.naming)
        else:
            yield from self._ask()
        return self._conversation.state.activity

    def _set_out(self) -> Steps[None]:
        """Show the line if it is new, and introduce it."""
        self._is_set = True
        yield Played(self.table.game.position, Cause.START)
        if not self.line.asked:
            yield line_sheet(self.line, self._whole, self._conversation.state.naming)
        yield Say(said.set_out(self.line))

    def _ask(self) -> Steps[None]:
        """Ask for a move. Execute the answer as a command, or play it as a move and check it."""
        player, number = self._conversation.player, self.table.game.ply // 2 + 1
        answer = yield from player.ask_move(said.ask_move(self.line, number))
        if (yield from player.act(answer)):
            yield from self._check()

    def _check(self) -> Steps[None]:
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
        archive, questions, today = self._conversation.archive, self._conversation.questions, self._today()
        right = self.line.yours - len(self._missed)
        after = self.line.answered(right, today)
        known = archive.store.files.change(LINES, lambda lines: lines.answered(self.line, right, today))
        yield Say(said.finished(self.line, after, today))
        following, due = None, known.due(today)
        if self._missed and (yield from questions.ask_yes(said.ONCE_MORE, NEXT)):
            following = after
        elif due and (yield from questions.ask_yes(said.ask_next(due), NEXT)):
            following = due[0]
        begun = following is not None and (yield from archive.attempt(self._begin(following)))
        if not begun:
            yield from go_back(self._conversation.state)

    # Moves and words

    def _expected(self) -> str:
        """Return the next move of the line in both notations."""
        game = self.table.game
        return self._conversation.state.naming.both(self._whole.turns[game.ply].move, game.routes())

    def _hint(self) -> Steps[None]:
        """Say the next move, which then counts as missed."""
        self._missed.add(self.table.game.ply)
        yield Say(said.hint(self._expected()))

    def _again(self) -> Steps[None]:
        """Go back to the start of the line. Missed moves still count as missed."""
        yield from self.go_to(0)
        yield Say(said.FROM_THE_START)
