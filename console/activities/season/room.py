"""The room of the season: its word, its menu, and the rivals as programs that play."""

from typing import TYPE_CHECKING, Final

from console.dialogue.conversation import Conversation, ProgramKind
from console.dialogue.menu import Entry, Menu
from console.dialogue.room import Room
from console.game.seats import RIVAL, Program
from console.reading.words import Group, Word
from console.text.levels import Remarks

if TYPE_CHECKING:
    from console.activities.season.handlers import Season

WORDS: Final = (
    Word(
        "season",
        "plays the next game of the season; also ladder, week, shelf, print or a rival",
        "NAME",
        Group.TASK,
        aliases=("career",),
    ),
)
MENU: Final[Menu] = {
    "Matches": (
        Entry("Season: next game", "Rivals, one above the other", "season"),
        Entry("The ladder", "Who they are, and how you stand", "season", "ladder"),
        Entry("The week", "A round a day in a table of eight", "season", "week"),
        Entry("Trophy shelf", "What you have won", "season", "shelf"),
    ),
}


def season(conversation: Conversation) -> "Season":
    """Return the season of a session of play."""
    from console.activities.season.handlers import Season

    return conversation.part("season", Season)


def remarks(rival: Program) -> Remarks:
    """Return a rival's remarks; none if there is no such rival."""
    from console.activities.season.rivals import rival_named

    known = rival_named(rival.given)
    return {} if known is None else known.remarks


RIVALS: Final = ProgramKind(
    lambda conversation, rival: season(conversation).chooser(rival, conversation.built_in()),
    remarks,
    lambda conversation, step: season(conversation).after(step),
)
"""The rivals as programs, who search as the built-in opponent does."""
ROOM: Final = Room(WORDS, MENU, programs={RIVAL: RIVALS})
