"""The menu of the course."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import Place

MENU: Final[Menu] = {
    "Course": (
        Entry("The next lesson", "course"),
        Entry("All lessons", "course", "list"),
        Entry("Skip this task", "course", "skip", if_=lambda state: state.place is Place.LESSON),
        Entry("Leave the lesson", "course", "off", if_=lambda state: state.place is Place.LESSON),
    ),
}
