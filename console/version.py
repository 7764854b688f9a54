"""The name of the program, and its version."""

from typing import Final

NAME: Final = "EGA Checkers"
VERSION: Final = "1.2.0"
DATE: Final = "November 2026"
NEWS: Final = (
    "Lessons, and a level that fits",
    "A season against nineteen rivals",
    "Games of masters, to guess too",
    "Storms, a record, and postcards",
)
"""The news of this version, one line each."""
