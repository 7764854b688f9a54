"""Analyze positions for the review of games."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits, SearchInfo, Stop
from ai.proof import Prover
from ai.search.options import ANALYSIS_OPTIONS
from ai.time_control import Budget
from engine.position import Position
from engine.rules import Jumping, Rules

NODES: Final = 60_000
_SECONDS: Final = 0.3
_PROOF_SECONDS: Final = 0.2


class Analyzer:
    """An analyzer for one rule set and jumping rule. The transposition table is kept between positions.

    ``nodes`` is the node limit of a search, which also has a time limit. The packaged endgame tables and the tables in
    ``folder`` are used.
    """

    def __init__(
        self,
        rules: Rules,
        jumping: Jumping = "forced",
        nodes: int = NODES,
        folder: Path | None = None,
    ) -> None:
        tables = tables_for(rules, folder)
        self._engine = Engine(rules, ANALYSIS_OPTIONS, jumping, tables=tables)
        self._prover = Prover(rules, jumping, tables)
        self._limits = Limits(nodes=nodes, budget=Budget(hard=_SECONDS))

    def analyze(self, positions: Sequence[Position], stop: Stop) -> SearchInfo:
        """Analyze the last position, and try to prove a win. ``positions`` begin after the last irreversible move."""
        found = self._engine.analyze(positions, self._limits, stop)
        return self._prover.checked(positions, found, stop, _PROOF_SECONDS)
