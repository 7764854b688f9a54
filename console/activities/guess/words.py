"""The command of guessing moves."""

from typing import Final

from console.dialogue.words import BOARD, TASK, Place, Word

WORDS: Final = (
    Word(
        "guess",
        "has you guess a master's moves, or those of a saved game; game, off",
        "NAME",
        BOARD | TASK | Place.GUESS,
    ),
)
