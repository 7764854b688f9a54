"""The handler of the command of postcards."""

from collections.abc import Mapping
from functools import partial

from console.activities.postcard.card import LONGEST_GREETING, card_text, how_it_stands, is_greeting
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Command, Say, ShowPostcard, Steps
from console.game.naming import quoted
from console.storage.notices import NotKept


def make(conversation: Conversation, command: Command) -> Steps[None]:
    """Show a postcard of the game. Say where it was saved, or why it could not be. Raises CannotDo and NotKept."""
    greeting, state, saved = command.text.strip(), conversation.state, list[str]()
    if not is_greeting(greeting):
        room = f"which has room for {LONGEST_GREETING} characters"
        raise CannotDo(f"{quoted(greeting)} does not fit on a postcard, {room}.")
    postcards = conversation.archive.store.keepsakes("postcard")

    def keep(suffix: str, content: str | bytes) -> str:
        try:
            saved.append(f"Saved as {postcards.put(suffix, content)}.")
        except NotKept as error:
            saved.append(str(error))
        return saved[-1]

    text = partial(card_text, state.table, state.naming, state.bottom)
    yield ShowPostcard(greeting, text, keep, how_it_stands(state.table))
    for message in saved:
        yield Say(message)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"postcard": partial(make, services.conversation)}
