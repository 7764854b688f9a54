"""The line of an answer, which outlives a question of the peer, and the rest of an answer given by one letter."""

from typing import Final

from console.dialogue.kinds import Trait
from console.dialogue.messages import Ask
from console.screens.widgets.line_editor import LineEditor
from console.terminal.events import Key

_WRITTEN_OUT: Final = {"y": "es", "n": "o"}


class AnswerLine:
    """Looks after the line that is typed in ``line``."""

    def __init__(self, line: LineEditor) -> None:
        self._line = line
        self._asked: Ask | None = None  # the question at the last check for an interrupted line
        self._begun = ""  # the line that a question interrupted
        self._rest: str | None = None  # the rest of an answer that its first letter gave already

    def keep(self, ask: Ask | None) -> None:
        """Put the typed line aside while the peer's question wants Y or N, and restore it after that."""
        before, self._asked = self._asked, ask
        if ask is None or ask is before or ask.news is None:
            return
        if ask.kind.has(Trait.YES_OR_NO) and self._line.text:
            self._begun = self._line.text
            self._line.set("")
        elif not ask.kind.has(Trait.YES_OR_NO) and self._begun:
            self._line.set(self._begun)
            self._begun = ""

    def is_answer(self, key: Key, ask: Ask) -> bool:
        """Return True if a key answers by itself: Y, and N unless words that begin with it work there.

        The rest of the word may still be typed.
        """
        takes_yes = ask.takes_yes or ask.kind.has(Trait.YES_OR_NO)
        takes_no = ask.kind.has(Trait.YES_OR_NO) and not ask.kind.has(Trait.N_BEGINS_WORDS)
        letter = key.text.casefold()
        if self._line.text or not ((letter == "y" and takes_yes) or (letter == "n" and takes_no)):
            return False
        self._rest = _WRITTEN_OUT[letter]
        return True

    def is_rest(self, key: Key) -> bool:
        """Return True if a key completes an answer whose first letter was enough: Enter after Y, or ``yes`` in full."""
        if self._rest is None:
            return False
        line = self._line.text + key.text
        if key.name == "enter":
            ends, self._rest = line in ("", self._rest), None
            if ends:
                self._line.set("")
            return ends
        if not key.text or not self._rest.startswith(line.casefold()):
            self._rest = None
        return False
