"""Convert squares and moves to text, and moves in numbers back.

Two exceptions distinguish illegal and ambiguous moves; both are ValueErrors.
"""

from collections.abc import Sequence
from functools import cache

from engine.game import IllegalMove
from engine.geometry import BLACK, WHITE, Geometry
from engine.position import Move
from engine.rules import Rules


class AmbiguousMove(ValueError):
    """Squares that fit several legal moves."""


def _seen_from(geometry: Geometry, number: int, home: int) -> int:
    """Return a square as seen from ``home``: rotated by 180 degrees if ``home`` is White, else unchanged."""
    return number if home == BLACK else geometry.squares + 1 - number


def square_name(number: int, geometry: Geometry, home: int) -> str:
    """Return the console name, as in ``C3``: row letter from the home seat, column number from its left."""
    row, column = geometry.row_and_column(_seen_from(geometry, number, home))
    return f"{'ABCDEFGHIJ'[row]}{column + 1}"


def algebraic_name(number: int, geometry: Geometry) -> str:
    """Return the algebraic (Russian) name, as in ``c3``: column letter from White's left, row number from White."""
    row, column = geometry.row_and_column(_seen_from(geometry, number, WHITE))
    return f"{'abcdefghij'[column]}{row + 1}"


@cache
def squares_of(geometry: Geometry, home: int = WHITE) -> dict[str, int]:
    """Return the numbers of the squares by the names that files may use: numbers, of two digits too, and ``c3``.

    Letters and numbers of ``c3`` count from ``home``, which is White but for few programs.
    """
    numbers = range(1, geometry.squares + 1)
    plain = {f"{number:0{width}}": number for number in numbers for width in (1, 2)}
    turned = {number: _seen_from(geometry, number, 1 - home) for number in numbers}
    return plain | {algebraic_name(turned[number], geometry): number for number in numbers}


def opening_step(rules: Rules, home: int) -> tuple[int, int]:
    """Return the two squares of a first step of ``home``, as an example of move input: ``C3 D4`` on the usual board."""
    geometry, row = rules.geometry, rules.rows_of_men - 1
    column = row if geometry.dark_left else row - 1
    start, end = geometry.at(row, column), geometry.at(row + 1, column + 1)
    assert start is not None
    assert end is not None
    return _seen_from(geometry, start, home), _seen_from(geometry, end, home)


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
