"""The menu of the season."""

from typing import Final

from console.dialogue.menu import Entry, Menu

MENU: Final[Menu] = {
    "Matches": (
        Entry("Season: next game", "season"),
        Entry("The ladder", "season", "ladder"),
        Entry("Trophy shelf", "season", "shelf"),
        Entry("Print a certificate", "season", "print"),
    ),
}
