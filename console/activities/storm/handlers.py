"""The command of storms in a session of play."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from random import Random
from typing import TYPE_CHECKING

from console.activities.storm import sentences as said
from console.activities.storm.activity import Storming
from console.activities.storm.ladder import rising
from console.activities.storm.scores import STORMS
from console.activities.storm.storm_list import storm_list
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Command, Say, Steps

if TYPE_CHECKING:
    from ai.problems.problem import Problem


class StormWords:
    """Begins storms. The current activity is suspended meanwhile. ``today`` returns the date."""

    def __init__(self, conversation: Conversation, rng: Random, today: Callable[[], date]) -> None:
        self._conversation = conversation
        self._rng = rng
        self._today = today

    def do(self, command: Command) -> Steps[None]:
        """Begin a storm, show the table of the best, or leave. Raises CannotDo, and Left if nothing is suspended."""
        activity = self._conversation.state.activity
        match command.argument:
            case "" if isinstance(activity, Storming):
                raise CannotDo(said.NOT_NOW)
            case "":
                self._begin()
            case "best":
                table = self._conversation.archive.store.files.read(STORMS).table()
                name = self._conversation.player_name
                yield storm_list(table, next((each for each in table if each.name == name), None))
            case "off" if isinstance(activity, Storming):
                yield Say(said.LEFT)
                yield from go_back(self._conversation.state)
            case "off":
                raise CannotDo(said.NOT_IN_ONE)
            case _:
                raise CannotDo(said.no_such(command.text))

    def _begin(self) -> None:
        """Begin a storm under the rules on the table. Raises CannotDo if there are no readable problems."""
        state = self._conversation.state
        rules = state.table.rules
        problems = rising(self._collection(), self._rng)
        state.begin_task(Storming(rules, problems, self._conversation, self._today, self._begin))

    def _collection(self) -> "Sequence[Problem]":
        """Return the problems under the rules on the table. Raises CannotDo if there are none or they are damaged."""
        from ai.problems.problem import collection

        try:
            problems = collection(self._conversation.state.table.rules)
        except OSError:
            problems = ()
        except ValueError as error:
            raise CannotDo(said.damaged(error)) from None
        if not problems:
            raise CannotDo(said.NO_PROBLEMS)
        return problems


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"storm": StormWords(services.conversation, services.rng, services.today).do}
