"""The replies to a solver's moves: from the endgame tables, else from a search of a few seconds."""

from pathlib import Path
from random import Random
from typing import Final

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits, Report, SearchInfo, Stop
from ai.levels import Level
from ai.problems.solution import FIRST_NODES, NOT_WON
from ai.score import EVALUATION_LIMIT
from ai.search.options import ANALYSIS_OPTIONS
from ai.time_control import Budget
from engine.game import Game
from engine.position import Position
from engine.rules import Rules

_SECONDS: Final = 6.0  # time limit in seconds; enough without compiled modules
_STILL_WON: Final = 2 * NOT_WON
_STILL_DRAWN: Final = -100


class Defence:
    """The solver's opponent in a problem."""

    def __init__(self, rules: Rules, folder: Path | None = None) -> None:
        self._engine = Engine(rules, ANALYSIS_OPTIONS, tables=tables_for(rules, folder))

    def knows(self, position: Position) -> bool:
        """Return True if the endgame tables contain a position."""
        return self._engine.exact_value(position) is not None

    def choose_move(
        self,
        game: Game,
        level: Level,
        rng: Random,
        stop: Stop,
        report: Report | None = None,
        budget: Budget | None = None,
    ) -> SearchInfo:
        """Return the best move at any level. The principal variation is empty if there is no legal move."""
        limits = Limits(nodes=FIRST_NODES, budget=Budget(hard=_SECONDS))
        return self._engine.analyze(game.positions_since_progress(), limits, stop, report)


def proves(outcome: int, answer: SearchInfo, exact: bool) -> bool:
    """Return True if the search of the reply proves that the solver's move wins, or at least draws if ``outcome`` is 0.

    ``exact``: the endgame tables contain the position.
    """
    worth = -answer.score
    return worth >= EVALUATION_LIMIT or (not outcome and exact and worth >= 0)


def keeps(outcome: int, answer: SearchInfo) -> bool:
    """Return True if a later move of the solution keeps the result of the first move."""
    return -answer.score >= (_STILL_WON if outcome else _STILL_DRAWN)
