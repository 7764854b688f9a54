"""The opening lines: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu, has_moves
from console.dialogue.words import words_of

WORDS: Final = words_of(
    "learn NAME | task | | | asks the opening line that is due, or the one named; game, list, drop, off"
)


MENU: Final[Menu] = {
    "Course": (
        Entry("Opening that is due", "learn"),
        Entry("Openings to learn", "learn", "list"),
        Entry("Learn this game", "learn", "game", if_=lambda state: state.is_at_board and has_moves(state)),
        Entry("Leave the opening", "learn", "off", if_=lambda state: state.activity.label == "learn"),
    ),
}
