"""Storms: the command, and a storm on the board, one move for each problem on a clock of three minutes."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Final

from ai.problems.problem import Problem
from console.activities.storm import sentences as said
from console.activities.storm.scores import Storm, best_storms, stored, storm_list
from console.dialogue.activity import CannotDo, FlagFell, Handlers
from console.dialogue.commands import go_back
from console.dialogue.messages import Cause, Played, Say, Steps
from console.dialogue.table import Table
from console.dialogue.task import Task, TaskWord, packaged
from console.game.clock import Control, GameClock, clock_text
from console.game.naming import quoted
from console.game.seats import Program
from console.reading.kinds import Kind, Trait
from console.reading.readings import Command
from console.reading.words import ANYWHERE
from engine.game import Game
from engine.geometry import Side

READY: Final = Kind("ready for a storm", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
ANOTHER: Final = Kind("another storm", Trait.YES_OR_NO | Trait.BETWEEN)
CONTROL: Final = Control(3)
PENALTY: Final = 10.0
"""The seconds that a wrong move costs."""


class Storming(Task):
    """One storm. ``problems`` are its problems in their order."""

    word: "StormWord"
    words: Final[Handlers] = {}  # nothing helps in a storm

    allowed = ANYWHERE | {"storm", "storm BEST"}
    label = "storm"
    not_now = 'Not now: the clock is running. "storm off" ends the storm.'
    not_in_one = 'There is no storm. "storm" starts one.'
    left = "It blows over. A storm you leave early does not count."

    def __init__(self, problems: Iterator[Problem], word: "StormWord") -> None:
        self._problems = problems
        self._problem: Problem | None = None
        self._solved = 0
        self._missed = 0
        self._left = CONTROL.minutes * 60.0
        super().__init__(word, Game(word.state.table.rules, "forced"), Program(given="Storm"))

    def table_of(self, game: Game, home: Side | None = None) -> Table:
        """Return a table on which the player has the time that is left."""
        clock = GameClock(CONTROL, self.conversation.state.now, (self._left, self._left), sides=(game.side,))
        return replace(super().table_of(game, home), clock=clock)

    @property
    def headline(self) -> str:
        """The number of solved problems, and whose turn it is."""
        return f"{self._solved} solved. {super().headline}"

    def set_out(self) -> Steps[None]:
        """Ask if the player is ready. Set the first problem, or resume the suspended activity."""
        yield Say(said.INTRODUCTION)
        if (yield from self.conversation.questions.ask_yes(said.ASK_READY, READY)):
            yield from self._set_next()
        else:
            yield from go_back(self.conversation.state)

    def go_on(self) -> Steps[None]:
        """Ask for the move in the problem on the board. If the time is up, finish the storm."""
        try:
            yield from self.ask_move()
        except FlagFell:
            yield from self._finish(said.TIME)

    def judge(self) -> Steps[None]:
        """Count the move as right or wrong, deduct the penalty for a wrong one, and set the next problem."""
        turn, clock, problem, home = self.table.game.last, self.table.clock, self._problem, self.table.home
        assert turn is not None
        assert clock is not None
        assert problem is not None
        if turn.after == problem.first_move.after:
            self._solved += 1
            self._left = clock.left(home)
            yield Say(said.right(self._solved, self._left))
        else:
            self._missed += 1
            clock.give(home, -PENALTY)
            self._left = clock.left(home)
            right = self.naming.move(problem.first_move)
            yield Say(f"No: {right} {self.goal}s. {clock_text(self._left)} left.")
        yield from self._set_next()

    def _set_next(self) -> Steps[None]:
        """Set the next problem, or finish if there is no problem or no time left."""
        self._problem = next(self._problems, None) if self._left else None
        if self._problem is None:
            yield from self._finish(said.ALL_DONE if self._left else said.TIME)
            return
        before = self.table.game.position
        self.goal = self._problem.goal
        self.table = self.table_of(Game(self.table.rules, "forced", self._problem.position))
        yield Played(before, Cause.START)

    def _finish(self, how: str) -> Steps[None]:
        """Store and show the result, and offer another storm. A storm without a move does not count."""
        self.table.stop_clock()
        if self._solved + self._missed:
            yield from self._count(how)
        else:
            yield Say(said.NO_MOVE)
        yield from self.offer(ANOTHER, (said.ASK_ANOTHER, self.word.begin))

    def _count(self, how: str) -> Steps[None]:
        """Store the result and say it, and show the table of the best storms."""
        name, rules = self.conversation.learner, self.table.rules.name
        storm = Storm(name, rules, self._solved, self._missed, self.conversation.today().isoformat())
        before = next((each.solved for each in best_storms(self.data) if (each.name, each.rules) == (name, rules)), 0)
        self.data.change(stored(storm))
        best = best_storms(self.data)
        yield Say(f"{how} {said.result(storm, before, best)}")
        yield storm_list(best, name, rules)


EACH: Final = 4
"""The largest number of problems of one difficulty in the first part of a storm."""


class StormWord(TaskWord):
    """Begins storms."""

    kind = Storming

    def execute(self, command: Command) -> Steps[None]:
        """Begin a storm, or show the table of the best. Raises CannotDo."""
        match command.argument:
            case "" if isinstance(self.state.activity, Storming):
                raise CannotDo(Storming.not_now)
            case "":
                yield from self.begin()
            case "best":
                yield storm_list(best_storms(self.data), self.conversation.player_name)
            case _:
                raise CannotDo(said.NO_SUCH.format(quoted(command.text)))

    def begin(self) -> Steps[None]:
        """Begin a storm under the rules on the table. Raises CannotDo if there are no readable problems."""
        from ai.problems.problem import collection

        yield from ()
        problems = packaged(collection, self.state.table.rules)
        self.state.begin_task(Storming(_readable(rising(problems, self.conversation.rng)), self))


def rising(problems: Sequence[Problem], rng: Random) -> Iterator[Problem]:
    """Yield all problems: at most EACH of each difficulty, the easiest first, then the others, the hardest first."""
    shuffled = sorted(rng.sample(problems, len(problems)), key=lambda problem: problem.difficulty)
    rest: list[Problem] = []
    for _, some in groupby(shuffled, lambda problem: problem.difficulty):
        alike = list(some)
        yield from alike[:EACH]
        rest += alike[EACH:]
    yield from reversed(rest)


def _readable(problems: Iterator[Problem]) -> Iterator[Problem]:
    """Yield the problems whose positions and solutions can be read."""
    for problem in problems:
        with suppress(ValueError):
            if problem.first_move:
                yield problem


handlers = StormWord.handlers
