"""The player's input of a move: the squares that he types, in any notation, and the moves that begin with them."""

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, Self

from console.game.naming import FIGURES, Naming, figure_of, opening_step
from engine import notation
from engine.game import Game
from engine.geometry import Geometry
from engine.notation import find_move, plain, read_squares
from engine.position import Move, Position
from engine.printable import quoted
from engine.rules import Rules

Squares = tuple[int, ...]
_VERBS: Final = ("to", "and", "then", "over", "takes?", "jumps?", "captures?", "goes", "moves")
_LEAD_IN: Final = re.compile(
    r"\A(?:(?:i|my|the|please|move|play|is|go|goes|take|jump|piece|from|on|at|square|to|with)\s+)+"
    r"(?=[a-j(]?\s?\d)",
    re.IGNORECASE,
)
PLEASE: Final = re.compile(r"(?:^|(?<![\s,])[\s,]+)(?:please|pls|plz|thanks|thank you)[.!]*$", re.IGNORECASE)
"""Courtesy behind a move or an argument."""
_IN_NUMBERS_TOO: Final = re.compile(r"(.*\S)\s*\((\d{1,2}(?:[-x]\d{1,2})+)\)[?!]*")
SQUARE_LETTERS: Final = "abcdefghij"
"""The letters of rows or columns, from that of A1."""
_SPOKEN: Final = {"bee": "b", "cee": "c", "see": "c", "dee": "d", "ee": "e", "eff": "f", "gee": "g", "aitch": "h"}
_IN_WORDS: Final = re.compile(
    rf"\b([a-j]|{'|'.join(_SPOKEN)})[\s-]+({'|'.join(FIGURES[1:])}|\d{{1,2}})\b"
    r"(?!\W*(?:second|minute|hour|day|game))",
    re.IGNORECASE,
)


class UnreadableMove(ValueError):
    """Text that does not name squares of the board."""


def in_figures(text: str) -> str:
    """Return a text with squares such as ``c three``, ``cee 3`` and Cyrillic look-alikes as ``c3``."""

    def named(match: re.Match[str]) -> str:
        return _SPOKEN.get(match[1].casefold(), match[1]) + figure_of(match[2])

    return _IN_WORDS.sub(named, plain(text))


def parse_squares(text: str, naming: Naming) -> Squares:
    """Parse typed squares: ``c3d4``, ``C3 to D4``, ``c three d four``, ``11x18`` or ``(5,2) (4,3)``.

    A letter and a number are read by ``naming.letters``. In parentheses, the row counts from the far side and the
    column from the left, both from 0. A move may be typed as it is listed, with the number of its turn, its numbers in
    parentheses and annotation symbols: ``12. C3 D4 (11-15)?``. Raises UnreadableMove; its message quotes the first part
    that is not a square.
    """
    text = _LEAD_IN.sub("", PLEASE.sub("", in_figures(text.strip(" .!\t\"'"))), count=1)
    double = _IN_NUMBERS_TOO.fullmatch(text)
    try:
        squares = read_squares(text if double is None else double[1], square_names(naming), _VERBS)
        numbers = squares if double is None else read_squares(double[2], square_names(naming))
    except notation.UnreadableMove as error:
        raise UnreadableMove(_why(error, naming)) from None
    if double is not None and (squares[0], squares[-1]) != (numbers[0], numbers[-1]):
        raise UnreadableMove(f"{quoted(double[1])} and {quoted(double[2])} are not the same squares.")
    return squares


@lru_cache
def square_names(naming: Naming) -> dict[str, int]:
    """Return the squares by their names: a letter and a number, the number alone, or row and column in parentheses."""
    lettered, console = naming._replace(in_numbers=False), naming._replace(in_numbers=False, letters="console")
    size, found = naming.geometry.size, dict[str, int]()
    for number in range(1, naming.geometry.squares + 1):
        name = lettered.square(number).casefold()
        from_home = name if lettered == console else console.square(number).casefold()
        place = f"({size - 1 - SQUARE_LETTERS.index(from_home[0])},{int(from_home[1:]) - 1})"
        found |= {name: number, str(number): number, f"{number:02}": number, place: number}
    return found


def _why(error: notation.UnreadableMove, naming: Naming) -> str:
    """Return why a part of a text is no square of the board, or that it is no square at all, with examples."""
    part, size, last = error.part, naming.geometry.size, SQUARE_LETTERS[naming.geometry.size - 1]
    if not error.is_square:
        start, end = opening_step(naming.rules, naming.home)
        numbers = f"{start}-{end}"
        examples = numbers if naming.in_numbers else f"{naming.example}, or {numbers}"
        return f"I do not understand {quoted(part)}. Type a move like {examples}, or ? for help."
    if part.isdecimal():
        return f"There is no square {quoted(part)}: they are numbered 1 to {naming.geometry.squares}."
    if part.startswith("("):
        row, column = map(int, part.strip("()").split(","))
        letter, figure, legend = size - 1 - row, column, f"rows and columns go from 0 to {size - 1}"
    else:
        letter, figure = SQUARE_LETTERS.find(part[0].casefold()), int(part[1:]) - 1
        is_console = naming.letters == "console"
        rows, columns = f"A to {last.upper()}", f"a to {last}"
        legend = f"rows are {rows}, columns 1 to {size}" if is_console else f"columns are {columns}, rows 1 to {size}"
    if not (0 <= letter < size and 0 <= figure < size):
        return f"There is no square {quoted(part)}: {legend}."
    light = part.lower() if naming.letters == "algebraic" else part.upper()
    return f"{light} is a light square: the men stand on the dark ones."


