"""The command of storms in a session of play."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from console.activities.storm import sentences as said
from console.activities.storm.activity import Storming
from console.activities.storm.ladder import rising
from console.activities.storm.scores import best_storms
from console.activities.storm.storm_list import storm_list
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.features import Services
from console.dialogue.messages import Command, Steps
from console.dialogue.task import TaskWord

if TYPE_CHECKING:
    from ai.problems.problem import Problem


class StormWord(TaskWord):
    """Begins storms."""

    kind = Storming

    def execute(self, command: Command) -> Steps[None]:
        """Begin a storm, or show the table of the best. Raises CannotDo."""
        match command.argument:
            case "" if isinstance(self.state.activity, Storming):
                raise CannotDo(said.NOT_NOW)
            case "":
                yield from self._begin()
            case "best":
                table = best_storms(self.data)
                name = self.conversation.player_name
                yield storm_list(table, next((each for each in table if each.name == name), None))
            case _:
                raise CannotDo(said.no_such(command.text))

    def _begin(self) -> Steps[None]:
        """Begin a storm under the rules on the table. Raises CannotDo if there are no readable problems."""
        yield from ()
        problems = _readable(rising(self.collection(), self.rng))
        self.state.begin_task(Storming(self.state.table.rules, problems, self.conversation, self.today, self._begin))


def _readable(problems: "Iterator[Problem]") -> "Iterator[Problem]":
    """Yield the problems whose positions and solutions can be read."""
    for problem in problems:
        with suppress(ValueError):
            if problem.first_move:
                yield problem


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"storm": StormWord(services).do}
