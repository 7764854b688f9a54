"""What screens may ask of the terminal they are shown on."""

from typing import Protocol

from console.terminal.theme import Theme


class TerminalServices(Protocol):
    """A terminal, as far as the screens know it."""

    @property
    def mouse(self) -> bool:
        """Whether the mouse is reported to us."""

    @mouse.setter
    def mouse(self, wanted: bool) -> None: ...

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and glyphs, as far as the terminal has them."""

    def post(self, value: object) -> None:
        """Send ``Posted(value)`` to whoever reads; other threads may call it."""

    def bell(self) -> None:
        """Sound the bell."""
