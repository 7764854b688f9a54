"""The rest of a line behind a Y or N that has acted at once: it is swallowed unless it acts, too."""

from time import monotonic
from typing import Final

from console.dialogue.loop import Dialogue
from console.reading.readings import Command, NamedMove
from console.terminal.events import Key

_SECONDS: Final = 1.0


class RestOfLine:
    """The rest of a line of which the first letter has acted. It goes on as long as keys follow within a second."""

    def __init__(self) -> None:
        self._line = ""
        self._until = 0.0

    def begin(self, letter: str) -> None:
        """Swallow what follows a letter."""
        self._line, self._until = letter, monotonic() + _SECONDS

    def swallow(self, key: Key) -> str | None:
        """Return the line with its first letter if the key ends it, and no text if it continues it.

        Return None if the key belongs to no such line.
        """
        if monotonic() >= self._until or not (key.text or key.name == "enter"):
            return None
        if key.text:
            self.begin(self._line + key.text)
            return ""
        self._until = 0.0
        return self._line


def acting(line: str, dialogue: Dialogue) -> Command | str | None:
    """Return what of a line acts though its first letter has answered: all of it as a command, the rest as a move."""
    command = dialogue.state.vocabulary.command(line)
    if command is not None and not command.short:
        return command
    return line[1:] if isinstance(dialogue.conversation.questions.read_ahead(line[1:]), NamedMove) else None
