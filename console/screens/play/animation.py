"""The animation of a move, square by square. No side effects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from console.game.jump_path import between
from console.screens.widgets.board import Scene
from engine.position import Move, Piece, Position


@dataclass(frozen=True)
class Animation:
    """Scenes to be shown one after the other. The first is the current one."""

    scenes: tuple[Scene, ...] = ()

    @property
    def now(self) -> Scene | None:
        """The current scene, None at the end."""
        return self.scenes[0] if self.scenes else None

    def next(self) -> "Animation":
        """Return the animation without its first scene."""
        return Animation(self.scenes[1:])


@dataclass
class _Way:
    """A moving piece, and the changes to the board so far."""

    before: Position
    piece: Piece
    changes: dict[int, Piece | None] = field(default_factory=dict)

    def scene(self, number: int, trail: tuple[int, ...], lifted: bool = False) -> Scene:
        pieces: Mapping[int, Piece | None] = self.changes | {number: self.piece}
        return Scene(self.before, lifted=number if lifted else None, last_move=trail, pieces=pieces)


def moving(before: Position, move: Move, shown: int = 0, captured_stay: bool = False) -> Animation:
    """Return scenes of the piece lifted, and on every square of its path but the last, where the board shows it.

    In ``before`` the first ``shown`` jumps are made already. Captured pieces vanish as they are jumped, or at the end
    if ``captured_stay``.
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
    """Return scenes of a huffed piece that blinks before it is removed."""
    there, gone = Scene(before, lifted=number), Scene(before, lifted=number, pieces={number: None})
    return Animation((there, there, gone, gone, there, there, gone, gone))
