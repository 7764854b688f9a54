"""What the computer says of positions that are not its own to play: for reviews of games."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits, SearchInfo, Stop
from ai.search.options import SearchOptions
from ai.time_control import Budget
from engine.position import Position
from engine.rules import Jumping, Rules

_NODES: Final = 60_000
_SECONDS: Final = 0.3
_MEGABYTES: Final = 16


class Analyzer:
    """Scores positions of one rule set and way of jumping; what it found of one helps with the next.

    A position gets ``nodes`` at most, and ``seconds`` where the search is slow. Endgame tables are those that come with
    the program and those in ``folder``, if that is given.
    """

    def __init__(
        self,
        rules: Rules,
        jumping: Jumping = "forced",
        nodes: int = _NODES,
        seconds: float = _SECONDS,
        folder: Path | None = None,
    ) -> None:
        options = replace(SearchOptions(), megabytes=_MEGABYTES)
        self._engine = Engine(rules, options, jumping, tables=tables_for(rules, folder))
        self._limits = Limits(nodes=nodes, budget=Budget(hard=seconds))

    def analyze(self, positions: Sequence[Position], stop: Stop) -> SearchInfo:
        """What there is to say of the last of ``positions``, which are those since the last progress."""
        return self._engine.analyze(positions, self._limits, stop)
