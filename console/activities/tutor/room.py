"""The room of the tutor: its word, its menu, and what he says before a question."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from console.dialogue.conversation import Conversation
from console.dialogue.loop import switch_handler
from console.dialogue.menu import Entry, Menu, on_or_off
from console.dialogue.messages import Step, Steps
from console.dialogue.room import Handlers, Room
from console.reading.words import Group, Word
from console.text.phrases import PHRASES

WORDS: Final = (Word("teach", "starts or stops explaining each kind of move", "ON/OFF", Group.VIEW),)
MENU: Final[Menu] = {
    "Moves": (
        Entry(
            "Explain as we go", "teach", value=on_or_off(lambda settings: settings.teaching), stays=True, behind="now"
        ),
    ),
}


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers of the words."""
    state, archive, says = conversation.state, conversation.archive, PHRASES["teaching"]
    teach = switch_handler(state, archive, lambda now: now.teaching, lambda now, on: replace(now, teaching=on), says)
    return {"teach": teach}


def before(conversation: Conversation) -> Callable[[Step], Steps[None]]:
    """Return what adds the lessons before a question."""
    from console.activities.tutor.tutor import Tutor

    return Tutor(conversation.state).before


ROOM: Final = Room(WORDS, MENU, handlers, before=before)
