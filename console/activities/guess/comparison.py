"""The comparison of a guess with the move of the game, by a search of the position after each."""

from collections.abc import Callable
from functools import cached_property
from typing import Final

from ai.analyzer import Analyzer
from console.activities.guess import sentences as said
from console.dialogue.messages import Prepare, Steps
from console.storage.built_files import tables_folder_if_any
from engine.game import Game
from engine.rules import Jumping, Rules

NODES: Final = 30_000
_EQUAL: Final = 0.025  # of the expected result; moves with a smaller difference are equally good


class Comparison:
    """Compares moves under one rule set and one jumping rule."""

    def __init__(self, rules: Rules, jumping: Jumping) -> None:
        self._rules = rules
        self._jumping = jumping

    def scores(self, played: Game, guessed: Game) -> Steps[tuple[int, int] | None]:
        """Return the scores of both games for the side that has moved, in centimen; None if the player stops it."""
        found: tuple[int, int] | None = None

        def work(stop: Callable[[], bool]) -> None:
            nonlocal found
            games = (played, guessed)
            his, mine = (-self._analyzer.analyze(each.positions_since_progress(), stop).score for each in games)
            found = None if stop() else (his, mine)

        yield Prepare(said.COMPARING, work)
        return found

    @cached_property
    def _analyzer(self) -> Analyzer:
        return Analyzer(self._rules, self._jumping, NODES, tables_folder_if_any())


def equalized(loss: float) -> float:
    """Return a loss of expected result, or 0 if the moves are equally good."""
    return 0 if abs(loss) < _EQUAL else loss
