"""The course: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of(
    "course NUMBER | task | | lesson, lessons | starts the next lesson, or lesson NUMBER; also list, skip, off"
)


MENU: Final[Menu] = {
    "Learn": (
        Entry("The next lesson", "course"),
        Entry("All lessons", "course", "list"),
        Entry("Skip this task", "course", "skip", if_=lambda state: state.activity.label == "course", hides=True),
        Entry("Leave the lesson", "course", "off", if_=lambda state: state.activity.label == "course", hides=True),
    ),
}
