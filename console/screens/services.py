"""The interface of the terminal for screens."""

from collections.abc import Sequence
from typing import Protocol

from console.screens.widgets.theme import Theme


class TerminalServices(Protocol):
    """The part of the terminal that screens use directly: the mouse, the theme, posted events and the bell."""

    @property
    def mouse(self) -> bool:
        """True if the terminal reports the mouse. Can be set."""

    @mouse.setter
    def mouse(self, wanted: bool) -> None: ...

    @property
    def theme(self) -> Theme:
        """The theme in use, reduced to what the terminal can show."""

    def set_theme(self, theme: Theme) -> None:
        """Use another theme."""

    def post(self, value: object) -> None:
        """Add the event ``Posted(value)`` to the queue of events. May be called on any thread."""

    def ring(self, rhythm: Sequence[float]) -> None:
        """Ring the bell at the given times, in seconds from now, and cancel the rest of an earlier rhythm.

        An empty rhythm has no effect.
        """
