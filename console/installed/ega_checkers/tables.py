"""The endgame tables, which know the value of positions with few pieces."""

from ai.endgames.files import tables_for
from ai.score import ExactValue as Value

from .board import Board

__all__ = ("Value", "probe")


def probe(board: Board) -> Value | None:
    """Return the value of a position for the side to move with best play, or None if the tables do not have it.

    ``outcome`` is 1 for a win, 0 for a draw and -1 for a loss; ``plies`` the moves of both sides to the end, None for a
    draw and where the packaged tables do not count them. Only forced jumping has tables. Raises ValueError for a
    position with faults.
    """
    if board.jumping != "forced":
        return None
    for fault in board.status():
        raise ValueError(fault)
    return tables_for(board.rules).find(board.game.position)
