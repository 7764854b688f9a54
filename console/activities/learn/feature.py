"""The opening lines: their command, their menu, and their handler."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
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


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    from console.activities.learn.handlers import Learn

    return Learn(services.conversation, services.today).handlers()
