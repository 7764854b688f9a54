"""A move in progress: the squares visited so far, and the legal moves that begin with them."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from engine.game import Game
from engine.geometry import Geometry
from engine.notation import find_move
from engine.position import Move, Position
from engine.rules import Rules

Squares = tuple[int, ...]


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
