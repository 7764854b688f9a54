"""The command of the explorer."""

from typing import Final

from console.dialogue.words import Place, Word

WORDS: Final = (Word("explore", "shows what the masters played here", helps=Place.GAME, also=("explorer", "masters")),)
