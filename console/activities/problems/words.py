"""The word of problems."""

from typing import Final

from console.dialogue.words import BOARD, Place, Word

WORDS: Final = (Word("problem", "sets a problem; today, yours, or off to leave", "KIND", BOARD | Place.PROBLEM),)
