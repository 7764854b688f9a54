"""The room of remote games: its word, its menu, and how such a session begins."""

from typing import Final

from console.dialogue.conversation import Conversation, Event, Opened
from console.dialogue.menu import Entry, Menu
from console.dialogue.messages import Steps
from console.dialogue.room import Room
from console.reading.words import Word
from console.text import sentences

WORDS: Final = (Word("say", "says something to the player on the line", "TEXT"),)
MENU: Final[Menu] = {
    "Game": (
        Entry(
            "Say something",
            "To the player at the other end",
            "say",
            shown=lambda state: "say" in state.activity.words,
            how=sentences.SAY_WHAT,
            behind="resign",
        ),
    ),
}


def hear(conversation: Conversation, event: Event) -> Steps[None]:
    """Begin the first remote game in place of the first game, if the options ask for one."""
    if isinstance(event, Opened) and conversation.options.modem is not None:
        from console.activities.modem.activity import Remote

        remote = Remote(conversation, conversation.options.modem)
        conversation.closing.append(remote.connection.close)
        yield from remote.begin()


ROOM: Final = Room(WORDS, MENU, hear=hear)
