"""Detect the end of a game and its reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.moves import MoveGenerator
from engine.position import Move, Position


class Reason(Enum):
    """The reason for the end of a game."""

    NO_MEN = "no men left"
    NO_MOVES = "no moves left"
    REPETITION = "third repetition"
    NO_PROGRESS = "moves each without progress"
    AGREED = "agreed"
    RESIGNED = "resigned"
    FLAG = "out of time"


@dataclass(frozen=True)
class Outcome:
    """The winner (None: drawn) and the reason."""

    winner: int | None
    reason: Reason


def is_progress(before: Position, move: Move) -> bool:
    """Return True if a move captures or moves a man.

    Such a move is irreversible: repetitions and move counts start anew after it.
    """
    man_moved = not before.kings & before.geometry.bit(move.start)
    return bool(move.captured) or man_moved


def stuck(generator: MoveGenerator, position: Position) -> Outcome | None:
    """Return the loss of a side without pieces, or of the side to move if it has no legal move; otherwise None."""
    side = position.side
    if not position.of(side):
        return Outcome(1 - side, Reason.NO_MEN)
    if not position.of(1 - side):
        return Outcome(side, Reason.NO_MEN)
    if not generator.can_move(position):
        return Outcome(1 - side, Reason.NO_MOVES)
    return None


def drawn(generator: MoveGenerator, since_progress: Sequence[Position]) -> Outcome | None:
    """Return the draw by repetition or by the move limit, or None.

    ``since_progress`` holds the positions since the last progress, the latest last.
    """
    if list(since_progress).count(since_progress[-1]) >= 3:
        return Outcome(None, Reason.REPETITION)
    if len(since_progress) - 1 >= 2 * generator.rules.draw_after:
        return Outcome(None, Reason.NO_PROGRESS)
    return None
