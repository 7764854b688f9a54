"""The parts of a review: the order for it, its analyzer, and the analysis on a worker thread."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from threading import Event, Lock
from typing import TYPE_CHECKING, NamedTuple

from ai.analyzer import Analyzer
from ai.engine import ExactMove, SearchInfo
from ai.worker import Worker
from console.dialogue.proving import ProverOf
from console.game.analysis import Mistake, PositionAnalyzer, analyze_game, exact_moves
from console.game.naming import Naming
from console.storage.built_files import tables_folder_if_any
from console.storage.explorer import Explorer
from engine.game import Game
from engine.geometry import Side
from engine.position import Position
from engine.rules import Jumping, Rules

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


class ReviewAnalyzer:
    """The built-in analyzer of a review, with the user's tables. It may be used on any thread.

    It adds what it finds to ``known``, and finds it there again. So two reviews of a game say the same, however busy
    the machine is.
    """

    def __init__(self, rules: Rules, jumping: Jumping, known: dict[object, SearchInfo]) -> None:
        self._rules, self._jumping = rules, jumping
        self._known = known
        self._lock = Lock()

    def analyze(self, positions: Sequence[Position], stop: Callable[[], bool]) -> SearchInfo:
        """Return the evaluation of the last of ``positions``, which are all positions since the last progress."""
        key = self._rules, self._jumping, tuple(positions)
        with self._lock:
            if key not in self._known:
                found = self._analyzer.analyze(positions, stop)
                if stop():
                    return found
                self._known[key] = found
            return self._known[key]

    @cached_property
    def _analyzer(self) -> Analyzer:
        return Analyzer(self._rules, self._jumping, folder=tables_folder_if_any())


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
