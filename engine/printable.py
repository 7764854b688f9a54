"""Make text from files, players and command lines safe to display.

No character of the result controls the terminal or is invisible.
"""

import re
from typing import Final

_LONGEST: Final = 200
# Letters and marks that are default ignorable in Unicode: they have no visible glyph.
_IGNORABLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def printable(text: str) -> str:
    """Return the text on one line: white space becomes a blank, every other invisible character ``?``.

    Invisible are the Unicode categories C (controls of ASCII and C1, format characters such as bidirectional overrides
    and zero-width joiners, surrogates, private use) and Z, and the default ignorable letters and marks.
    """
    if text.isascii() and text.isprintable():
        return text
    shown = "".join(character if character.isprintable() else " " if character.isspace() else "?" for character in text)
    return _IGNORABLE.sub("?", shown)


def printable_lines(text: str) -> str:
    """Return the lines of a text, each printable and separated by a line feed."""
    return "\n".join(map(printable, text.split("\n")))


def quoted(text: str, longest: int = _LONGEST) -> str:
    """Return the printable text in quotes; if it exceeds ``longest`` characters, cut it and add dots."""
    shown = printable(text)
    return f'"{shown[:longest]}..."' if len(shown) > longest else f'"{shown}"'
