"""What screens may ask of the terminal they are shown on."""

from collections.abc import Sequence
from typing import Protocol

from console.screens.widgets.theme import Theme


class TerminalServices(Protocol):
    """A terminal, as far as the screens know it."""

    @property
    def mouse(self) -> bool:
        """Whether the mouse is reported to us."""

    @mouse.setter
    def mouse(self, wanted: bool) -> None: ...

    @property
    def theme(self) -> Theme:
        """What everything is drawn with, as far as the terminal has it."""

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and glyphs, as far as the terminal has them."""

    def post(self, value: object) -> None:
        """Send ``Posted(value)`` to whoever reads; other threads may call it."""

    def ring(self, rhythm: Sequence[float]) -> None:
        """Sound the bell at these seconds from now and return at once; what is left of an earlier rhythm is dropped."""
