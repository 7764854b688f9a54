"""Detect the end of a game and its reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.draws import draw_counts
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import DrawArticle


class Reason(Enum):
    """The reason for the end of a game."""

    NO_MEN = "no men left"
    NO_MOVES = "no moves left"
    FIRST_KING = "first king"
    REPETITION = "third repetition"
    NO_PROGRESS = "moves each without progress"
    COUNTED = "moves each with the same balance"
    UNCOUNTABLE = "too many jumps to count"
    AGREED = "agreed"
    RESIGNED = "resigned"
    FLAG = "out of time"


@dataclass(frozen=True)
class Outcome:
    """The winner (None: drawn) and the reason. ``article`` is the one whose count of moves was full."""

    winner: int | None
    reason: Reason
    article: DrawArticle | None = None


def is_progress(before: Position, move: Move) -> bool:
    """Return True if a move captures or moves a man: it is irreversible."""
    man_moved = not before.kings & before.geometry.bit(move.start)
    return bool(move.captured) or man_moved


def stuck(generator: MoveGenerator, position: Position) -> Outcome | None:
    """Return the outcome if a side has no pieces, or the side to move has no legal move; otherwise None.

    That side loses, and wins in a losing game. Where the first king ends the game, so does the side without it.
    """
    side = position.side
    losing = generator.rules.losing
    if generator.rules.first_king:
        for each in (side, 1 - side):
            if position.of(1 - each) & position.kings:
                return Outcome(each if losing else 1 - each, Reason.FIRST_KING)
    for each in (side, 1 - side):
        if not position.of(each):
            return Outcome(each if losing else 1 - each, Reason.NO_MEN)
    if not generator.can_move(position):
        return Outcome(side if losing else 1 - side, Reason.NO_MOVES)
    return None


def drawn(generator: MoveGenerator, since_progress: Sequence[Position]) -> Outcome | None:
    """Return the draw by repetition, by a count of moves or by too many captures to list, or None.

    ``since_progress`` holds the positions since the last progress, the latest last.
    """
    if list(since_progress).count(since_progress[-1]) >= 3:
        return Outcome(None, Reason.REPETITION)
    count = draw_counts(generator.rules).first(since_progress)
    if count.left <= 0:
        return Outcome(None, Reason.COUNTED if count.article else Reason.NO_PROGRESS, count.article)
    if not generator.can_list_captures(since_progress[-1]):
        return Outcome(None, Reason.UNCOUNTABLE)
    return None
