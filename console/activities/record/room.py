"""The room of the record: its word, its menu, and the summary of the past month when the player leaves."""

from typing import Final

from console.dialogue.conversation import Conversation, Event, Parting
from console.dialogue.menu import Entry, Menu
from console.dialogue.messages import Say, Steps
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
    "Matches": (Entry("Your record", "Your rating as a curve, and more", "record", behind="fame"),),
}


def hear(conversation: Conversation, event: Event) -> Steps[None]:
    """Say the summary of the past month at parting, after a game."""
    if isinstance(event, Parting) and conversation.store.has_finished_game:
        from console.activities.record.past_month import sum_up

        if said := sum_up(conversation.archive, conversation.state.player, conversation.today()):
            yield Say(said)


ROOM: Final = Room(WORDS, MENU, hear=hear)
