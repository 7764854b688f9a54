"""The analysis of the game on the table, for the sentence at its end and for its review."""

from collections.abc import Callable, Sequence
from functools import cached_property
from threading import Lock
from time import monotonic

from ai.analyzer import NODES, Analyzer
from ai.engine import SearchInfo, Stop
from console.game.naming import Naming
from console.storage.built_files import default_prover, tables_folder_if_any
from console.text.highlight import highlight
from engine.game import Game
from engine.position import Position
from engine.rules import Jumping, Rules


class GameAnalyzer:
    """The built-in analyzer of finished games, with the user's tables. It may be used on any thread.

    It keeps what it finds. So the sentence at the end of a game and its reviews agree, however busy the machine is.
    """

    def __init__(self, rules: Rules, jumping: Jumping) -> None:
        self.rules, self.jumping = rules, jumping
        self._known: dict[tuple[Position, ...], SearchInfo] = {}
        self._lock = Lock()

    def analyze(self, positions: Sequence[Position], stop: Stop) -> SearchInfo:
        """Return the evaluation of the last of ``positions``, which are all positions since the last progress."""
        key = tuple(positions)
        with self._lock:
            if key not in self._known:
                found = self._analyzer.analyze(positions, stop)
                if stop():
                    return found
                self._known[key] = found
            return self._known[key]

    @cached_property
    def _analyzer(self) -> Analyzer:
        return Analyzer(self.rules, self.jumping, NODES, tables_folder_if_any())


def highlight_within(
    seconds: float, game: Game, naming: Naming, analyzer: GameAnalyzer, side: int
) -> Callable[[Stop], str | None]:
    """Return a function for any thread that finds the ``highlight`` of a game, or None if it takes longer."""
    game = game.copy()

    def find(stop: Stop) -> str | None:
        until = monotonic() + seconds
        prover = default_prover(game.rules, game.jumping)
        return highlight(game, naming, analyzer, prover, side, lambda: stop() or monotonic() > until)

    return find
