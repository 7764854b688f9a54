"""The command of problems."""

from typing import Final

from console.dialogue.words import BOARD, TASK, Word

WORDS: Final = (Word("problem", "sets a problem; today, yours, a theme, list, calendar, off", "KIND", BOARD | TASK),)
