"""An editor of one line with a history."""

from typing import Final

from console.terminal.canvas import Canvas, Style, columns_of, in_columns
from console.terminal.events import Key

_LONGEST: Final = 5_001  # characters: one more than any line may have, so that a longer one is refused, not cut
_REMEMBERED: Final = 100  # lines of the history


class LineEditor:
    """An editor of one line of text. The caret is before the character with index ``caret``."""

    def __init__(self) -> None:
        self.text = ""
        self.caret = 0
        self._earlier: list[str] = []
        self._place = 0
        self._unfinished = ""
        self._aside = ""
        self._is_offer = False

    def offer(self, text: str) -> None:
        """Replace the text by one that the first character typed replaces. Any other key edits it."""
        self.set(text)
        self._is_offer = True

    def set(self, text: str) -> None:
        """Replace the text, and put the caret at its end."""
        self.text = text
        self.caret = len(text)

    def put_aside(self, is_aside: bool) -> None:
        """Clear the line while something else is asked; afterwards, restore what was on it."""
        if is_aside and self.text:
            self._aside = self.text
            self.set("")
        elif not is_aside and self._aside:
            self.set(self._aside)
            self._aside = ""

    def take(self) -> str:
        """Return the text and clear the line. Add the text to the history, unless it is blank or the last entry."""
        line = self.text
        if line.strip() and self._earlier[-1:] != [line]:
            self._earlier = [*self._earlier, line][-_REMEMBERED:]
        self._place = len(self._earlier)
        self.set("")
        return line

    def handle(self, key: Key) -> bool:
        """Edit the line by a key. Return False if the key has no effect here."""
        was_offer, self._is_offer = self._is_offer, False
        if key.text:
            if was_offer:
                self.set("")
            if len(self.text) < _LONGEST:
                self.text = self.text[: self.caret] + key.text + self.text[self.caret :]
                self.caret += len(key.text)
            return True
        match key.name:
            case "left" | "ctrl-b":
                self.caret = max(0, self.caret - 1)
            case "right" | "ctrl-f":
                self.caret = min(len(self.text), self.caret + 1)
            case "home" | "ctrl-a":
                self.caret = 0
            case "end" | "ctrl-e":
                self.caret = len(self.text)
            case "backspace":
                self._cut(max(0, self.caret - 1), self.caret)
            case "delete":
                self._cut(self.caret, self.caret + 1)
            case "ctrl-w" | "alt-backspace":
                words = self.text[: self.caret].rstrip()
                self._cut(words.rfind(" ") + 1, self.caret)
            case "ctrl-u":
                self._cut(0, self.caret)
            case "ctrl-k":
                self._cut(self.caret, len(self.text))
            case "up" | "ctrl-p":
                self._recall(-1)
            case "down" | "ctrl-n":
                self._recall(1)
            case _:
                return False
        return True

    def window(self, width: int) -> tuple[str, int]:
        """Return the part of the line that fits ``width`` columns, and the column of the caret in it."""
        before, after = in_columns(self.text[: self.caret]), in_columns(self.text[self.caret :])
        start = max(0, len(before) - width + 1)
        return columns_of(before + after, start, start + width), len(before) - start

    def draw(self, canvas: Canvas, row: int, column: int, width: int, style: Style) -> None:
        """Draw the part of the line that fits, and put the caret of the canvas on it."""
        shown, caret = self.window(width)
        canvas.text(row, column, shown, style)
        canvas.caret = (row, column + caret)

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.caret = min(start, len(self.text))

    def _recall(self, step: int) -> None:
        """Replace the line by an entry of the history. The unfinished line comes after the last entry."""
        if self._place == len(self._earlier):
            self._unfinished = self.text
        self._place = min(max(0, self._place + step), len(self._earlier))
        self.set([*self._earlier, self._unfinished][self._place])
