"""Postcards: their command, their menu, and their handler."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu, When
from console.dialogue.words import words_of

WORDS: Final = words_of("postcard TEXT | view | | card | saves the screen as a picture or a text, with a greeting")


MENU: Final[Menu] = {
    "Game": (Entry("Postcard", "postcard", value="F12", when=When.FREE, behind="save"),),
}


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    from console.activities.postcard.handlers import PostcardWords

    return PostcardWords(services.conversation).handlers()
