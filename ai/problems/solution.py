"""The definition of a problem: exactly one first move wins, or exactly one draws; and the kind of proof.

A move **wins** if the position after the move is

- won by the endgame tables, or
- a proved win in a search of ``FIRST_NODES`` nodes: every defense leads into the tables or to the end of the game, or
- worth at least ``WON`` centimen after a search of ``FIRST_NODES`` nodes: a lasting gain of about two men.

No other move may win: it does not win by the tables, or a search of ``OTHER_NODES`` nodes returns at most ``NOT_WON``.

A move **draws** if the position after the move is a draw by the tables, or if a search of ``FIRST_NODES`` nodes returns
a score within ``EVEN`` of zero. Every other move must then lose by the tables or be a proved loss in a search. (Larger
tables confirmed the packaged problems of this kind.)

Searches have node limits and begin with an empty hash table, so the same position always gives the same solution.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.score import EVALUATION_LIMIT, MATE, is_decided
from ai.search.options import PROVING_OPTIONS
from engine.position import Move, Position
from engine.rules import Rules

Ground = Literal["tables", "proof", "gain", "defense"]
"""The ground on which a solution is known: tables, proved win, gain, or all other moves proved to lose."""

FIRST_NODES: Final = 80_000
OTHER_NODES: Final = 30_000
WON: Final = 200
NOT_WON: Final = 50
EVEN: Final = 60
FEWEST_MOVES: Final = 3
"""The smallest number of legal moves that leaves a choice."""


@dataclass(frozen=True)
class Solution:
    """The line that begins with the only move that wins (``outcome`` 1) or draws (0).

    ``ground`` is the kind of proof. ``second`` is the score of the best other move in centimen.
    """

    outcome: int
    ground: Ground
    line: tuple[Move, ...]
    second: int

    @property
    def first_move(self) -> Move:
        return self.line[0]


class SolutionFinder:
    """A finder of solutions for one rule set with forced jumps. It uses the packaged tables and those in ``folder``."""

    def __init__(self, rules: Rules, folder: Path | None = None) -> None:
        self.engine: Final = Engine(rules, PROVING_OPTIONS, tables=tables_for(rules, folder))

    def find(self, position: Position) -> Solution | None:
        """Return the solution of a position, or None if the position is not a problem."""
        engine = self.engine
        moves = engine.legal_moves(position)
        if len(moves) < FEWEST_MOVES:
            return None
        engine.new_game()
        if engine.exact_moves(position):
            return self._tabled(position)
        found = engine.analyze([position], Limits(nodes=OTHER_NODES))
        if found.score <= -EVALUATION_LIMIT:
            return None
        first, others = found.move, [move for move in moves if move != found.move]
        if found.score >= NOT_WON:
            return self._winning(first, others)
        return self._drawing(first, others)

    def _tabled(self, position: Position) -> Solution | None:
        """Return the solution by the tables, which must contain the positions after all moves, or None."""
        exact = self.engine.exact_moves(position)
        best = exact[0].value.outcome
        if best < 0 or exact[1].value.outcome == best:
            return None
        _, line = self._score(exact[0].move, OTHER_NODES)
        return Solution(best, "tables", line, exact[1].value.score)

    def _winning(self, first: Move, others: list[Move]) -> Solution | None:
        score, line = self._score(first, FIRST_NODES)
        second = self._best(others, NOT_WON) if score >= WON else None
        return None if second is None else Solution(1, "proof" if is_decided(score) else "gain", line, second)

    def _drawing(self, first: Move, others: list[Move]) -> Solution | None:
        second = self._best(others, -EVALUATION_LIMIT)
        if second is None:
            return None
        score, line = self._score(first, FIRST_NODES)
        return Solution(0, "defense", line, second) if abs(score) <= EVEN else None

    def _best(self, moves: list[Move], most: int) -> int | None:
        """Return the highest score of ``moves``, or None if a score is above ``most``."""
        best = -MATE
        for move in moves:
            best = max(best, self._score(move, OTHER_NODES)[0])
            if best > most:
                return None
        return best

    def _score(self, move: Move, nodes: int) -> tuple[int, tuple[Move, ...]]:
        """Return the score of a move for the mover, and the principal variation that begins with the move."""
        found = self.engine.analyze([move.after], Limits(nodes=nodes))
        return -found.score, (move, *found.pv)
