"""The menu of guessing moves."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import Place

MENU: Final[Menu] = {
    "Problems": (
        Entry("Guess a master's move", "guess"),
        Entry("Leave the guessing", "guess", "off", if_=lambda state: state.place is Place.GUESS, hides=True),
    ),
}
