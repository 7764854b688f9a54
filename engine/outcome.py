"""Is the game over, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.moves import MoveGenerator
from engine.position import Move, Position


class Reason(Enum):
    """What ended a game."""

    NO_MEN = "no men left"
    NO_MOVES = "no moves left"
    REPETITION = "third repetition"
    NO_PROGRESS = "moves each without progress"
    AGREED = "agreed"
    RESIGNED = "resigned"
    FLAG = "out of time"


@dataclass(frozen=True)
class Outcome:
    """Who won (None: drawn) and the reason."""

    winner: int | None
    reason: Reason


def is_progress(before: Position, move: Move) -> bool:
    """Whether a move takes something or advances a man; neither repetition nor a move count reaches back past one."""
    man_moved = not before.kings & before.geometry.bit(move.start)
    return bool(move.captured) or man_moved


def stuck(generator: MoveGenerator, position: Position) -> Outcome | None:
    """The loss of a side that has no piece, or is to move and has no legal move."""
    side = position.side
    if not position.of(side):
        return Outcome(1 - side, Reason.NO_MEN)
    if not position.of(1 - side):
        return Outcome(side, Reason.NO_MEN)
    if not generator.can_move(position):
        return Outcome(1 - side, Reason.NO_MOVES)
    return None


def drawn(generator: MoveGenerator, since_progress: Sequence[Position]) -> Outcome | None:
    """The draw that has just occurred, from the positions since the last progress, the latest last."""
    if list(since_progress).count(since_progress[-1]) >= 3:
        return Outcome(None, Reason.REPETITION)
    if len(since_progress) - 1 >= 2 * generator.rules.draw_after:
        return Outcome(None, Reason.NO_PROGRESS)
    return None
