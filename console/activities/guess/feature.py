"""Guessing moves: its command, its menu, and its handler."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("guess NAME | task | | | has you guess a master's moves, or those of a saved game; game, off")


MENU: Final[Menu] = {
    "Problems": (
        Entry("Guess a master's move", "guess"),
        Entry("Leave the guessing", "guess", "off", if_=lambda state: state.activity.label == "guess", hides=True),
    ),
}


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    from console.activities.guess.handlers import GuessWords

    return GuessWords(services.conversation, services.rng).handlers()
