"""The room of storms: its word and its menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu, in_task
from console.dialogue.room import Room
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
        Entry("A storm of problems", "Three minutes: how many can you do?", "storm"),
        Entry("Leave the storm", "Then it does not count", "storm", "off", shown=in_task("storm")),
    ),
}
ROOM: Final = Room(WORDS, MENU)
