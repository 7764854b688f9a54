"""What screens may ask of the terminal they are shown on."""

from typing import Protocol

from console.theme import Look


class Host(Protocol):
    """A terminal, as far as the screens know it."""

    look: Look

    def post(self, value: object) -> None:
        """Send ``Posted(value)`` to whoever reads; other threads may call it."""

    def bell(self) -> None:
        """Sound the bell."""
