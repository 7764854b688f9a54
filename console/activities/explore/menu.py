"""The menu of the explorer."""

from typing import Final

from console.dialogue.menu import Entry, Menu

MENU: Final[Menu] = {"Position": (Entry("What masters played", "explore", behind="seen"),)}
