"""The name of the program, and its version."""

from typing import Final

NAME: Final = "EGA Checkers"
VERSION: Final = "1.1.0"
DATE: Final = "November 2026"
NEWS: Final = (
    "It knows the words you try",
    "Colors that last on any screen",
    "No engine keeps you waiting",
    "One bad line loses no file",
)
"""The news of this version, one line each."""
