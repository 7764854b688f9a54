"""The room of the record: its word, its menu, and the summary of a month at parting."""

from typing import Final

from console.dialogue.conversation import Conversation
from console.dialogue.menu import Entry, Menu
from console.dialogue.room import Room
from console.reading.words import Group, Word

WORDS: Final = (
    Word(
        "record",
        "shows your record: rating, results, problems and lessons",
        "RULES",
        Group.SHOW,
        aliases=("stats", "rating"),
    ),
)
MENU: Final[Menu] = {
    "Matches": (Entry("Your record", "record", behind="fame"),),
}


def parting(conversation: Conversation) -> str:
    """Return the summary of the past month, after a game."""
    if not conversation.store.has_finished_game:
        return ""
    from console.activities.record.past_month import sum_up

    return sum_up(conversation.archive, conversation.state.player, conversation.today())


ROOM: Final = Room(WORDS, MENU, parting=parting)
