"""The room of house rules: its word and its menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.room import Room
from console.reading.words import Word

WORDS: Final = (
    Word(
        "house",
        "makes up house rules, from those you play by or those named; also remove",
        "NAME",
        aliases=("rules house",),
    ),
)
MENU: Final[Menu] = {
    "Rules and level": (Entry("House rules", "Those of your own house", "house", behind="rules"),),
}
ROOM: Final = Room(WORDS, MENU)
