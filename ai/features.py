"""The features of moves: what a person sees of a move at a glance. Each is a number, mostly 0 or 1."""

import math
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from ai.expectation import cost
from engine.game import Game
from engine.geometry import BLACK, Geometry, Square
from engine.moves import MoveGenerator
from engine.position import Move, Position


def distance(geometry: Geometry, one: Square, other: Square) -> int:
    """Return the number of a king's steps between two squares of an empty board."""
    (row, column), (to_row, to_column) = map(geometry.row_and_column, (one, other))
    return max(abs(row - to_row), abs(column - to_column))


def crowns(position: Position, move: Move) -> bool:
    """Return True if a move in a position makes a man a king."""
    bit = position.geometry.bit
    return not position.kings & bit(move.start) and bool(move.after.kings & bit(move.end))


class Scene:
    """A position in which moves are compared: what their features have in common.

    ``scores`` has the moves, in centimen for the side to move.
    """

    def __init__(self, game: Game, scores: Mapping[Move, int]) -> None:
        self.game = game
        self.scores = scores
        self.top = max(scores.values())
        self.position = game.position
        self.geometry = game.rules.geometry
        self.generator = MoveGenerator(game.rules)
        self.last = None if game.last is None else game.last.move
        self.own_last = game.turns[game.ply - 2].move if game.ply > 1 else None
        self.targets = {number for move in scores for number in move.captured}
        self.threatened = self._taken(self.position.passed())
        rows = [self.row(number) for number in self._numbers(self.position, game.side) if not self.is_king(number)]
        self.hindmost = min(rows, default=0)
        self._losses: dict[Move, int | None] = {}

    def row(self, number: Square) -> int:
        """Return the row of a square as the side to move sees it, its own first row being 0."""
        row, _ = self.geometry.row_and_column(number)
        return row if self.game.side == BLACK else self.geometry.size - 1 - row

    def is_king(self, number: Square) -> bool:
        """Return True if a king stands on a square before the move."""
        return bool(self.position.kings & self.geometry.bit(number))

    def _numbers(self, position: Position, side: int) -> tuple[Square, ...]:
        return self.geometry.numbers(position.of(side))

    def _taken(self, position: Position) -> set[Square]:
        return {number for move in self.generator.legal_moves(position) for number in move.captured}

    def loss(self, move: Move) -> int | None:
        """Return how many pieces more the reply takes than the move and a jump after it; None if no jump follows."""
        if move not in self._losses:
            jumps = [reply for reply in self.generator.legal_moves(move.after) if reply.captured]
            taken = max((len(jump.captured) - self._most(jump.after) for jump in jumps), default=0)
            self._losses[move] = taken - len(move.captured) if jumps else None
        return self._losses[move]

    def _most(self, position: Position) -> int:
        return max((len(move.captured) for move in self.generator.legal_moves(position)), default=0)

    def attacked(self, move: Move) -> set[Square]:
        """Return the pieces that could be taken after the move, and not before it, if the other side did not move."""
        return self._taken(move.after.passed()) - self.targets

    def beside(self, position: Position, number: Square, rows: tuple[int, ...]) -> int:
        """Return the number of own pieces in the rows next to a square: 1 is the row behind it, -1 the one ahead."""
        row, column = self.geometry.row_and_column(number)
        back = -1 if self.game.side == BLACK else 1
        near = (self.geometry.at(row + back * up, column + right) for up in rows for right in (-1, 1))
        own = position.of(self.game.side)
        return sum(bool(own & self.geometry.bit(each)) for each in near if each is not None)

    def from_middle(self, number: Square) -> float:
        """Return the distance from a square to the middle of the board."""
        middle = (self.geometry.size - 1) / 2
        return max(abs(place - middle) for place in self.geometry.row_and_column(number))

    def column(self, number: Square) -> int:
        """Return the column of a square as the side to move sees it."""
        _, column = self.geometry.row_and_column(number)
        return column if self.game.side == BLACK else self.geometry.size - 1 - column

    def to_middle(self, move: Move) -> float:
        """Return by how many columns a man comes nearer to the middle of the board; 0 for a king."""
        middle = (self.geometry.size - 1) / 2
        start, end = (abs(self.column(number) - middle) for number in (move.start, move.end))
        return 0 if self.is_king(move.start) else start - end

    def is_edge(self, number: Square) -> bool:
        """Return True for a square at the left or right edge of the board."""
        return self.geometry.row_and_column(number)[1] in (0, self.geometry.size - 1)

    def is_near(self, move: Move, steps: int) -> bool:
        """Return True if the move ends at most so many steps from where the other side last moved."""
        return self.last is not None and distance(self.geometry, self.last.end, move.end) <= steps


