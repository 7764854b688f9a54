"""House rules: their command, their menu, and their handler."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of(
    "house NAME | | | rules house | makes up rules of your house, from those you play by or those named"
)


MENU: Final[Menu] = {
    "Rules and level": (Entry("House rules", "house", behind="rules"),),
}


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    from console.activities.house.handlers import HouseWords

    return HouseWords(services.conversation).handlers()
