"""Storms: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("storm BEST | task | | problem storm | gives you three minutes for problems; also best, off")


MENU: Final[Menu] = {
    "Learn": (
        Entry("A storm of problems", "storm"),
        Entry("Leave the storm", "storm", "off", if_=lambda state: state.activity.label == "storm", hides=True),
    ),
}
