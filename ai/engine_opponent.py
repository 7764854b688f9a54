"""An engine of another program in the computer's place. What no engine does, our own opponent does for it."""

import random
import time
from collections.abc import Mapping
from typing import Final

from ai.engine import Report, SearchInfo, Stop
from ai.hub.client import EngineError, HubAnswer, HubEngine, HubLimits, HubParameter
from ai.levels import Level
from ai.opponent import Opponent
from ai.time_control import Budget
from engine.game import Game
from engine.rules import Rules

_SECONDS: Final = 1.0  # a move where no clock runs


class EngineOpponent:
    """Has the moves made by an engine that is started when the first is wanted; ``command`` starts it.

    Huffs, answers to draws and what is not played by forced jumps are left to ``own``. So is the game where the engine
    cannot be started, breaks down, falls silent or plays what is not legal: ``problems`` has a sentence that says so,
    and until the next :meth:`start` the engine is not asked again.
    """

    def __init__(self, command: str, own: Opponent, settings: Mapping[str, str]) -> None:
        self.command = command
        self._own = own
        self._settings = dict(settings)
        self._engine: HubEngine | None = None
        self._rules: Rules | None = None
        self._game: Game | None = None
        self._has_failed = False

    @property
    def problems(self) -> list[str]:
        """Sentences about the engine, and about tables that our own opponent found damaged."""
        return self._own.problems

    @property
    def name(self) -> str:
        """What the engine calls itself, or before it runs what starts it."""
        return self.command if self._engine is None else self._engine.name

    def parameters(self, rules: Rules) -> list[HubParameter]:
        """What can be set. Raises EngineError where it does not run."""
        return self._running(rules).parameters

    def start(self, settings: Mapping[str, str]) -> None:
        """Have it started anew, with these values for its parameters beside those it had."""
        self.close()
        self._settings |= settings
        self._has_failed = False

    def choose_move(
        self,
        game: Game,
        level: Level,
        rng: random.Random,
        stop: Stop,
        report: Report | None = None,
        budget: Budget | None = None,
    ) -> SearchInfo:
        """The engine's move in a game that is not over; ``level`` and ``rng`` count where our own opponent moves."""
        if not self._has_failed and game.jumping == "forced":
            try:
                return self._ask(game, stop, report, budget)
            except EngineError as error:
                self._has_failed = True
                self.close()
                self.problems.append(f"{error}. I play on in its place; engine starts it again.")
        return self._own.choose_move(game, level, rng, stop, report, budget)

    def _ask(self, game: Game, stop: Stop, report: Report | None, budget: Budget | None) -> SearchInfo:
        engine = self._running(game.rules)
        if self._game is not game:
            self._game = game
            engine.new_game()
        began = time.monotonic()

        def told(thought: HubAnswer) -> None:
            if report is not None:
                report(_info(thought, time.monotonic() - began))

        seconds = _SECONDS if budget is None else budget.soft
        return _info(engine.choose(game, HubLimits(seconds=seconds), stop, told), time.monotonic() - began)

    def _running(self, rules: Rules) -> HubEngine:
        """The engine, started for these rules if it was not. Raises EngineError."""
        if self._engine is None or self._rules is not rules:
            self.close()
            self._engine, self._rules = HubEngine(self.command, rules, self._settings), rules
        return self._engine

    def choose_huff(self, game: Game) -> int:
        """The huffable piece whose loss is best for the side to move."""
        return self._own.choose_huff(game)

    def accepts_draw(self, game: Game, side: int) -> bool:
        """Whether ``side``, which the engine plays, agrees to a draw: our own opponent judges for it."""
        return self._own.accepts_draw(game, side)

    def remember(self, game: Game, side: int) -> None:
        """A game is over; an engine learns nothing from it here."""

    def close(self) -> None:
        """Let the engine end, if it runs."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
            self._game = None


def _info(answer: HubAnswer, seconds: float) -> SearchInfo:
    """What an engine said, as our own says it; a score that was not told is that of an even game."""
    return SearchInfo(answer.score or 0, answer.pv or (answer.move,), answer.depth, answer.nodes, seconds)