Feature: TypeAlias = Callable[[Scene, Move], float]


def _copies(scene: Scene, move: Move) -> float:
    """Count the squares of the other side's last move, rotated by 180 degrees."""
    last, ends = scene.last, scene.geometry.squares + 1
    return 0 if last is None else (move.start == ends - last.start) + (move.end == ends - last.end)


def _far_from_own(scene: Scene, move: Move) -> float:
    last = scene.own_last
    return 0 if last is None else math.log1p(distance(scene.geometry, last.end, move.end))


def _is_back(scene: Scene, move: Move) -> float:
    return scene.own_last is not None and move.end == scene.own_last.start and move.start == scene.own_last.end


def _attacks(scene: Scene, move: Move) -> float:
    return scene.loss(move) is None and len(scene.attacked(move)) > 0


def _main_road(scene: Scene, move: Move) -> float:
    row, column = scene.geometry.row_and_column(move.end)
    is_on = row == column if scene.geometry.dark_left else row + column == scene.geometry.size - 1
    return scene.game.rules.kings_fly and scene.is_king(move.start) and is_on


FEATURES: Final[dict[str, Feature]] = {
    # What a short search says of the move
    "cost": lambda scene, move: cost(scene.top, scene.scores[move], scene.game.rules),
    "rank": lambda scene, move: math.log1p(sum(score > scene.scores[move] for score in scene.scores.values())),
    # Jumps now, and next
    "takes": lambda scene, move: len(move.captured),
    "offers": lambda scene, move: scene.loss(move) is not None,
    "exchanges": lambda scene, move: (loss := scene.loss(move)) is not None and loss <= 0,
    "gains": lambda scene, move: max(0, -(scene.loss(move) or 0)),
    "hangs": lambda scene, move: max(0, scene.loss(move) or 0),
    "attacks": _attacks,
    "guards": lambda scene, move: bool(scene.threatened - {move.start}) and scene.loss(move) is None,
    # Men and kings
    "crowns": lambda scene, move: crowns(scene.position, move),
    "nears_crown": lambda scene, move: not scene.is_king(move.start) and scene.row(move.end) == scene.geometry.size - 2,
    "king": lambda scene, move: scene.is_king(move.start),
    "king_to_center": lambda scene, move: (
        scene.is_king(move.start) and scene.from_middle(move.start) - scene.from_middle(move.end)
    ),
    "main_road": _main_road,
    # The place
    "edge": lambda scene, move: scene.is_edge(move.end),
    "center": lambda scene, move: -scene.from_middle(move.end),
    "inward": lambda scene, move: scene.to_middle(move),
    "rightward": lambda scene, move: (
        not scene.is_king(move.start) and scene.column(move.end) > scene.column(move.start)
    ),
    "forward": lambda scene, move: -1 if scene.is_king(move.start) else scene.row(move.end),
    "home_row": lambda scene, move: not scene.is_king(move.start) and scene.row(move.start) == 0,
    "second_row": lambda scene, move: not scene.is_king(move.start) and scene.row(move.start) == 1,
    "hindmost": lambda scene, move: not scene.is_king(move.start) and scene.row(move.start) == scene.hindmost,
    "together": lambda scene, move: scene.beside(move.after, move.end, (1, -1)),
    "bares": lambda scene, move: scene.beside(move.after, move.start, (-1,)),
    # The moves before
    "same_man": lambda scene, move: scene.own_last is not None and move.start == scene.own_last.end,
    "far_from_own": _far_from_own,
    "back": _is_back,
    "beside_last": lambda scene, move: scene.is_near(move, 1),
    "near_last": lambda scene, move: scene.is_near(move, 3),
    "copies": _copies,
}
