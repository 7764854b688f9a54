"""From the squares a player names to the way of a piece, over the routes the rules allow. Pure."""

from collections.abc import Iterable, Sequence

from engine.game import Game
from engine.geometry import Geometry
from engine.notation import find_move
from engine.position import Move, Position

Path = tuple[int, ...]


def along(path: Path, routes: Iterable[Move]) -> list[Move]:
    """The routes that begin with this path or are it."""
    return [route for route in routes if route.path[: len(path)] == path]


def onward(path: Path, routes: Iterable[Move]) -> dict[int, bool]:
    """Where a piece that has come this way may land next; True where that is a jump."""
    return {route.path[len(path)]: bool(route.captured) for route in along(path, routes) if len(route.path) > len(path)}


def resolve(squares: Path, routes: Sequence[Move]) -> Path:
    """Every landing of the move meant, the squares themselves if they are (the beginning of) a route.

    Raises IllegalMove or AmbiguousMove.
    """
    if len(squares) > 1 and along(squares, routes):
        return squares
    return find_move(squares, routes).path


def between(geometry: Geometry, start: int, end: int) -> Path:
    """The squares strictly between two on one diagonal, from the first on; empty if they share none."""
    (row, column), (last_row, last_column) = geometry.row_and_column(start), geometry.row_and_column(end)
    rise, run = last_row - row, last_column - column
    if abs(rise) != abs(run):
        return ()
    found = []
    for far in range(1, abs(rise)):
        number = geometry.at(row + far * (1 if rise > 0 else -1), column + far * (1 if run > 0 else -1))
        if number is not None:
            found.append(number)
    return tuple(found)


def half_way(game: Game, path: Path) -> Position:
    """The board with a piece that has come this way and may yet go on; the side to move stays.

    Pieces that leave only after the last jump still stand on it, and a man that passes the king row is still a man.
    """
    before, possible = game.position, game.possible() if len(path) > 1 else []
    stopped = next((move for move in possible if move.path == path), None)
    if stopped is None:
        return before
    after, geometry = stopped.after, before.geometry
    kings = after.kings
    if game.rules.crowning == "passes" and not before.kings & geometry.bit(path[0]) and onward(path, possible):
        kings &= ~geometry.bit(path[-1])
    standing = geometry.mask(still_standing(game, path))
    return Position(
        geometry,
        after.black | before.black & standing,
        after.white | before.white & standing,
        kings | before.kings & standing,
        after.triples | before.triples & standing,
        before.side,
    )


def still_standing(game: Game, path: Path) -> Path:
    """The pieces a jump under way has jumped and that leave the board only after its last jump."""
    if not game.rules.captured_stay or len(path) < 2:
        return ()
    return next((move.captured for move in game.possible() if move.path == path), ())
