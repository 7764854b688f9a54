"""House rules: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("house NAME | | | rules house | makes up house rules, from those you play by or those named")


MENU: Final[Menu] = {
    "Rules and level": (Entry("House rules", "house", behind="rules"),),
}
