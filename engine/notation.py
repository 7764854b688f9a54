"""Convert moves to numbers and back.

Two exceptions distinguish illegal and ambiguous moves; both are ValueErrors.
"""

from collections.abc import Sequence
from typing import Final

from engine.game import IllegalMove
from engine.position import Move

LOOK_ALIKE: Final = str.maketrans(
    "\xad\u2043\u2212\u0430\u0441\u0435\u0445\u0410\u0421\u0415\u0425", "---acexACEX", "\u200b\u200c\u200d\u2060\ufeff"
)
"""Signs that look like those of moves, dashes and Cyrillic letters; and characters without width."""


class AmbiguousMove(ValueError):
    """Squares that fit several legal moves."""


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
        raise ambiguous(squares, fits)
    return fits[0]


def ambiguous(squares: Sequence[int], moves: Sequence[Move]) -> AmbiguousMove:
    """Return the exception for squares that fit several moves."""
    paths = " or ".join("x".join(map(str, move.path)) for move in moves)
    return AmbiguousMove(f"{'-'.join(map(str, squares))} may be {paths}: name every landing square")


def move_text(move: Move, moves: Sequence[Move]) -> str:
    """Return the PDN move in numbers: ``11-15``, ``18x11``.

    If start and end are ambiguous, every landing square is listed.
    """
    joint = "x" if move.captured else "-"
    twins = {other.after for other in moves if (other.start, other.end) == (move.start, move.end)}
    squares = move.path if len(twins) > 1 else (move.start, move.end)
    return joint.join(map(str, squares))


def read_move(text: str, routes: Sequence[Move]) -> Move:
    """Parse a PDN move in numbers, as written by ``move_text``. Raises ValueError like ``find_move``."""
    return find_move([int(number) for number in text.replace("x", "-").split("-")], routes)
