"""The menu of the record."""

from typing import Final

from console.dialogue.menu import Entry, Menu

MENU: Final[Menu] = {"Game": (Entry("Your record", "record", behind="fame"),)}
