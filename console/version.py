"""The name of the program, and its version."""

from typing import Final

NAME: Final = "EGA Checkers"
VERSION: Final = "1.3.0"
DATE: Final = "November 29, 2026"
NEWS: Final = (
    "Lessons, and a level that fits you",
    "A season against nineteen rivals",
    "Masters' games, to browse and to guess",
    "Storms, a record, and postcards",
)
"""The news of this version, one line each."""
