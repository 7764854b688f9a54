"""The handler of the command of the explorer."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from console.activities.explore.explored_list import explored_list
from console.activities.explore.explorer import Explorer
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Command, HideExplored, Say, Steps
from console.game.naming import quoted
from console.storage.notices import NotKept


def explore(conversation: Conversation, command: Command) -> Steps[None]:
    """Bring the index of games up to date, if there is one, and show the moves that were played in the position.

    Hide them for the argument ``off``. Raises CannotDo for another argument, and if nothing is known.
    """
    state, archive = conversation.state, conversation.archive
    if command.argument == "off":
        yield HideExplored()
        yield Say("The explorer is closed.")
        return
    if command.argument:
        raise CannotDo(f'{quoted(command.text)} will not do: type "explore" or "explore off".')
    with suppress(NotKept):
        yield from archive.library()
    explorer = Explorer(archive.store, state.player)
    explored = explorer.look(state.game)
    if explored.problem and not explored.moves:
        raise CannotDo(explored.problem)
    if state.game.outcome is None:
        archive.keep()
    yield explored_list(explored, state.game, state.naming, explorer)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"explore": partial(explore, services.conversation)}
