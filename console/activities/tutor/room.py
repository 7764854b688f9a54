"""The room of the tutor: its word, its menu, and what he says before a question."""

from typing import Final

from console.dialogue.conversation import Conversation, Event
from console.dialogue.menu import Entry, Menu, on_or_off
from console.dialogue.messages import Steps
from console.dialogue.room import Room
from console.reading.words import Group, Word

WORDS: Final = (Word("teach", "starts or stops explaining each kind of move", "ON/OFF", Group.VIEW),)
MENU: Final[Menu] = {
    "Moves": (
        Entry(
            "Explain as we go",
            "A tutor, at each new kind of move",
            "teach",
            value=on_or_off(lambda settings: settings.teaching),
            stays=True,
            behind="now",
        ),
    ),
}


def hear(conversation: Conversation, event: Event) -> Steps[None]:
    """Yield, before a question, the lessons about the steps since the last one, if the player is taught."""
    if conversation.state.switches.teaching:
        from console.activities.tutor.handlers import Tutor

        yield from conversation.part("tutor", lambda it: Tutor(it.state)).before(event)


ROOM: Final = Room(WORDS, MENU, hear=hear)
