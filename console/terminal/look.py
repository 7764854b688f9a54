"""The part of a theme that the terminal uses."""

from typing import Protocol, Self

from console.terminal.canvas import Style
from console.terminal.colours import Colours, Depth


class Look(Protocol):
    """The look of screens, as far as the terminal has to know it."""

    @property
    def ground(self) -> Style:
        """The style of the screen where nothing is drawn."""

    @property
    def colours(self) -> Colours:
        """The sixteen colours."""

    def depth(self, colours: int, kind: str) -> Depth:
        """Return the depth to draw at on a terminal. ``colours`` is their number, ``kind`` its ``TERM``."""

    def on(self, colours: int, encoding: str, kind: str) -> Self:
        """Return the part that such a terminal can show, with an encoding of its output."""
