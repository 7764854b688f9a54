"""A review by an engine of another program. Our own analyzer judges what the engine cannot."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ai.engine import SearchInfo, Stop
from ai.hub.client import HubEngine, HubLimits
from ai.hub.program import EngineError
from ai.hub.text import shown
from console.activities.play.engine_opponent import info_of, refusal
from console.game.analysis import PositionAnalyzer
from engine.game import Game
from engine.position import Position
from engine.rules import Rules

_LIMITS: Final = HubLimits(seconds=0.3)  # the same time as our own analyzer takes
_MOST_FORCED: Final = 10  # plies of forced moves that are followed


class EngineAnalyzer:
    """Scores positions by an engine, which is started with the first position. ``own`` makes our own analyzer.

    ``trouble`` is a message about an engine that cannot be started, fails or returns no scores. From then on, and after
    ``close``, our own analyzer is used.
    """

    def __init__(
        self, command: str, settings: Mapping[str, str], rules: Rules, own: Callable[[], PositionAnalyzer]
    ) -> None:
        self.trouble = ""
        self._command = command
        self._settings = dict(settings)
        self._rules = rules
        self._make_own = own
        self._own: PositionAnalyzer | None = None
        self._engine: HubEngine | None = None
        self._closed = False

    def analyze(self, positions: Sequence[Position], stop: Stop) -> SearchInfo:
        """Return the evaluation of the last of ``positions``, which are those since the last progress."""
        game, forced = Game(self._rules, "forced", positions[-1]), 0
        while len(moves := game.legal_moves()) == 1 and forced < _MOST_FORCED:
            # Engines play a forced move at once and return no score.
            game.play(moves[0])
            forced += 1
        if moves and len(moves) > 1 and game.outcome is None and refusal(game) is None and not self._is_out:
            try:
                found = self._ask(Game(self._rules, "forced", game.position), stop)
            except EngineError as error:
                self._fail(str(error))
            else:
                if found is not None:
                    line = (*(turn.move for turn in game.turns), *found.pv)
                    score = -found.score if forced % 2 else found.score
                    return SearchInfo(score, line, found.depth + forced, found.nodes, found.seconds)
        if self._own is None:
            self._own = self._make_own()
        return self._own.analyze(positions, stop)

    @property
    def _is_out(self) -> bool:
        return self._closed or bool(self.trouble)

    def _ask(self, game: Game, stop: Stop) -> SearchInfo | None:
        """Return the engine's evaluation of the start position of a game, or None. Raises EngineError."""
        if self._engine is None:
            self._engine = HubEngine(self._command, self._rules, self._settings, stop)
        answer = self._engine.choose(game, _LIMITS, stop)
        if answer.score is None and not stop():
            self._fail(f"{shown(self._engine.name)} tells no scores")
        return None if answer.score is None else info_of(answer, _LIMITS.seconds)

    def _fail(self, sentence: str) -> None:
        if not self._closed:
            self.trouble = sentence

    def close(self) -> None:
        """End the engine if it runs."""
        self._closed = True
        if self._engine is not None:
            self._engine.close()
