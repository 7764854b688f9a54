"""Read and write moves.

Three exceptions distinguish unreadable, illegal and ambiguous moves; all are ValueErrors.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from engine.game import IllegalMove
from engine.position import Move
from engine.printable import quoted

LOOK_ALIKE: Final = str.maketrans(
    "\xad\u2043\u2212\u0430\u0441\u0435\u0445\u0410\u0421\u0415\u0425", "---acexACEX", "\u200b\u200c\u200d\u2060\ufeff"
)
"""Signs that look like those of moves, dashes and Cyrillic letters; and characters without width."""

DASH: Final = r"\-\u2010-\u2015\u2212"
SEPARATOR: Final = rf"[{DASH}x\xd7\u0445:>/\u2190-\u21ff\u2794-\u27be]"
"""A pattern: the signs between the squares of a move, which are dashes, crosses, the colon, the slash and arrows."""
NUMBERS: Final = {f"{number:0{width}}": number for number in range(1, 51) for width in (1, 2)}
"""The names of the squares by numbers, of two digits too, on any board."""
_SIGNS: Final = rf"\s|{SEPARATOR}|[,.]"
_BETWEEN: Final = re.compile(rf"(?:{_SIGNS})*", re.IGNORECASE)
_SQUARE: Final = r"[a-j]?\d{1,2}"
_NAME: Final = re.compile(r"\(\s*\d{1,3}\s*,\s*\d{1,3}\s*\)|[a-z]\s?\d{1,2}|\d{1,2}", re.IGNORECASE)
# The number of a turn: a blank, a letter or two squares follow. So "32.28" is a move.
_TURN: Final = re.compile(rf"\d{{1,3}}(?:\.+|\))(?:\s+|(?=[a-z(])|(?=\d{{1,2}}\s*{SEPARATOR}|\d{{4}}))", re.IGNORECASE)
# Annotation symbols, and the letter of a footnote behind dashes.
_SYMBOLS: Final = re.compile(rf"(?<=[\d)])(?:\s*\([?!]+\)|\s*[?!*]+|[{DASH}]{{2,}}+[A-Za-z]?|[{DASH}][A-Z])+$")
_PAIR: Final = re.compile(rf"({_SQUARE})[-x:]({_SQUARE})")
_SHORT: Final = re.compile(rf"([a-j]){SEPARATOR}?([a-j].*)", re.IGNORECASE)


class AmbiguousMove(ValueError):
    """Squares that fit several legal moves."""


class UnreadableMove(ValueError):
    """Text that names no squares. ``part`` is the first part that names none.

    ``is_square``: the part has the form of the name of a square, but the board has no such square.
    """

    def __init__(self, part: str, is_square: bool) -> None:
        super().__init__(f"there is no square {part}" if is_square else f"{quoted(part, 30)} is no move")
        self.part = part
        self.is_square = is_square


def read_squares(text: str, names: Mapping[str, int], words: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the squares of a move as people and programs write it: ``11-15``, ``c3 d4``, ``3c4d``, ``12. 18x11x4!``.

    ``names`` has the squares by their names in small letters without blanks. Between squares may stand blanks, commas,
    points, ``SEPARATOR`` and the patterns ``words``. The number of the turn and annotation symbols are left out. Jumps
    may be named one by one, ``18x11 11x4``. Raises UnreadableMove.
    """
    text = plain(text).strip()
    text = _SYMBOLS.sub("", text[turn.end() :] if (turn := _TURN.match(text)) else text)
    between = re.compile(rf"(?:{'|'.join((_SIGNS, *words))})*", re.IGNORECASE) if words else _BETWEEN
    if re.fullmatch(rf"(?:\d{{1,2}}\s?[a-j]{between.pattern}){{2,}}", text, re.IGNORECASE):
        text = re.sub(r"(\d+)\s?([A-Ja-j])", r"\2\1", text)
    squares: list[int] = []
    at = end = 0
    while match := _NAME.match(text, at):
        name = "".join(match[0].split())
        if name.casefold() not in names:
            raise UnreadableMove(name, is_square=True)
        if len(squares) < 2 or squares[-1] != names[name.casefold()]:
            squares.append(names[name.casefold()])
        end = match.end()
        signs = between.match(text, end)
        at = signs.end() if signs else end
    rest = text[at:] or text[end:].strip(" \t,.:")
    if rest or not squares:
        raise UnreadableMove(rest or text, is_square=False)
    return tuple(squares)


