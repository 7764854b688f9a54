"""The animation of a move or a huff, as a sequence of scenes."""

from collections.abc import Iterator
from itertools import pairwise

from console.game.move_input import between
from console.screens.widgets.board import Scene
from engine.position import Move, Piece, Position


def moving(before: Position, move: Move, shown: int = 0, captured_stay: bool = False) -> Iterator[Scene]:
    """Yield the scenes of a move: the piece lifted, then on each square of its way except the last.

    The last square is part of the position after the move, which the caller draws. ``before`` is the position after the
    first ``shown`` landings of the move. Captured pieces vanish as they are jumped, or at the end if ``captured_stay``.
    """
    path = move.path[shown:]
    piece = before.piece(path[0])
    if len(path) < 2 or piece is None:
        return
    if not shown:
        yield Scene(before, lifted=path[0])
    changes: dict[int, Piece | None] = {path[0]: None}
    for index, hop in enumerate(pairwise(path), 1):
        for number in between(before.geometry, *hop):
            yield Scene(before, last_move=path[:index], pieces=changes | {number: piece})
            if number in move.captured and not captured_stay:
                changes[number] = None
        if index < len(path) - 1:
            yield Scene(before, last_move=path[: index + 1], pieces=changes | {hop[1]: piece})


def taking(before: Position, number: int) -> Iterator[Scene]:
    """Yield the scenes of a huff: the piece on square ``number`` blinks before it is removed."""
    there, gone = Scene(before, lifted=number), Scene(before, lifted=number, pieces={number: None})
    yield from (there, there, gone, gone, there, there, gone, gone)
