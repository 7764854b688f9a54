"""The room of storms: its word and its menu."""

from typing import Final

from console.dialogue.conversation import Conversation
from console.dialogue.menu import Entry, Menu, in_task
from console.dialogue.room import Handlers, Room
from console.reading.words import Group, Word

WORDS: Final = (
    Word(
        "storm",
        "gives you three minutes for problems; also best and off",
        "BEST",
        Group.TASK,
        aliases=("problem storm",),
    ),
)
MENU: Final[Menu] = {
    "Learn": (
        Entry("A storm of problems", "storm"),
        Entry("Leave the storm", "storm", "off", shown=in_task("storm")),
    ),
}


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers of the words."""
    from console.activities.storm.handlers import StormWord

    return StormWord.handlers(conversation)


ROOM: Final = Room(WORDS, MENU, handlers)
