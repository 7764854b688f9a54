"""The difficulty of a problem: the level from which the opponent finds its first move."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from ai.engine import never
from ai.levels import LEVELS, Level
from ai.opponent import Opponent
from engine.game import Game
from engine.position import Move, Position
from engine.rules import Rules

HARDEST: Final = 9
_DEAREST: Final = 8  # slower than all levels below it together, so it is asked only if they do not know


class DifficultyMeter:
    """Measures problems with the opponent at its levels, without their randomness: it plays the best move it sees."""

    def __init__(self, folder: Path | None = None) -> None:
        self._opponent = Opponent(folder)

    def difficulty(self, rules: Rules, position: Position, solution: Move) -> int:
        """Return the lowest level from which all levels find the solution; HARDEST if none below it does."""

        def finds(level: Level) -> bool:
            deterministic = replace(level, multipv_window=0, budget_variation=0, opening_randomness=0)
            game = Game(rules, "forced", position)
            return self._opponent.choose_move(game, deterministic, Random(0), never).move == solution

        lowest = _DEAREST
        while lowest > 1 and finds(LEVELS[lowest - 1]):
            lowest -= 1
        return lowest if lowest < _DEAREST or finds(LEVELS[_DEAREST]) else HARDEST
