"""The word of problems."""

from typing import Final

from console.dialogue.words import BOARD, Place, Word

WORDS: Final = (Word("problem", "sets a problem; today, yours, a theme, list, or off", "KIND", BOARD | Place.PROBLEM),)
