"""A move seen square by square: what stands where at each tenth of a second. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from console.game.jump_path import between
from console.screens.widgets.board import Scene
from engine.position import Move, Piece, Position


@dataclass(frozen=True)
class Animation:
    """Scenes still to be shown, the first of them now."""

    scenes: tuple[Scene, ...] = ()

    @property
    def now(self) -> Scene | None:
        """What is to be seen; None when all has been."""
        return self.scenes[0] if self.scenes else None

    def next(self) -> "Animation":
        """One step further."""
        return Animation(self.scenes[1:])


@dataclass
class _Way:
    """A piece on its way and what it has left behind."""

    before: Position
    piece: Piece
    changes: dict[int, Piece | None] = field(default_factory=dict)

    def scene(self, number: int, trail: tuple[int, ...], lifted: bool = False) -> Scene:
        pieces: Mapping[int, Piece | None] = self.changes | {number: self.piece}
        return Scene(self.before, lifted=number if lifted else None, last_move=trail, pieces=pieces)


def moving(before: Position, move: Move, shown: int = 0, captured_stay: bool = False) -> Animation:
    """The piece lifted, then on every square of its way but the last, which the board itself shows.

    ``before`` shows the first ``shown`` landings as made; captured pieces vanish as they are passed, or at the end.
    """
    return Animation(tuple(_scenes(before, move, shown, captured_stay)))


def _scenes(before: Position, move: Move, shown: int, captured_stay: bool) -> Iterator[Scene]:
    path = move.path[shown:]
    piece = before.piece(path[0])
    if len(path) < 2 or piece is None:
        return
    way = _Way(before, piece)
    if not shown:
        yield way.scene(path[0], (), lifted=True)
    way.changes[path[0]] = None
    for index, hop in enumerate(pairwise(path), 1):
        passed = between(before.geometry, *hop)
        for number in passed:
            yield way.scene(number, path[:index])
            if number in move.captured and not captured_stay:
                way.changes[number] = None
        if index < len(path) - 1:
            yield way.scene(hop[1], path[: index + 1])


def taking(before: Position, number: int) -> Animation:
    """A huffed piece before it is taken off: it is lifted, goes, and comes back once."""
    there, gone = Scene(before, lifted=number), Scene(before, lifted=number, pieces={number: None})
    return Animation((there, there, gone, gone, there, there, gone, gone))
