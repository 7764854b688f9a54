"""Storms: their command, their menu, and their handler."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("storm BEST | task | | problem storm | gives you three minutes for problems; best, off")


MENU: Final[Menu] = {
    "Problems": (
        Entry("A storm of them", "storm"),
        Entry("The best storms", "storm", "best"),
        Entry("Leave the storm", "storm", "off", if_=lambda state: state.activity.label == "storm"),
    ),
}


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    from console.activities.storm.handlers import StormWords

    return StormWords(services.conversation, services.rng, services.today).handlers()
