"""The word of the course."""

from typing import Final

from console.dialogue.words import BOARD, Place, Word

WORDS: Final = (
    Word(
        "course",
        "begins the next lesson, or the one numbered; list, skip, off",
        "NUMBER",
        BOARD | Place.PROBLEM,
        also=("learn", "lesson", "lessons", "tutorial"),
    ),
)
