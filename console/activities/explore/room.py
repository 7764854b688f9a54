"""The room of the explorer: its word and its menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.room import Room
from console.reading.words import Word

WORDS: Final = (
    Word(
        "explore",
        "shows the opening, book, archive and your games; also off",
        "OFF",
        helps=True,
        aliases=("explorer", "masters", "seen"),
    ),
)
MENU: Final[Menu] = {
    "Board": (Entry("What was played here", "In masters' games and in yours", "explore", behind="squares"),),
}
ROOM: Final = Room(WORDS, MENU)
