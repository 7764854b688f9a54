"""The parts of a review: the order for it, and the analysis on a worker thread."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from ai.engine import ExactMove, SearchInfo
from ai.worker import Worker
from console.dialogue.proving import ProverOf
from console.game.analysis import Mistake, PositionAnalyzer, analyze_game, exact_moves, mistakes
from console.game.naming import Naming
from console.storage.explorer import Explorer
from engine.game import Game
from engine.geometry import Side

if TYPE_CHECKING:
    from ai.proof import Prover


class ReviewOrder(NamedTuple):
    """The order for a review of a game between two players, whose ``names`` are by side.

    ``analyzer`` evaluates the positions. ``report`` is called once with the mistakes found. ``explorer`` finds the
    moves that were played in the positions; None: such moves are not shown. Mistakes of ``learner`` are explained
    before those of the other side.
    """

    game: Game
    naming: Naming
    names: tuple[str, str]
    prover_of: ProverOf
    report: Callable[[Sequence[Mistake]], None]
    analyzer: PositionAnalyzer
    learner: Side | None = None
    explorer: Explorer | None = None


class AnalysisWorker:
    """A worker thread that analyzes the positions of a game from the last to the first. It starts at once.

    ``exact`` has the moves with values that ``prover`` knows, and is filled first. ``found`` has the results of the
    search. Both are by ply. ``wrong`` are the mistakes so far, each after ``explain`` has found its cause.
    """

    def __init__(
        self, game: Game, prover: "Prover", analyzer: PositionAnalyzer, explain: Callable[[Mistake], object]
    ) -> None:
        self.found: dict[int, SearchInfo] = {}
        self.exact: dict[int, list[ExactMove]] = {}
        self.wrong: list[Mistake] = []
        self.total = len(game.turns) + 1
        self.worker = Worker("analysis", partial(self._analyze, game.copy(), prover, analyzer, explain))

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

    def _analyze(
        self,
        game: Game,
        prover: "Prover",
        analyzer: PositionAnalyzer,
        explain: Callable[[Mistake], object],
        stop: Event,
    ) -> None:
        self.exact = exact_moves(game, prover)
        for ply, info in analyze_game(game, analyzer, stop.is_set):
            wrong = mistakes(game, {**self.found, ply: info}, self.exact)
            for mistake in wrong:
                if stop.is_set():
                    return
                explain(mistake)
            self.found[ply], self.wrong = info, wrong
