"""The command of the record."""

from typing import Final

from console.dialogue.words import ANYWHERE, Word

WORDS: Final = (Word("record", "shows your record: rating, results, problems and lessons", "NAME", ANYWHERE),)