def pair_of_squares(text: str, names: Mapping[str, int]) -> tuple[int, int] | None:
    """Return the squares of a move that names two as programs write it, ``11-15`` or ``c3:e5``; None for other text."""
    match = _PAIR.fullmatch(text)
    if match is None or match[1] not in names or match[2] not in names:
        return None
    return names[match[1]], names[match[2]]


def written_moves(text: str, names: Mapping[str, int], routes: Sequence[Move]) -> list[Move]:
    """Return the routes that a text may mean: those that fit its squares, or its columns, as in ``cd4`` and ``c:d``.

    ``names`` as in ``read_squares``; columns need algebraic ones. Raises UnreadableMove.
    """
    match = _SHORT.fullmatch(plain(text).strip())
    if match is None:
        return fitting_moves(read_squares(text, names), routes)
    goal, routes_of_column = match[2].casefold(), [move for move in routes if move.start in _column(match[1], names)]
    if len(goal) == 1:
        return [move for move in routes_of_column if move.end in _column(goal, names)]
    squares, starts = read_squares(goal, names), sorted({move.start for move in routes_of_column})
    return [move for start in starts for move in fitting_moves([start, *squares], routes_of_column)]


def is_begun(text: str, names: Mapping[str, int], routes: Sequence[Move]) -> bool:
    """Return True if a text has the first jumps of a capture. Raises UnreadableMove."""
    squares = () if _SHORT.fullmatch(plain(text).strip()) else read_squares(text, names)
    return len(squares) > 1 and any(move.captured and move.path[: len(squares)] == squares for move in routes)


def _column(letter: str, names: Mapping[str, int]) -> set[int]:
    return {number for name, number in names.items() if name[0] == letter.casefold()}


def plain(text: str) -> str:
    """Return a text in which dashes and letters are replaced by the ASCII characters of moves that they look like."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(LOOK_ALIKE)


def _passes(path: Sequence[int], squares: Sequence[int]) -> bool:
    """Return True if ``path`` has the first and last square of ``squares`` and visits the others in their order."""
    if path[0] != squares[0] or path[-1] != squares[-1]:
        return False
    rest = iter(path)
    return all(square in rest for square in squares)


def fitting_moves(squares: Sequence[int], routes: Sequence[Move]) -> list[Move]:
    """Return the routes whose path is ``squares``.

    If there is none, return the routes with this start and end that visit the other squares in their order.
    """
    exact = [move for move in routes if move.path == tuple(squares)]
    return exact or [move for move in routes if len(squares) > 1 and _passes(move.path, squares)]


def find_move(squares: Sequence[int], routes: Sequence[Move]) -> Move:
    """Return the move along these squares: its start, its end, and enough squares between to be unique.

    Raises IllegalMove if no route fits and AmbiguousMove if several different moves fit.
    """
    fits = fitting_moves(squares, routes)
    if not fits:
        raise IllegalMove(f"{'-'.join(map(str, squares))} is not a legal move here")
    if len({move.after for move in fits}) > 1:
        raise ambiguous("-".join(map(str, squares)), fits)
    return fits[0]


def ambiguous(text: str, moves: Sequence[Move]) -> AmbiguousMove:
    """Return the exception for a text that fits several moves."""
    paths = " or ".join("x".join(map(str, move.path)) for move in moves)
    return AmbiguousMove(f"{text} may be {paths}: name every landing square")


def move_text(move: Move, moves: Sequence[Move]) -> str:
    """Return the PDN move in numbers: ``11-15``, ``18x11``.

    If start and end are ambiguous, every landing square is listed.
    """
    joint = "x" if move.captured else "-"
    twins = {other.after for other in moves if (other.start, other.end) == (move.start, move.end)}
    squares = move.path if len(twins) > 1 else (move.start, move.end)
    return joint.join(map(str, squares))


def read_move(text: str, routes: Sequence[Move]) -> Move:
    """Return the legal move that a text with numbered squares names. Raises ValueError.

    The exceptions are those of ``read_squares`` and ``find_move``.
    """
    return find_move(read_squares(text, NUMBERS), routes)
