"""The command of the course."""

from typing import Final

from console.dialogue.words import BOARD, TASK, Word

WORDS: Final = (
    Word(
        "course",
        "begins the next lesson, or the one numbered; list, skip, off",
        "NUMBER",
        BOARD | TASK,
        also=("lesson", "lessons"),
    ),
)
