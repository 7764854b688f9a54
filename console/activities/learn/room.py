"""The room of opening lines: its word, its menu, the lines that are known, and those that are due."""

from typing import TYPE_CHECKING, Final

from console.dialogue.menu import Entry, Menu, in_task
from console.dialogue.room import DueItems, Room
from console.reading.words import Group, Word
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.record import Exercises
    from console.storage.player_data import PlayerData

WORDS: Final = (
    Word("learn", "teaches the opening NAME, or the next one; also game, list, drop, off", "NAME", Group.TASK),
)
MENU: Final[Menu] = {
    "Learn": (
        Entry("Openings to learn", "Learned by heart, line by line", "learn", "list"),
        Entry("Leave the opening", "Back to your game", "learn", "off", shown=in_task("learn")),
    ),
}


def done(data: "PlayerData", rules: Rules) -> "Exercises | None":
    """Return the lines known under a rule set, or None."""
    from console.activities.learn.lines import lines_known

    return lines_known(data, rules)


DUE: Final = DueItems("line", "an opening", "{} openings", "learn")
ROOM: Final = Room(WORDS, MENU, DUE, done=done)
