"""The record: its command, its menu, and its handler."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("record NAME | show | | | shows your record: rating, results, problems and lessons")


MENU: Final[Menu] = {"Game": (Entry("Your record", "record", behind="fame"),)}


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    from console.activities.record.handlers import RecordWords

    return RecordWords(services.conversation, services.exercises).handlers()
