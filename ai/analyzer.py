"""What the computer thinks of positions that are not its own to play: for reviews of games."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.score import MATE
from ai.search.options import Options
from ai.search.root import Limits, Searcher
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Rules

_NODES: Final = 60_000
_SECONDS: Final = 0.3
_MEGABYTES: Final = 16


@dataclass(frozen=True)
class Opinion:
    """A score in hundredths of a man from the view of the side to move, a win in N plies ``MATE - N``.

    ``line`` is the expected play, the best move first; it is empty where there is no move.
    """

    score: int
    line: tuple[Move, ...]


class Judge:
    """Judges positions of one rule set; what it learned of one it uses for the next.

    A position gets ``nodes`` at most, and ``seconds`` where the search is slow.
    """

    def __init__(self, rules: Rules, nodes: int = _NODES, seconds: float = _SECONDS) -> None:
        self._moves = MoveGenerator(rules)
        self._searcher = Searcher(rules, replace(Options(), megabytes=_MEGABYTES))
        self._nodes = nodes
        self._seconds = seconds

    def judge(self, positions: Sequence[Position], stop: Callable[[], bool]) -> Opinion:
        """The opinion of the last of ``positions``, which are those since the last progress."""
        root = positions[-1]
        moves = self._moves.legal_moves(root)
        if not moves or not root.of(1 - root.side):
            return Opinion(-MATE if not moves else MATE, ())
        until = time.monotonic() + self._seconds

        def enough() -> bool:
            time.sleep(0)  # other threads run while the compiled search holds the interpreter
            return stop() or time.monotonic() >= until

        result = self._searcher.search(list(positions), Limits(nodes=self._nodes), enough, lambda result: None)
        return Opinion(result.scores[0], tuple(self._moves.along([root, *result.line])))
