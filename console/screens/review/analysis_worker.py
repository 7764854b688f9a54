"""The analysis of a game on a worker thread."""

from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from ai.worker import Worker
from console.game.analysis import PositionAnalyzer, analyze_game, exact_moves
from engine.game import Game

if TYPE_CHECKING:
    from ai.engine import ExactMove, SearchInfo
    from ai.proof import Prover


class AnalysisWorker:
    """A worker thread that analyzes the positions of a game from the last to the first. It starts at once.

    ``exact`` has the moves with values that ``prover`` knows, and is filled first. ``found`` has the results of the
    search. Both are by ply.
    """

    def __init__(self, game: Game, prover: "Prover", analyzer: PositionAnalyzer) -> None:
        self.found: dict[int, SearchInfo] = {}
        self.exact: dict[int, list[ExactMove]] = {}
        self.total = len(game.turns) + 1
        self.worker = Worker("analysis", partial(self._analyze, game.copy(), prover, analyzer))

    @property
    def working(self) -> bool:
        """True until the analysis has ended. Raises the error of the analysis, if any."""
        if self.worker.finished:
            self.worker.result()
        return not self.worker.finished

    @property
    def complete(self) -> bool:
        """True once all positions have been analyzed."""
        return len(self.found) == self.total

    def _analyze(self, game: Game, prover: "Prover", analyzer: PositionAnalyzer, stop: Event) -> None:
        self.exact = exact_moves(game, prover)
        for ply, info in analyze_game(game, analyzer, stop.is_set):
            self.found[ply] = info
