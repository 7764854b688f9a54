"""The record: its command, its menu, and its handler."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu
from console.dialogue.words import Group, Word

WORDS: Final = (Word("record", "shows your record: rating, results, problems and lessons", "NAME", Group.SHOW),)


MENU: Final[Menu] = {"Game": (Entry("Your record", "record", behind="fame"),)}


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    from console.activities.record.handlers import RecordWords

    return RecordWords(services.conversation, services.exercises).handlers()
