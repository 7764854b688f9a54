"""A plain full-width minimax: no window, no table, no order; only the evaluation is the program's own."""

from ai.evaluation.evaluate import Evaluator
from ai.score import MATE
from engine.moves import MoveGenerator
from engine.outcome import is_progress
from engine.position import Position


def minimax(
    generator: MoveGenerator, evaluator: Evaluator, line: list[Position], depth: int, since_progress: int, ply: int = 0
) -> int:
    """The value of the last position of ``line`` for its side to move; captures are searched to the end.

    A position of the line that comes again is a draw, as are too many plies without progress.
    """
    position = line[-1]
    if ply and since_progress >= 4 and position in line[-since_progress - 1 : -1]:
        return 0
    moves = generator.legal_moves(position)
    if not moves:
        return ply - MATE
    if ply and since_progress >= 2 * generator.rules.draw_after:
        return 0
    if depth <= 0 and not moves[0].captured:
        return evaluator.evaluate(*position.words())
    best = -MATE
    for move in moves:
        quiet = 0 if is_progress(position, move) else since_progress + 1
        left = depth if depth <= 0 else depth - 1
        best = max(best, -minimax(generator, evaluator, [*line, move.after], left, quiet, ply + 1))
    return best
