"""Postcards: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu, When
from console.dialogue.words import words_of

WORDS: Final = words_of("postcard TEXT | view | | card | saves the board as a picture or a text, with a greeting")


MENU: Final[Menu] = {
    "Game": (Entry("Postcard", "postcard", value="F12", when=When.FREE, behind="review"),),
}
