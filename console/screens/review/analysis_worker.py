"""The review's work on a thread of its own."""

from threading import Event
from typing import TYPE_CHECKING

from ai.worker import Worker
from console.game.analysis import PositionAnalyzer, analyze_game, exact_moves
from console.game.proving import Prover
from engine.game import Game

if TYPE_CHECKING:
    from ai.engine import ExactMove, SearchInfo


class AnalysisWorker:
    """Analyzes a game's positions, from the last to the first, from the moment it is made.

    ``found`` grows meanwhile, by ply; what the ``prover`` knows is in ``exact`` first of all. Without an ``analyzer``
    the computer player is one.
    """

    def __init__(self, game: Game, prover: Prover, analyzer: PositionAnalyzer | None = None) -> None:
        self.found: dict[int, SearchInfo] = {}
        self.exact: dict[int, list[ExactMove]] = {}
        self._prover = prover
        self.total = len(game.turns) + 1
        self._game = game.copy()
        self._analyzer = analyzer
        self._worker = Worker("analysis", self._analyze)

    @property
    def working(self) -> bool:
        """Whether more will come. An error on its thread is raised here."""
        if self._worker.finished:
            self._worker.result()
        return not self._worker.finished

    def wait(self, patience: float) -> None:
        """Wait until nothing more will come, not longer than ``patience`` seconds."""
        self._worker.wait(patience)

    def leave(self) -> None:
        """Have it end with what it has, and wait for that, not longer than some seconds."""
        self._worker.leave()

    def _analyze(self, stop: Event) -> None:
        analyzer = self._analyzer
        if analyzer is None:
            from ai.analyzer import Analyzer
            from console.storage.endgame_tables import tables_folder_if_any

            analyzer = Analyzer(self._game.rules, self._game.jumping, folder=tables_folder_if_any())
        self.exact = exact_moves(self._game, self._prover)
        for ply, info in analyze_game(self._game, analyzer, stop.is_set):
            self.found[ply] = info
