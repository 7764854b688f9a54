"""The room of the season: its word, its menu, and the rivals as programs that play."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from console.dialogue.conversation import Conversation
from console.dialogue.menu import Entry, Menu
from console.dialogue.messages import MoveChooser
from console.dialogue.program_kinds import ProgramKind
from console.dialogue.room import Handlers, Room
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


@lru_cache(maxsize=1)
def season(conversation: Conversation) -> "Season":
    """Return the season of a session of play, which is made when it is first needed."""
    from console.activities.season.handlers import Season

    return Season(conversation)


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers of the words."""
    return {"season": lambda command: season(conversation).do(command)}


def programs(conversation: Conversation, own: Callable[[], MoveChooser]) -> Mapping[str, ProgramKind]:
    """Return the rivals as programs, who search as ``own`` does."""
    rivals = ProgramKind(
        lambda rival: season(conversation).chooser(rival, own()),
        lambda rival: season(conversation).remarks(rival),
        lambda step: season(conversation).after(step),
    )
    return {RIVAL: rivals}


ROOM: Final = Room(WORDS, MENU, handlers, programs=programs)
