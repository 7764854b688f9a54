"""The record: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of("record NAME | show | | | shows your record: rating, results, problems and lessons")


MENU: Final[Menu] = {"Matches": (Entry("Your record", "record", behind="fame"),)}
