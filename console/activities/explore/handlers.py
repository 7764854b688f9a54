"""The handler of the command of the explorer."""

from collections.abc import Mapping
from contextlib import suppress

from console.activities.explore import sentences as said
from console.activities.explore.explored_list import explored_list
from console.activities.explore.explorer import Explorer
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Command, HideExplored, Say, Steps
from console.game.naming import quoted
from console.storage.notices import NotKept


class ExploreWords:
    """Shows the moves that were played in the position on the board."""

    def __init__(self, conversation: Conversation) -> None:
        self._state = conversation.state
        self._archive = conversation.archive

    def do(self, command: Command) -> Steps[None]:
        """Show the moves, or hide them for the argument ``off``. Raises CannotDo."""
        match command.argument:
            case "":
                yield from self._explore()
            case "off":
                yield HideExplored()
                yield Say(said.CLOSED)
            case _:
                raise CannotDo(said.NO_SUCH.format(quoted(command.text)))

    def _explore(self) -> Steps[None]:
        """Bring the index up to date, if there is one, and show the moves. Raises CannotDo if nothing is known."""
        with suppress(NotKept):
            yield from self._archive.library()
        state = self._state
        explorer = Explorer(self._archive.store, state.player)
        explored = explorer.look(state.game)
        if explored.problem and not explored.moves:
            raise CannotDo(explored.problem)
        if state.game.outcome is None:
            self._archive.keep()
        yield explored_list(explored, state.game, state.naming, explorer)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"explore": ExploreWords(services.conversation).do}
