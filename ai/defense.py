"""The other side of a problem or a lesson's task: replies from the endgame tables, else from a short search."""

from pathlib import Path
from typing import Final

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits, Report, SearchInfo, Stop
from ai.search.options import ANALYSIS_OPTIONS
from ai.time_control import Budget
from engine.game import Game
from engine.position import Position
from engine.rules import Rules

_SECONDS: Final = 6.0  # time limit in seconds; enough without compiled modules


class Defense:
    """A player that makes the best move by the tables or by a search of ``nodes`` nodes."""

    def __init__(self, rules: Rules, nodes: int, folder: Path | None = None) -> None:
        self._limits = Limits(nodes=nodes, budget=Budget(hard=_SECONDS))
        self._engine = Engine(rules, ANALYSIS_OPTIONS, tables=tables_for(rules, folder))

    def knows(self, position: Position) -> bool:
        """Return True if the endgame tables contain a position."""
        return self._engine.exact_value(position) is not None

    def reply(self, game: Game, stop: Stop, report: Report | None = None) -> SearchInfo:
        """Return the best move.

        The principal variation is empty if the side to move has no legal move or the other side has no pieces.
        """
        return self._engine.analyze(game.positions_since_progress(), self._limits, stop, report)
