"""Questions about parts of the board in any words: a row, a column, a diagonal, the squares around one."""

import re
from typing import Final

from console.game.move_input import SQUARE_LETTERS, Squares
from console.game.naming import FIGURES, PLACES, Naming, figure_of
from console.reading.patterns import WORD_LISTS, spoken
from console.reading.readings import Command

_LINES: Final = {"row": "row", "rank": "row", "column": "column", "file": "column"}
_LATEST: Final = re.compile(rf"\blast (\d+|{'|'.join(FIGURES[1:])}) (?:moves|turns)\b")
_UP_OR_DOWN: Final = {"up": "up", "upper": "up", "above": "up", "down": "down", "lower": "down", "below": "down"}
_SIDEWAYS: Final = frozenset({"left", "right"})


def part_asked_about(line: str, squares: Squares, naming: Naming) -> Command | None:
    """Return the command that says the part of the board that a line is about, or None.

    ``squares`` are those that the line names. A line that is about moving is about no part.
    """
    words = spoken(line.replace("-", " "))
    if (latest := _LATEST.search(" ".join(words))) is not None:
        return Command("recent", figure_of(latest[1]))
    if not WORD_LISTS["of moving"].isdisjoint(words):
        return None
    square = naming.square(squares[0]) if len({*squares}) == 1 else ""
    for place, word in enumerate(words):
        label = _label(words, place, naming) if word in _LINES else ""
        if word in _LINES and (label or square):
            return Command(_LINES[word], label or square)
    if not square:
        return None
    up_or_down = [_UP_OR_DOWN[word] for word in words if word in _UP_OR_DOWN][:1]
    sideways = [word for word in words if word in _SIDEWAYS][:1]
    if "diagonal" in " ".join(words) or (up_or_down and sideways):
        return Command("diagonal", " ".join([square, *up_or_down, *sideways]))
    if not WORD_LISTS["around"].isdisjoint(words):
        return Command("around", square)
    return Command("look", square) if words[0] in WORD_LISTS["of telling"] or "square" in words else None


def _label(words: list[str], place: int, naming: Naming) -> str:
    """Return the name of the row or the column of which the word stands at a place; empty if there is none."""
    name = re.compile(rf"[{SQUARE_LETTERS[: naming.geometry.size]}]\d{{0,2}}|\d{{1,2}}|{'|'.join(PLACES)}")
    behind = [word for word in words[place + 1 : place + 3] if word not in ("of", "number")]
    is_article = words[place - 1 : place] == ["a"] and words[place - 2 : place - 1] != ["the"]
    in_front = [] if is_article else words[place - 1 : place]
    return next(filter(name.fullmatch, [*behind[:1], *in_front]), "")
