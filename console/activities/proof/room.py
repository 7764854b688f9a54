"""The room of proofs: its word and its menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu, When
from console.dialogue.room import Room
from console.reading.words import Group, Word

WORDS: Final = (Word("proof", "proves how the position ends, if that can be done", group=Group.NAMED, helps=True),)
MENU: Final[Menu] = {
    "Moves": (Entry("Proof", "How it ends if both play their best", "proof", when=When.PLAYING, behind="hint"),),
}
ROOM: Final = Room(WORDS, MENU)
