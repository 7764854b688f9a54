"""The definition of a problem: exactly one first move wins, or exactly one draws, and how that is known.

A move **wins** if the position after it is

- won by the endgame tables, or
- won for certain by a search of ``FIRST_NODES`` nodes, which has followed every defence into the tables or to the end
  of the game, or
- worth at least ``WON`` centimen after a search of as many nodes: a lasting gain of about two men.

No other move may win: for each, the tables say so, or a search of ``OTHER_NODES`` nodes returns at most ``NOT_WON``. A
move **draws** if the tables say so, or if a search of ``FIRST_NODES`` nodes returns a score within ``EVEN`` of zero.
Then every other move must lose by the tables, or lose for certain by a search. (The packaged problems of the second
kind were confirmed by larger tables when they were chosen.) Searches are limited by nodes and begin with an empty hash
table, so the same position always gives the same solution.
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

Ground = Literal["tables", "proof", "gain", "defence"]
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
    """The only first move that wins (``outcome`` 1) or draws (0), its ``ground``, and the best play from it on.

    ``second`` is the score of the best other move.
    """

    outcome: int
    ground: Ground
    line: tuple[Move, ...]
    second: int

    @property
    def first_move(self) -> Move:
        return self.line[0]


class SolutionFinder:
    """Finds the solutions of one rule set with forced jumps, with the packaged tables and those in ``folder``."""

    def __init__(self, rules: Rules, folder: Path | None = None) -> None:
        self.engine: Final = Engine(rules, PROVING_OPTIONS, tables=tables_for(rules, folder))

    def find(self, position: Position) -> Solution | None:
        """Return the solution of a position, or None if it is no problem."""
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
        """Return the solution of a position whose moves are all in the tables."""
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
        return Solution(0, "defence", line, second) if abs(score) <= EVEN else None

    def _best(self, moves: list[Move], most: int) -> int | None:
        """Return the score of the best of some moves, or None if one is above ``most``."""
        best = -MATE
        for move in moves:
            best = max(best, self._score(move, OTHER_NODES)[0])
            if best > most:
                return None
        return best

    def _score(self, move: Move, nodes: int) -> tuple[int, tuple[Move, ...]]:
        """Return the score of a move for its mover, and the best play from it on."""
        found = self.engine.analyze([move.after], Limits(nodes=nodes))
        return -found.score, (move, *found.pv)
