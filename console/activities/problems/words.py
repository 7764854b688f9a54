"""The command of problems."""

from typing import Final

from console.dialogue.words import BOARD, TASK, Word

WORDS: Final = (Word("problem", "sets a problem; today, yours, a theme, list, or off", "KIND", BOARD | TASK),)
