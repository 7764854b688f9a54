"""The handler of the command of postcards."""

from collections.abc import Mapping

from console.activities.postcard.card import LONGEST_GREETING, card_text, how_it_stands, is_greeting
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Command, Say, ShowPostcard, Steps
from console.game.naming import quoted
from console.storage.notices import NotKept


class PostcardWords:
    """Makes postcards of the game on the table."""

    def __init__(self, conversation: Conversation) -> None:
        self._state = conversation.state
        self._archive = conversation.archive

    def make(self, command: Command) -> Steps[None]:
        """Show a postcard. Say where it was saved, or why it could not be. Raises CannotDo and NotKept."""
        greeting = command.text.strip()
        if not is_greeting(greeting):
            said = quoted(greeting)
            raise CannotDo(f"{said} does not fit on a postcard, which has room for {LONGEST_GREETING} characters.")
        state, postcards, saved = self._state, self._archive.store.keepsakes("postcard"), list[str]()

        def keep(suffix: str, content: str | bytes) -> str:
            try:
                message = f"Saved as {postcards.put(suffix, content)}."
            except NotKept as error:
                message = str(error)
            saved.append(message)
            return message

        table, naming, bottom = state.table, state.naming, state.bottom
        stands = how_it_stands(table)
        yield ShowPostcard(greeting, lambda greeting: card_text(table, naming, bottom, greeting), keep, stands)
        for message in saved:
            yield Say(message)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"postcard": PostcardWords(services.conversation).make}
