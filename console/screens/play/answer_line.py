"""The input line while a peer asks a question: what was typed before is saved."""

from console.dialogue.kinds import Trait
from console.dialogue.messages import Ask
from console.screens.widgets.line_editor import LineEditor


class AnswerLine:
    """Saves and restores the text of ``line``."""

    def __init__(self, line: LineEditor) -> None:
        self._line = line
        self._asked: Ask | None = None  # the question at the last call of ``keep``
        self._begun = ""  # the saved line

    def keep(self, ask: Ask | None) -> None:
        """Save the typed line while the peer asks a question for Y or N, and restore it afterwards.

        ``ask`` is the open question. Call this after every event.
        """
        before, self._asked = self._asked, ask
        if ask is None or ask is before or ask.news is None:
            return
        if Trait.YES_OR_NO in ask.kind.traits and self._line.text:
            self._begun = self._line.text
            self._line.set("")
        elif Trait.YES_OR_NO not in ask.kind.traits and self._begun:
            self._line.set(self._begun)
            self._begun = ""
