"""Remote games: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of
from console.text import sentences

WORDS: Final = words_of("say TEXT | | | | says something to the player on the line")


MENU: Final[Menu] = {
    "Game": (
        Entry(
            "Say something",
            "say",
            how=sentences.SAY_WHAT,
            if_=lambda state: "say" in state.activity.words,
            hides=True,
            behind="resign",
        ),
    ),
}
