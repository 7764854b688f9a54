"""The explorer: its command, its menu, and its handler."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("explore OFF | | helps | explorer, masters | shows what the masters played here; off")


MENU: Final[Menu] = {"Position": (Entry("What masters played", "explore", behind="seen"),)}


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    from console.activities.explore.handlers import ExploreWords

    return ExploreWords(services.conversation).handlers()
