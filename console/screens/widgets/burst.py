"""Letters that are keys, told apart from those of a line: a letter acts alone, and no key follows it at once."""

from time import monotonic
from typing import Final

from console.terminal.events import Key

ALONE: Final = 0.35
"""The seconds without another key after which a letter acts."""
_SECONDS: Final = 1.0


class Burst:
    """Keys that are typed one right behind the other. ``line`` is what was swallowed last.

    A letter is held until it is known to be alone. A line is swallowed while keys follow within a second, up to Enter.
    """

    def __init__(self) -> None:
        self.line = ""
        self._second = ""
        self._held: Key | None = None
        self._until = 0.0

    @property
    def tick(self) -> float | None:
        """The seconds until the held letter acts as a key; None if no letter is held."""
        return None if self._held is None else max(0.0, self._until - monotonic())

    def hold(self, key: Key) -> None:
        """Hold a letter until ``alone`` returns it, or ``take`` does."""
        self._held, self._until = key, monotonic() + ALONE

    def alone(self) -> Key | None:
        """Return the held letter and forget it if no key has followed it; or else None."""
        return self.take() if self._held is not None and monotonic() >= self._until else None

    def take(self) -> Key | None:
        """Return the held letter and forget it; None if there is none."""
        held, self._held = self._held, None
        self._until = 0.0 if held is not None else self._until
        return held

    def heard(self, key: Key) -> Key | str | None:
        """Return the key that acts now, the two letters with which a line begins, or None if the letter is held.

        A letter that is held down acts each time. Enter behind a letter adds nothing.
        """
        held = self.take()
        if held is not None and key.text and key != held:
            return held.text + key.text
        if key.text.isalpha():
            self.hold(key)
            return held
        return held if held is not None and key.name == "enter" else key

    def begin(self, text: str, second: str = "") -> None:
        """Swallow what follows the beginning of a line. ``second`` has the letters that may follow; empty for all."""
        self.line, self._second, self._until = text, second, monotonic() + _SECONDS

    def swallow(self, key: Key) -> str | None:
        """Return the line if the key ends it, and no text if it continues it; None for a key of no such line."""
        if self._held is not None:
            self.line = ""
            return None
        is_next = key.text.casefold() in (self._second or key.text.casefold()) if key.text else key.name == "enter"
        if monotonic() >= self._until or not is_next:
            self.line, self._until = "", 0.0
            return None
        if key.text:
            self.begin(self.line + key.text)
            return ""
        self._until = 0.0
        return self.line
