"""The room of reviews: its words and its menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu, has_moves
from console.dialogue.room import Room
from console.reading.words import Word

WORDS: Final = (
    Word(
        "review", 'reviews the game and its worst moves; "review all" lists all moves', aliases=("analyse", "analyze")
    ),
    Word("deep", "reviews it for a minute on all cores", aliases=("review deep",)),
)
MENU: Final[Menu] = {
    "Game": (
        Entry("Review the game", "Finds the moves that cost you most", "review", works=has_moves, behind="games"),
    ),
}
ROOM: Final = Room(WORDS, MENU)
