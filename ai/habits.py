"""Habits of players, which choose among moves of nearly equal score. A habit returns a number: the highest is best."""

from collections.abc import Callable
from typing import TypeAlias

from engine.game import Game
from engine.geometry import Geometry
from engine.moves import MoveGenerator
from engine.position import KING, Move

Habit: TypeAlias = Callable[[Game, Move], float]


def _row(game: Game, number: int) -> int:
    """Return the row of a square as the side to move sees it, its own first row being 0."""
    geometry = game.rules.geometry
    row, _ = geometry.row_and_column(number)
    return row if game.side == 0 else geometry.size - 1 - row


def distance(geometry: Geometry, one: int, other: int) -> int:
    """Return the number of a king's steps between two squares of an empty board."""
    (row, column), (to_row, to_column) = map(geometry.row_and_column, (one, other))
    return max(abs(row - to_row), abs(column - to_column))


def _is_king(game: Game, move: Move) -> bool:
    piece = game.position.piece(move.start)
    return piece is not None and piece.rank >= KING


def _own_last(game: Game) -> Move | None:
    """Return the last move of the side to move, or None if it has not moved."""
    return game.turns[game.ply - 2].move if game.ply > 1 else None


def copies(game: Game, move: Move) -> float:
    """Prefer the other side's last move, rotated by 180 degrees."""
    if game.last is None:
        return 0
    last, ends = game.last.move, game.rules.geometry.squares + 1
    return (move.start == ends - last.start) + (move.end == ends - last.end)


def kings(game: Game, move: Move) -> float:
    """Prefer moves of kings, then of men that come nearest to the last row."""
    return game.rules.geometry.size if _is_king(game, move) else _row(game, move.end)


def long_jumps(game: Game, move: Move) -> float:
    """Prefer jumps that capture more pieces."""
    return len(move.captured)


def together(game: Game, move: Move) -> float:
    """Prefer squares beside pieces of the same side."""
    geometry, after = game.rules.geometry, move.after
    row, column = geometry.row_and_column(move.end)
    corners = (geometry.at(row + up, column + right) for up in (-1, 1) for right in (-1, 1))
    return sum(bool(after.of(game.side) & geometry.bit(number)) for number in corners if number is not None)


def another_man(game: Game, move: Move) -> float:
    """Prefer any piece but the one moved last."""
    return _own_last(game) is not None and not same_man(game, move)


def same_man(game: Game, move: Move) -> float:
    """Prefer the piece moved last."""
    last = _own_last(game)
    return last is not None and move.start == last.end


def edges(game: Game, move: Move) -> float:
    """Prefer squares at the left and right edges of the board."""
    _, column = game.rules.geometry.row_and_column(move.end)
    return column in (0, game.rules.geometry.size - 1)


def centre(game: Game, move: Move) -> float:
    """Prefer squares near the middle of the board."""
    geometry = game.rules.geometry
    middle = (geometry.size - 1) / 2
    row, column = geometry.row_and_column(move.end)
    return -max(abs(row - middle), abs(column - middle))


def back_row(game: Game, move: Move) -> float:
    """Prefer moves that leave the men on the first row where they are."""
    return _is_king(game, move) or _row(game, move.start) > 0


def forward(game: Game, move: Move) -> float:
    """Prefer moves of men that end farthest forward; kings come last."""
    return -1 if _is_king(game, move) else _row(game, move.end)


def from_behind(game: Game, move: Move) -> float:
    """Prefer moves of the hindmost piece."""
    return -_row(game, move.start)


def exchanges(game: Game, move: Move) -> float:
    """Prefer moves after which the other side can jump."""
    return MoveGenerator(game.rules).can_capture(move.after)


def quiet(game: Game, move: Move) -> float:
    """Prefer moves after which the other side cannot jump."""
    return not exchanges(game, move)


def elsewhere(game: Game, move: Move) -> float:
    """Prefer squares far from the end of the other side's last move."""
    return 0 if game.last is None else distance(game.rules.geometry, game.last.move.end, move.end)


def hunts(game: Game, move: Move) -> float:
    """Prefer short kings close to the pieces of the other side, if it has fewer pieces."""
    own, theirs = (move.after.of(side) for side in (game.side, 1 - game.side))
    if game.rules.kings_fly or game.rules.losing or own.bit_count() <= theirs.bit_count():
        return 0
    kings, prey = (list(game.rules.geometry.numbers(each)) for each in (own & move.after.kings, theirs))
    return -sum(min((distance(game.rules.geometry, king, other) for other in prey), default=0) for king in kings)
