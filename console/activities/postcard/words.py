"""The command of postcards."""

from typing import Final

from console.dialogue.words import ANY_BOARD, Word

WORDS: Final = (
    Word("postcard", "saves the screen as a picture or a text, with a greeting", "TEXT", ANY_BOARD, also=("card",)),
)
