"""Text from files, players and command lines, made safe to show: nothing in it acts on a terminal or hides."""

import re
from typing import Final

# Letters and marks that Unicode calls default ignorable: they are drawn as nothing at all.
_IGNORABLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def printable(text: str) -> str:
    """The text on one line: white space of any kind is a blank, whatever else cannot be seen is ``?``.

    That is all of Unicode's categories C (the controls of ASCII and C1, format characters such as bidirectional
    overrides and zero-width joiners, surrogates, private use) and Z, and its default ignorable letters and marks.
    """
    if text.isascii() and text.isprintable():
        return text
    shown = "".join(character if character.isprintable() else " " if character.isspace() else "?" for character in text)
    return _IGNORABLE.sub("?", shown)


def printable_lines(text: str) -> str:
    """Several lines, each printable; they end in ``\\n`` and in nothing else."""
    return "\n".join(map(printable, text.split("\n")))


def quoted(text: str, longest: int | None = None) -> str:
    """The text in quotes, printable, and cut off with dots behind so many characters if a length is given."""
    shown = printable(text)
    return f'"{shown[:longest]}..."' if longest is not None and len(shown) > longest else f'"{shown}"'
