"""The menu of postcards."""

from typing import Final

from console.dialogue.menu import Entry, Menu, When

MENU: Final[Menu] = {
    "Game": (Entry("Postcard", "postcard", value="F12", when=When.FREE, behind="save"),),
}
