"""The command of the opening lines."""

from typing import Final

from console.dialogue.words import BOARD, TASK, Word

WORDS: Final = (
    Word(
        "learn",
        "asks the opening line that is due, or the one named; game, list, drop, off",
        "NAME",
        BOARD | TASK,
    ),
)
