"""Problems: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("problem KIND | task | | | sets a problem; today, yours, a theme, list, calendar, off")


MENU: Final[Menu] = {
    "Problems": (
        Entry("One that fits", "problem"),
        Entry("The one of today", "problem", "today"),
        Entry("The calendar", "problem", "calendar"),
        Entry("A hard one", "problem", "hard"),
        Entry("All kinds", "problem", "list"),
        Entry("Mistakes of yours", "problem", "yours"),
        Entry("Leave problems", "problem", "off", if_=lambda state: state.activity.label == "problem"),
    ),
}
