"""The command of remote games."""

from typing import Final

from console.dialogue.words import ANY_REMOTE, BOARD, Word

WORDS: Final = (Word("say", "says something to the player on the line", "TEXT", BOARD | ANY_REMOTE),)
