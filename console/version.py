"""What the program is called and which edition this is."""

from typing import Final

NAME: Final = "EGA Checkers"
VERSION: Final = "1.0.0"
DATE: Final = "November 2026"
