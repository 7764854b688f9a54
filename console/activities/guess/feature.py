"""Guessing moves: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("guess NAME | task | | | has you guess a master's moves, or a saved game's; also game, off")


MENU: Final[Menu] = {
    "Learn": (
        Entry("Guess a master's move", "guess"),
        Entry("Leave the guessing", "guess", "off", if_=lambda state: state.activity.label == "guess", hides=True),
    ),
}
