"""Rules for the input line: it is saved while the peer asks a question, and Y and N can answer without Enter."""

from collections.abc import Callable
from typing import Final

from console.dialogue.kinds import Trait
from console.dialogue.messages import Ask
from console.screens.widgets.line_editor import LineEditor
from console.terminal.events import Key
from console.text.typed_lines import answers

_TOGETHER: Final = 1.0  # seconds: an Enter that comes later than this after the letter is another answer


class AnswerLine:
    """Saves and restores the text of ``line``, and recognizes answers of one letter. ``now`` returns the seconds."""

    def __init__(self, line: LineEditor, now: Callable[[], float]) -> None:
        self._line = line
        self._now = now
        self._answered = 0.0  # the time of the last answer by Y or N
        self._asked: Ask | None = None  # the question at the last call of ``keep``
        self._begun = ""  # the saved line
        self._rests: tuple[str, ...] = ()  # what may follow an answer by Y or N, until another key is pressed

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

    def is_answer(self, key: Key, ask: Ask) -> bool:
        """Return True if a key answers without Enter: Y, and N unless commands that begin with N are allowed.

        The rest of a word such as ``yes`` or ``nope`` may still be typed.
        """
        takes_yes = ask.takes_yes or Trait.YES_OR_NO in ask.kind.traits
        takes_no = Trait.YES_OR_NO in ask.kind.traits and Trait.N_BEGINS_WORDS not in ask.kind.traits
        letter = key.text.casefold()
        if self._line.text or not ((letter == "y" and takes_yes) or (letter == "n" and takes_no)):
            return False
        said = answers("yes" if letter == "y" else "no")
        self._rests = tuple(each[1:] for each in said if each.startswith(letter) and len(each) > 1)
        self._answered = self._now()
        return True

    def is_rest(self, key: Key) -> bool:
        """Return True if a key is an Enter that completes an answer by one letter, and must be ignored.

        It is ignored at once after the letter, and after a whole word such as ``yes``. The line is then cleared.
        """
        if not self._rests:
            return False
        line = self._line.text + key.text
        if key.name == "enter":
            is_late = self._now() - self._answered > _TOGETHER
            ends, self._rests = line.casefold().replace(",", "") in self._rests or (not line and not is_late), ()
            if ends:
                self._line.set("")
            return ends
        if not key.text or not any(rest.startswith(line.casefold().replace(",", "")) for rest in self._rests):
            self._rests = ()
        return False

    @property
    def awaits_rest(self) -> bool:
        """True after an answer by one letter, while the rest of the word and Enter may follow."""
        return bool(self._rests)

    def takes(self, key: Key) -> bool:
        """Return True if a key belongs to the rest of an answer, while another screen covers the line."""
        if self.is_rest(key):
            return True
        if not self.awaits_rest:
            self._line.set("")
            return False
        return self._line.handle(key)
