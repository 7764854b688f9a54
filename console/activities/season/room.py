"""The room of the season: its word, its menu, and the rivals as programs that play."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from console.dialogue.conversation import Conversation
from console.dialogue.menu import Entry, Menu
from console.dialogue.room import ProgramKind, Room
from console.game.seats import RIVAL
from console.reading.words import Group, Word

if TYPE_CHECKING:
    from console.activities.season.handlers import Season

WORDS: Final = (
    Word(
        "season",
        "plays the next game of the season; also ladder, shelf, print or a rival",
        "NAME",
        Group.TASK,
        aliases=("career",),
    ),
)
MENU: Final[Menu] = {
    "Matches": (
        Entry("Season: next game", "season"),
        Entry("The ladder", "season", "ladder"),
        Entry("Trophy shelf", "season", "shelf"),
    ),
}


def season(conversation: Conversation) -> "Season":
    """Return the season of a session of play."""
    from console.activities.season.handlers import Season

    return conversation.part("season", Season)


def programs(conversation: Conversation) -> Mapping[str, ProgramKind]:
    """Return the rivals as programs, who search as the built-in opponent does."""
    rivals = ProgramKind(
        lambda rival: season(conversation).chooser(rival, conversation.built_in()),
        lambda rival: season(conversation).remarks(rival),
        lambda step: season(conversation).after(step),
    )
    return {RIVAL: rivals}


ROOM: Final = Room(WORDS, MENU, programs=programs)
