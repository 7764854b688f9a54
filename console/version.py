"""The name of the program, and its version."""

from typing import Final

NAME: Final = "EGA Checkers"
VERSION: Final = "1.3.0"
DATE: Final = "November 29, 2026"
NEWS: Final = (
    "Opponents who play as people do",
    "Reviews that say what a mistake allowed",
    "Two sets of men, in larger windows",
    "A week of rounds, and a browser to play in",
)
"""The news of this version, one line each."""
