"""A plain full-width minimax with the program's evaluation; alpha-beta is used in quiescence only."""

from typing import Final

from ai.evaluation.evaluate import Evaluator
from ai.score import MATE
from ai.search.options import SearchOptions
from engine.draws import plies_left
from engine.game import is_progress
from engine.moves import MoveGenerator
from engine.position import Move, Position

EXACT_OPTIONS: Final = SearchOptions(
    late_move_reductions=0, one_reply_extension=0, threat_extension=0, reverse_futility=0, razoring=0, prob_cut=0
)
"""The options of a search whose scores are those of minimax."""


class Minimax:
    """Minimax under the rules and the jumping rule of the generator, with a cache of moves and quiescence values."""

    def __init__(self, generator: MoveGenerator, evaluator: Evaluator) -> None:
        self.generator = generator
        self.evaluator = evaluator
        self._moves: dict[Position, list[Move]] = {}
        self._beyond: dict[tuple[Position, int], int] = {}

    def value(self, line: list[Position], depth: int, since_progress: int, ply: int = 0) -> int:
        """Return the value of the last position of ``line`` for its side to move; captures are searched to the end.

        A repetition within the line is a draw, as are too many plies without progress.
        """
        position = line[-1]
        if ply and since_progress >= 4 and position in line[-since_progress - 1 : -1]:
            return 0
        moves = self._legal_moves(position)
        if not moves:
            return self._stuck(ply)
        if ply and plies_left(self.generator.rules, line) <= 0:
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
        """Return the quiescence value, limited to ``alpha`` and ``beta``; a side with a step may stand pat."""
        moves = self._legal_moves(position)
        if not moves:
            return max(alpha, min(self._stuck(ply), beta))
        if not moves[-1].captured:
            alpha = max(alpha, self.evaluator.evaluate(*position.words()))
        for move in moves:
            if alpha >= beta:
                return beta
            if move.captured:
                alpha = max(alpha, -self._value_beyond(move.after, ply + 1, -beta, -alpha))
        return min(alpha, beta)

    def _stuck(self, ply: int) -> int:
        """Return the value of a position without a legal move."""
        return MATE - ply if self.generator.rules.losing else ply - MATE

    def _legal_moves(self, position: Position) -> list[Move]:
        if position not in self._moves:
            self._moves[position] = self.generator.legal_moves(position)
        return self._moves[position]
