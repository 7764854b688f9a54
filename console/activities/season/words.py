"""The command of the season."""

from typing import Final

from console.dialogue.words import BOARD, TASK, Word

WORDS: Final = (
    Word(
        "season",
        "plays the next game of the season; ladder, shelf, print, or a rival",
        "NAME",
        BOARD | TASK,
        also=("career",),
        alone=("shelf", "ladder"),
    ),
)
