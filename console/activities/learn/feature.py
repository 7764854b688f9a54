"""The opening lines: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("learn NAME | task | | | teaches the opening NAME, or the next one; also game, list, drop, off")


MENU: Final[Menu] = {
    "Learn": (
        Entry("Openings to learn", "learn", "list"),
        Entry("Leave the opening", "learn", "off", if_=lambda state: state.activity.label == "learn", hides=True),
    ),
}
