"""From the squares a player names to the way of a piece, over the routes the rules allow. Pure."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

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


def half_way(position: Position, path: Path, routes: Iterable[Move]) -> Position:
    """The board with a piece that has come this way and may yet go on; the side to move stays."""
    ways = along(path, routes)
    if len(path) < 2 or not ways:
        return position
    geometry, way = position.geometry, ways[0]
    passed = {number for hop in pairwise(path) for number in between(geometry, *hop)}
    gone = geometry.mask(tuple(number for number in way.captured if number in passed))
    start, end = geometry.bit(path[0]), geometry.bit(path[-1])
    black, white, kings, triples = (
        (bits & ~start | end if bits & start else bits) & ~gone
        for bits in (position.black, position.white, position.kings, position.triples)
    )
    stopped = next((route.after for route in ways if route.path == path), None)
    if stopped is not None:
        kings, triples = stopped.kings, stopped.triples
    return Position(geometry, black, white, kings, triples, position.side)
