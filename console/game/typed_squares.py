"""Reading the squares that a player types, in any notation."""

import re
from functools import lru_cache
from typing import Final

from console.game.naming import FIGURES, Naming, figure_of, opening_step
from engine.printable import quoted

_NAME: Final = re.compile(r"\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)|([A-Za-z])\s?(\d{1,2})|(\d{1,2})")
_VERBS: Final = "to|and|then|over|takes?|jumps?|captures?|goes|moves"
_SIGNS: Final = rf"(?:\s|[-\u2010-\u2015\u2212\u2192,>/xX:\xd7\u0445\u200b]|(?i:{_VERBS}))*"
_BETWEEN: Final = re.compile(_SIGNS)
_NUMBER_FIRST: Final = re.compile(rf"(?:\d{{1,2}}\s?[A-Ja-j]{_SIGNS}){{2,}}")
_LEAD_IN: Final = re.compile(
    r"\A(?:(?:i|my|the|please|move|play|is|go|goes|take|jump|piece|from|on|at|square|to|with)\s+)+"
    r"(?=[a-j(]?\s?\d)",
    re.IGNORECASE,
)
PLEASE: Final = re.compile(r"(?:^|[\s,]+)(?:please|pls|plz|thanks|thank you)[.!]*$", re.IGNORECASE)
"""Courtesy behind a move or an argument."""
_TURN_NUMBER: Final = re.compile(r"^\d{1,3}\.+(?:\s+|(?=[A-Za-z]))")
# Annotation symbols, and the letter of a footnote behind dashes.
_SYMBOLS: Final = re.compile(r"(?<=[\d)])(?:\([?!]+\)|[?!*]|[-\u2010-\u2015]{2,}[A-Za-z]?|[-\u2010-\u2015][A-Z])+$")
_IN_NUMBERS_TOO: Final = re.compile(r"(.*\S)\s*\((\d{1,2}(?:[-x]\d{1,2})+)\)")
_LETTERS: Final = "ABCDEFGHIJ"
_SPOKEN: Final = {"bee": "b", "cee": "c", "see": "c", "dee": "d", "ee": "e", "eff": "f", "gee": "g", "aitch": "h"}
_IN_WORDS: Final = re.compile(
    rf"\b([a-j]|{'|'.join(_SPOKEN)})[\s-]+({'|'.join(FIGURES[1:])}|\d{{1,2}})\b", re.IGNORECASE
)


class UnreadableMove(ValueError):
    """Text that does not name squares of the board."""


def in_figures(text: str) -> str:
    """Return a text with squares such as ``c three`` and ``cee 3`` as ``c3``."""

    def named(match: re.Match[str]) -> str:
        return _SPOKEN.get(match[1].casefold(), match[1]) + figure_of(match[2])

    return _IN_WORDS.sub(named, text)


def parse_squares(text: str, naming: Naming) -> tuple[int, ...]:
    """Parse typed squares: ``c3d4``, ``C3 to D4``, ``c three d four``, ``11x18`` or ``(5,2) (4,3)``.

    A letter and a number are read by ``naming.letters``; the number may come first, ``3c 4d``. In parentheses, the row
    counts from the far side and the column from the left, both from 0. A move may be typed as it is listed, with the
    number of its turn, its numbers in parentheses and annotation symbols: ``12. C3 D4 (11-15)?``. Raises
    UnreadableMove; its message quotes the first part that is not a square, or the whole text if it begins with that
    part.
    """
    text = _LEAD_IN.sub("", PLEASE.sub("", in_figures(text.strip(" .!\t\"'"))), count=1)
    listed = _TURN_NUMBER.sub("", _SYMBOLS.sub("", text))
    double = _IN_NUMBERS_TOO.fullmatch(listed)
    if double is None:
        return _squares(listed, naming)
    squares, numbers = _squares(double[1], naming), _squares(double[2], naming)
    if (squares[0], squares[-1]) != (numbers[0], numbers[-1]):
        raise UnreadableMove(f"{quoted(double[1])} and {quoted(double[2])} are not the same squares.")
    return squares


def _squares(text: str, naming: Naming) -> tuple[int, ...]:
    """Parse squares that nothing stands before or behind. Raises UnreadableMove."""
    if _NUMBER_FIRST.fullmatch(text):
        text = re.sub(r"(\d+)\s?([A-Ja-j])", r"\2\1", text)
    squares: list[int] = []
    at = end = 0
    while at < len(text):
        match = _NAME.match(text, at)
        if match is None:
            raise _unreadable(text[at:] if squares else text, naming)
        squares.append(_square(match, naming))
        end = match.end()
        at = _BETWEEN.match(text, end).end()  # type: ignore[union-attr]  # matches the empty string
    if not squares or text[end:at].strip(" \t,:"):
        raise _unreadable(text[end:].strip() or text, naming)
    return tuple(squares)


def _square(match: re.Match[str], naming: Naming) -> int:
    """Return the square of a matched name. Raises UnreadableMove."""
    name, size, squares = match[0], naming.geometry.size, naming.geometry.squares
    last = _LETTERS[size - 1]
    if match[5]:
        number = int(match[5])
        if not 1 <= number <= squares:
            raise UnreadableMove(f"There is no square {quoted(name)}: they are numbered 1 to {squares}.")
        return number
    if match[1]:
        letter, figure = size - 1 - int(match[1]), int(match[2])
        legend = f"rows and columns go from 0 to {size - 1}"
        naming = naming._replace(letters="console")
    else:
        letter, figure = _LETTERS.find(match[3].upper()), int(match[4]) - 1
        if naming.letters == "console":
            legend = f"rows are A to {last}, columns 1 to {size}"
        else:
            legend = f"columns are a to {last.lower()}, rows 1 to {size}"
    if not (0 <= letter < size and 0 <= figure < size):
        raise UnreadableMove(f"There is no square {quoted(name)}: {legend}.")
    found = _by_name(naming).get(f"{_LETTERS[letter]}{figure + 1}")
    if found is None:
        light = name.lower() if naming.letters == "algebraic" else name.upper()
        raise UnreadableMove(f"{light} is a light square: the men stand on the dark ones.")
    return found


@lru_cache
def _by_name(naming: Naming) -> dict[str, int]:
    """Return the squares by their names with a letter, in capitals."""
    named = naming._replace(in_numbers=False)
    return {named.square(number).upper(): number for number in range(1, naming.geometry.squares + 1)}


def _unreadable(text: str, naming: Naming) -> UnreadableMove:
    """Return the exception for unreadable text, with examples of move input."""
    start, end = opening_step(naming.rules, naming.home)
    numbers = f"{start}-{end}"
    examples = numbers if naming.in_numbers else f"{naming.example}, or {numbers}"
    return UnreadableMove(f"I do not understand {quoted(text)}. Type a move like {examples}, or ? for help.")
