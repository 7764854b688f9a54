"""The commands of games at this board."""

from pathlib import Path
from typing import Final

from console.dialogue.words import words_of

WORDS: Final = words_of(Path(__file__).with_name("words.txt").read_text("utf-8"))
