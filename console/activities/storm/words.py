"""The command of storms."""

from typing import Final

from console.dialogue.words import BOARD, TASK, Place, Word

WORDS: Final = (
    Word(
        "storm",
        "gives you three minutes for problems; best, off",
        "BEST",
        BOARD | TASK | Place.STORM,
        also=("problem storm",),
    ),
)
