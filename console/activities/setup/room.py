"""The room of the position editor: its word and its menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu, not_in_study
from console.dialogue.room import Room
from console.reading.words import Word

WORDS: Final = (Word("setup", "sets up a position"),)
MENU: Final[Menu] = {
    "Board": (Entry("Set up a position", "Any men on any squares", "setup", shown=not_in_study, behind="turn"),),
}
ROOM: Final = Room(WORDS, MENU)
