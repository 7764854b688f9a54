"""What the program is called and which edition this is."""

from typing import Final

NAME: Final = "EGA Checkers"
VERSION: Final = "1.0.0"
DATE: Final = "November 2026"
NEWS: Final = (
    "Nine opponents, each with a voice",
    "The end of a game is an event",
    "Endings are proved, from tables",
    "A hall of fame with founders",
)
"""What is new in this edition, an item each."""
