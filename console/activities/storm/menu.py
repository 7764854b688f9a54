"""The menu of storms, among the problems."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import Place

MENU: Final[Menu] = {
    "Problems": (
        Entry("A storm of them", "storm"),
        Entry("The best storms", "storm", "best"),
        Entry("Leave the storm", "storm", "off", if_=lambda state: state.place is Place.STORM),
    ),
}
