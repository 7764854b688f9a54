"""The season: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

WORDS: Final = words_of(
    "season NAME | task | | career | plays the next game of the season; also ladder, shelf, print or a rival"
)


MENU: Final[Menu] = {
    "Matches": (
        Entry("Season: next game", "season"),
        Entry("The ladder", "season", "ladder"),
        Entry("Trophy shelf", "season", "shelf"),
    ),
}
