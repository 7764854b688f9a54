"""The room of postcards: its word and its menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.room import Room
from console.reading.words import Group, Word

WORDS: Final = (
    Word("postcard", "saves the board as a picture or text, with a greeting", "TEXT", Group.VIEW, aliases=("card",)),
)
MENU: Final[Menu] = {
    "Game": (Entry("Postcard", "The board as a picture, for friends", "postcard", value="F12", behind="review"),),
}
ROOM: Final = Room(WORDS, MENU)
