"""The evaluation of the positions of a study."""

from collections.abc import Callable, Sequence
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Final

from console.dialogue.messages import Consider
from engine.game import Game
from engine.position import Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import Engine, SearchInfo

_SECONDS: Final = 20.0  # of a search at length
_NODES: Final = 50_000  # of a search in brief


class PositionEvaluator:
    """Evaluates positions by one set of rules. The engine is made on first use, and keeps its transposition table."""

    def __init__(self, rules: Rules, jumping: Jumping) -> None:
        self._rules = rules
        self._jumping = jumping
        self._lock = Lock()  # the last search may still be ending on its thread

    def consider(self, game: Game) -> Consider:
        """Return the step that evaluates the position of a game."""
        positions = game.positions_since_progress()

        def at_length(stop: Callable[[], bool], report: "Callable[[SearchInfo], None] | None" = None) -> "SearchInfo":
            return self._search(positions, stop, report, seconds=_SECONDS)

        def in_brief(stop: Callable[[], bool]) -> "SearchInfo":
            return self._search(positions, stop, nodes=_NODES)

        return Consider(game.copy(), at_length, in_brief)

    def _search(
        self,
        positions: Sequence[Position],
        stop: Callable[[], bool],
        report: "Callable[[SearchInfo], None] | None" = None,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> "SearchInfo":
        from ai.engine import Limits
        from ai.time_control import UNLIMITED, Budget

        budget = UNLIMITED if seconds is None else Budget(hard=seconds)
        with self._lock:
            return self._engine.analyze(positions, Limits(nodes=nodes, budget=budget), stop, report)

    @cached_property
    def _engine(self) -> "Engine":
        from ai.endgames.files import tables_for
        from ai.engine import Engine
        from ai.search.options import ANALYSIS_OPTIONS
        from console.storage.built_files import tables_folder_if_any

        tables = tables_for(self._rules, tables_folder_if_any())
        return Engine(self._rules, ANALYSIS_OPTIONS, self._jumping, tables=tables)
