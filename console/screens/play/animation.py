"""The animation of a move or a huff, as a sequence of scenes that takes a quarter of a second at most."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from console.game.move_input import between
from console.screens.widgets.board import Glide, Scene
from engine.position import Move, Piece, Position

SCENE_SECONDS: Final = 0.05
_STEPS: Final = 4  # of a piece on its way, however long that is
_MIDDLE: Final = 0.5


def moving(before: Position, move: Move, shown: int = 0, captured_stay: bool = False) -> Iterator[Scene]:
    """Yield the scenes of a move: the piece on its way, and on its last square if it gets a crown there.

    The position after the move is not among them: the caller draws it. ``before`` is the position after the first
    ``shown`` landings of the move. Captured pieces fade as they are jumped, or at the end if ``captured_stay``.
    """
    path = move.path[shown:]
    piece = before.piece(path[0])
    if len(path) < 2 or piece is None:
        return
    hops = [(hop, set(between(before.geometry, *hop)) & {*move.captured}) for hop in pairwise(path)]
    for step in range(1, _STEPS + 1):
        done = step * len(hops) / (_STEPS + 1)
        index = int(done)
        (start, end), jumped = hops[index]
        earlier = {number for _, taken in hops[:index] for number in taken}
        fading = jumped if done - index >= _MIDDLE else frozenset[int]()
        if captured_stay:
            earlier, fading = set(), earlier | jumped if step == _STEPS else frozenset()
        changes: dict[int, Piece | None] = dict.fromkeys({path[0], *earlier})
        glide = Glide(piece, start, end, done - index)
        yield Scene(before, last_move=path[: index + 1], pieces=changes, fading=frozenset(fading), glide=glide)
    landed = move.after.piece(path[-1])
    if landed is not None and landed.rank != piece.rank:
        taken = {number for _, jumped in hops for number in jumped}
        yield Scene(before, last_move=path, pieces=dict.fromkeys({path[0], *taken}) | {path[-1]: piece})


def taking(before: Position, number: int) -> Iterator[Scene]:
    """Yield the scenes of a huff: the piece on square ``number`` is lifted and fades."""
    there = Scene(before, lifted=number)
    yield from (there, there, Scene(before, lifted=number, fading=frozenset((number,))))
