"""The player's input of a move: the squares that he types, in any notation, and the moves that begin with them."""

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, Self

from console.game.naming import FIGURES, Naming, figure_of, opening_step
from engine.game import Game
from engine.geometry import Geometry
from engine.notation import LOOK_ALIKE, find_move
from engine.position import Move, Position
from engine.printable import quoted
from engine.rules import Rules

Squares = tuple[int, ...]
_NAME: Final = re.compile(r"\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)|([A-Za-z])\s?(\d{1,2})|(\d{1,2})")
_VERBS: Final = "to|and|then|over|takes?|jumps?|captures?|goes|moves"
_SIGNS: Final = rf"(?:\s|[-\u2010-\u2015\u2192,>/xX:\xd7]|(?i:{_VERBS}))*"
_BETWEEN: Final = re.compile(_SIGNS)
_NUMBER_FIRST: Final = re.compile(rf"(?:\d{{1,2}}\s?[A-Ja-j]{_SIGNS}){{2,}}")
_LEAD_IN: Final = re.compile(
    r"\A(?:(?:i|my|the|please|move|play|is|go|goes|take|jump|piece|from|on|at|square|to|with)\s+)+"
    r"(?=[a-j(]?\s?\d)",
    re.IGNORECASE,
)
PLEASE: Final = re.compile(r"(?:^|(?<![\s,])[\s,]+)(?:please|pls|plz|thanks|thank you)[.!]*$", re.IGNORECASE)
"""Courtesy behind a move or an argument."""
_TURN_NUMBER: Final = re.compile(r"^\d{1,3}\.+(?:\s+|(?=[A-Za-z]))")
# Annotation symbols, and the letter of a footnote behind dashes.
_SYMBOLS: Final = re.compile(r"(?<=[\d)])(?:\([?!]+\)|[?!*]|[-\u2010-\u2015]{2,}+[A-Za-z]?|[-\u2010-\u2015][A-Z])+$")
_IN_NUMBERS_TOO: Final = re.compile(r"(.*\S)\s*\((\d{1,2}(?:[-x]\d{1,2})+)\)")
_LETTERS: Final = "ABCDEFGHIJ"
_SPOKEN: Final = {"bee": "b", "cee": "c", "see": "c", "dee": "d", "ee": "e", "eff": "f", "gee": "g", "aitch": "h"}
_IN_WORDS: Final = re.compile(
    rf"\b([a-j]|{'|'.join(_SPOKEN)})[\s-]+({'|'.join(FIGURES[1:])}|\d{{1,2}})\b", re.IGNORECASE
)


class UnreadableMove(ValueError):
    """Text that does not name squares of the board."""


def in_figures(text: str) -> str:
    """Return a text with squares such as ``c three``, ``cee 3`` and Cyrillic look-alikes as ``c3``."""

    def named(match: re.Match[str]) -> str:
        return _SPOKEN.get(match[1].casefold(), match[1]) + figure_of(match[2])

    return _IN_WORDS.sub(named, text.translate(LOOK_ALIKE))


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
        between = _BETWEEN.match(text, end)
        assert between is not None, "it matches the empty string"
        at = between.end()
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
    return UnreadableMove(f"I do not understand {quoted(text)}. Type a move like {_examples(naming)}, or ? for help.")


@lru_cache
def _examples(naming: Naming) -> str:
    """Return examples of a move for a message."""
    start, end = opening_step(naming.rules, naming.home)
    return f"{start}-{end}" if naming.in_numbers else f"{naming.example}, or {start}-{end}"


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

    @cached_property
    def standing(self) -> Squares:
        """The squares of pieces that are jumped but still on the board, as they leave it only after the last jump."""
        return self._stopped.captured if self.rules.captured_stay and self._stopped is not None else ()

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
