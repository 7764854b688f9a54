"""The terminal as the screens see it."""

from collections.abc import Sequence
from typing import Protocol

from console.screens.widgets.theme import Theme


class TerminalServices(Protocol):
    """The services of the terminal that screens use."""

    @property
    def mouse(self) -> bool:
        """True while the mouse is reported."""

    @mouse.setter
    def mouse(self, wanted: bool) -> None: ...

    @property
    def theme(self) -> Theme:
        """The theme, reduced to what the terminal can show."""

    def set_theme(self, theme: Theme) -> None:
        """Use another theme."""

    def post(self, value: object) -> None:
        """Send ``Posted(value)`` to the reader. Other threads may call this."""

    def ring(self, rhythm: Sequence[float]) -> None:
        """Ring the bell at these seconds from now. The rest of an earlier rhythm is dropped."""
