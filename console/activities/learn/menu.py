"""The menu of the opening lines."""

from typing import Final

from console.dialogue.menu import Entry, Menu, has_moves
from console.dialogue.words import BOARD, Place

MENU: Final[Menu] = {
    "Course": (
        Entry("Opening that is due", "learn"),
        Entry("Openings to learn", "learn", "list"),
        Entry("Learn this game", "learn", "game", if_=lambda state: state.place in BOARD and has_moves(state)),
        Entry("Leave the opening", "learn", "off", if_=lambda state: state.place is Place.LINE),
    ),
}