@dataclass(frozen=True)
class JumpPath:
    """The squares that a piece has visited so far, its start first. The empty path begins every move.

    ``routes`` are the legal moves that begin with these squares. ``possible`` are the moves that would be legal if
    jumping were not forced, which may stop after any jump; ``position`` is computed from them. Invariant: all
    ``routes`` and ``possible`` begin with ``squares``.
    """

    before: Position
    rules: Rules
    squares: Squares
    routes: tuple[Move, ...]
    possible: tuple[Move, ...]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the empty path. Its ``routes`` are all legal moves."""
        return cls(game.position, game.rules, (), tuple(game.routes()), tuple(game.possible()))

    @classmethod
    def unforced(cls, game: Game) -> Self:
        """Return the empty path. Its ``routes`` are all moves that would be legal if jumping were not forced."""
        possible = tuple(game.possible())
        return cls(game.position, game.rules, (), possible, possible)

    def along(self, *squares: int) -> Self:
        """Return the path continued by ``squares``, which name every landing. If no move fits, ``routes`` is empty."""
        whole = self.squares + squares
        return replace(self, squares=whole, routes=_along(whole, self.routes), possible=_along(whole, self.possible))

    def to(self, squares: Squares) -> Self:
        """Return the path continued by the squares that a player names: every landing, or enough to identify a move.

        The first square may be the square of the piece again. Raises IllegalMove or AmbiguousMove.
        """
        whole = self.whole(squares)
        path = self.along(*whole[len(self.squares) :])
        if len(whole) > 1 and path.routes:
            return path
        return self.along(*find_move(whole, self.routes).path[len(self.squares) :])

    def whole(self, squares: Squares) -> Squares:
        """Return the squares so far and the squares that a player names, which may begin with the squares so far.

        They may also begin with the present square of the piece.
        """
        if squares[: len(self.squares)] == self.squares:
            return squares
        return self.squares + (squares[1:] if self.squares and squares[0] == self.end else squares)

    @property
    def end(self) -> int:
        """The present square of the piece."""
        return self.squares[-1]

    @cached_property
    def targets(self) -> dict[int, bool]:
        """The possible next squares, with True for a jump. For the empty path: the squares of pieces that can move."""
        found: dict[int, bool] = {}
        for route in self.routes:
            if len(route.path) > len(self.squares):
                landing = route.path[len(self.squares)]
                found[landing] = found.get(landing, False) or bool(route.captured)
        return found

    @cached_property
    def jumps(self) -> bool:
        """True if a move of ``routes`` captures a piece."""
        return any(route.captured for route in self.routes)

    @cached_property
    def move(self) -> Move | None:
        """The move of ``routes`` that ends on the present square, or None if there is none."""
        return next((route for route in self.routes if route.path == self.squares), None)

    @property
    def captured(self) -> Squares:
        """The squares of the pieces that are jumped so far."""
        return self._stopped.captured if self._stopped is not None else ()

    @cached_property
    def standing(self) -> Squares:
        """The squares of pieces that are jumped but still on the board, as they leave it only after the last jump."""
        return self.captured if self.rules.captured_stay else ()

    @cached_property
    def position(self) -> Position:
        """The position with the piece on its present square, and the same side to move.

        The pieces on ``standing`` are still on the board. A man that only passes the king row is still a man.
        """
        before, stopped = self.before, self._stopped
        if stopped is None:
            return before
        after, geometry = stopped.after, before.geometry
        kings = after.kings
        goes_on = any(len(move.path) > len(self.squares) for move in self.possible)
        if self.rules.crowning == "passes" and goes_on and not before.kings & geometry.bit(self.squares[0]):
            kings &= ~geometry.bit(self.end)
        standing = geometry.mask(self.standing)
        return Position(
            geometry,
            after.black | before.black & standing,
            after.white | before.white & standing,
            kings | before.kings & standing,
            after.triples | before.triples & standing,
            before.side,
        )

    @cached_property
    def _stopped(self) -> Move | None:
        """The move that ends on the present square, legal or not; None if there is none."""
        return next((move for move in self.possible if move.path == self.squares), None)


def _along(squares: Squares, routes: tuple[Move, ...]) -> tuple[Move, ...]:
    return tuple(route for route in routes if route.path[: len(squares)] == squares)


def between(geometry: Geometry, start: int, end: int) -> Squares:
    """Return the squares strictly between two squares of a diagonal, the nearest to ``start`` first.

    Return an empty tuple if the two squares are not on a diagonal.
    """
    (row, column), (last_row, last_column) = geometry.row_and_column(start), geometry.row_and_column(end)
    rise, run = last_row - row, last_column - column
    if abs(rise) != abs(run):
        return ()
    down, right = 1 if rise > 0 else -1, 1 if run > 0 else -1
    found = (geometry.at(row + distance * down, column + distance * right) for distance in range(1, abs(rise)))
    return tuple(number for number in found if number is not None)
