"""Problems: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("problem KIND | task | | | gives you a problem; also today, yours, a theme, list, off")


MENU: Final[Menu] = {
    "Learn": (
        Entry("A problem", "problem"),
        Entry("Kinds of problems", "problem", "list"),
        Entry("Leave problems", "problem", "off", if_=lambda state: state.activity.label == "problem", hides=True),
    ),
}
