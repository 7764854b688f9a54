"""The explorer: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of(
    "explore OFF | | helps | explorer, masters, seen | shows the opening, the book, the archive and your games; off"
)


MENU: Final[Menu] = {"Board": (Entry("What was played here", "explore", behind="squares"),)}
