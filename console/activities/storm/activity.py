"""A storm on the board: one move for each problem, on a clock of three minutes."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Final

from console.activities.storm import sentences as said
from console.activities.storm.scores import STORMS, Storm
from console.activities.storm.storm_list import storm_list
from console.dialogue.activity import Activity, FlagFell
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Cause, Command, Played, Say, Steps
from console.dialogue.table import Table
from console.dialogue.words import ANYWHERE
from console.game.clock import Control, GameClock, Stopwatch
from console.game.seats import Seats
from engine.game import Game
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.problems.problem import Problem

READY: Final = Kind("ready for a storm", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
ANOTHER: Final = Kind("another storm", Trait.YES_OR_NO | Trait.BETWEEN)
CONTROL: Final = Control(3)
PENALTY: Final = 10.0
"""The seconds that a wrong move costs."""
_OTHER_SIDE: Final = "Storm"


class Storming(Activity):
    """One storm. ``problems`` are its problems in their order; ``begin`` begins another storm."""

    allowed = ANYWHERE | {"storm", "storm BEST"}
    label = "storm"

    def __init__(
        self,
        rules: Rules,
        problems: Iterator["Problem"],
        conversation: Conversation,
        today: Callable[[], date],
        begin: Callable[[], None],
    ) -> None:
        self._conversation = conversation
        self._problems = problems
        self._today = today
        self._begin = begin
        self._problem: Problem | None = None
        self._solved = 0
        self._missed = 0
        super().__init__(self._table(Game(rules, "forced"), CONTROL.minutes * 60.0))

    def _table(self, game: Game, left: float) -> Table:
        """Return a table on which the side to move is the player's, with ``left`` seconds on his clock."""
        now, side = self._conversation.state.now, game.side
        seats = Seats.against(_OTHER_SIDE, self._conversation.player_name, side)
        clock = GameClock(CONTROL, now, (left, left), sides=(side,))
        return Table(game, Stopwatch(now), seats, side, clock)

    @property
    def headline(self) -> str:
        """The number of solved problems, and whose turn it is."""
        return f"{self._solved} solved. {super().headline}"

    def refusal(self, command: Command) -> str:
        """Return the message for a command that is not allowed in a storm."""
        return said.NOT_NOW

    def step(self) -> Steps[Activity | None]:
        """Start the clock, or ask for the move in the problem on the board."""
        if self._problem is None:
            yield from self._start()
        else:
            yield from self._ask(self._problem)
        return self._conversation.state.activity

    def _start(self) -> Steps[None]:
        """Ask if the player is ready. Set the first problem, or resume the suspended activity."""
        yield Say(said.INTRODUCTION)
        if (yield from self._conversation.questions.ask_yes(said.ASK_READY, READY)):
            yield from self._set_next(CONTROL.minutes * 60.0)
        else:
            yield from go_back(self._conversation.state)

    def _ask(self, problem: "Problem") -> Steps[None]:
        """Ask for a move. Execute the answer as a command, or play it as a move and count it.

        If the time is up, finish the storm.
        """
        player, table = self._conversation.player, self.table
        table.run_clock()
        prompt = said.ask_move(table.home, problem.goal, self._conversation.state.naming)
        try:
            moved = yield from player.act((yield from player.ask_move(prompt)))
        except FlagFell:
            yield from self._finish(said.TIME)
            return
        if moved:
            yield from self._judge(problem)

    def _judge(self, problem: "Problem") -> Steps[None]:
        """Count the move as right or wrong, deduct the penalty for a wrong one, and set the next problem."""
        turn, clock = self.table.game.last, self.table.clock
        assert turn is not None
        assert clock is not None
        if turn.after == problem.first_move.after:
            self._solved += 1
            yield Say(said.right(self._solved, clock.left(self.table.home)))
        else:
            self._missed += 1
            clock.give(self.table.home, -PENALTY)
            left = clock.left(self.table.home)
            yield Say(said.wrong(problem.first_move, problem.goal, left, self._conversation.state.naming))
        yield from self._set_next(clock.left(self.table.home))

    def _set_next(self, left: float) -> Steps[None]:
        """Set the next problem, or finish if there is no problem or no time left."""
        self._problem = next(self._problems, None) if left else None
        if self._problem is None:
            yield from self._finish(said.ALL_DONE if left else said.TIME)
            return
        before = self.table.game.position
        self.table = self._table(Game(self.table.rules, "forced", self._problem.position), left)
        yield Played(before, Cause.START)

    def _finish(self, how: str) -> Steps[None]:
        """Store and show the result, and offer another storm. A storm without a move does not count."""
        conversation, clock = self._conversation, self.table.clock
        assert clock is not None
        clock.stop()
        if self._solved + self._missed:
            yield from self._count(how)
        else:
            yield Say(said.NO_MOVE)
        if (yield from conversation.questions.ask_yes(said.ASK_ANOTHER, ANOTHER)):
            self._begin()
        else:
            yield from go_back(conversation.state)

    def _count(self, how: str) -> Steps[None]:
        """Store the result and say it, and show the table of the best storms."""
        name, rules = self._conversation.player_name, self.table.rules.name
        storm = Storm(name, rules, self._solved, self._missed, self._today().isoformat())
        files = self._conversation.archive.store.files
        before = files.read(STORMS).best_of(name, rules)
        best = files.change(STORMS, lambda known: known.with_storm(storm)).table()
        yield Say(f"{how} {said.result(storm, before, best)}")
        yield storm_list(best, next((each for each in best if (each.name, each.rules) == (name, rules)), None))
