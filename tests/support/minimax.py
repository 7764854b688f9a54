"""A plain full-width minimax: no table, no order, a window only among captures; the evaluation is the program's own."""

from ai.evaluation.evaluate import Evaluator
from ai.score import MATE
from engine.moves import MoveGenerator
from engine.outcome import is_progress
from engine.position import Move, Position


class Minimax:
    """Values of positions under the generator's rules and way of jumping.

    What it has listed and evaluated it keeps, so that a position met again costs nothing; no value depends on that.
    """

    def __init__(self, generator: MoveGenerator, evaluator: Evaluator) -> None:
        self.generator = generator
        self.evaluator = evaluator
        self._moves: dict[Position, list[Move]] = {}
        self._beyond: dict[tuple[Position, int], int] = {}

    def value(self, line: list[Position], depth: int, since_progress: int, ply: int = 0) -> int:
        """The value of the last position of ``line`` for its side to move; captures are searched to the end.

        A position of the line that comes again is a draw, as are too many plies without progress.
        """
        position = line[-1]
        if ply and since_progress >= 4 and position in line[-since_progress - 1 : -1]:
            return 0
        moves = self._legal_moves(position)
        if not moves:
            return ply - MATE
        if ply and since_progress >= 2 * self.generator.rules.draw_after:
            return 0
        if depth <= 0:
            if (position, ply) not in self._beyond:
                self._beyond[position, ply] = self._value_beyond(position, ply, -MATE, MATE)
            return self._beyond[position, ply]
        best = -MATE
        for move in moves:
            quiet = 0 if is_progress(position, move) else since_progress + 1
            best = max(best, -self.value([*line, move.after], depth - 1, quiet, ply + 1))
        return best

    def _value_beyond(self, position: Position, ply: int, alpha: int, beta: int) -> int:
        """The value beyond the depth, brought between ``alpha`` and ``beta``.

        Whoever has a step counts as standing as evaluated, or better by a capture; alpha-beta keeps that finite.
        """
        moves = self._legal_moves(position)
        if not moves:
            return max(alpha, min(ply - MATE, beta))
        if not moves[-1].captured:
            alpha = max(alpha, self.evaluator.evaluate(*position.words()))
        for move in moves:
            if alpha >= beta:
                return beta
            if move.captured:
                alpha = max(alpha, -self._value_beyond(move.after, ply + 1, -beta, -alpha))
        return min(alpha, beta)

    def _legal_moves(self, position: Position) -> list[Move]:
        if position not in self._moves:
            self._moves[position] = self.generator.legal_moves(position)
        return self._moves[position]
