"""An external engine as opponent. The built-in one replaces it if it fails or cannot play a game."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from ai.engine import Report, SearchInfo, Stop
from ai.hub.client import HubAnswer, HubEngine, HubLimits, HubParameter
from ai.hub.program import EngineError, command_words
from ai.levels import MoveRequest
from ai.score import CERTAIN
from ai.time_control import Budget
from console.dialogue.messages import MoveChooser
from console.game.options import LONGEST_NAME
from engine.game import Game
from engine.printable import printable
from engine.rules import Rules

SECONDS: Final = 1.0  # per move without a clock
_FALLBACK: Final = 0.25  # the part of a move's hard time limit for the built-in opponent after the engine failed
_WON: Final = 9_000  # centimen: engines report a proved win by this score or a higher one
VARIANT: Final = "variant"
"""The parameter that sets an engine's rules; the player cannot change it."""


class EngineOpponent:
    """An opponent that plays the moves of an engine. ``command`` starts the engine, ``settings`` are its parameters.

    ``own`` returns the built-in opponent. It plays the games that engines cannot play (see ``refusal``). It also
    plays if the engine cannot be started, crashes, stops answering, is late or plays an illegal move. Then
    ``trouble`` is the reason in one sentence, and until the next :meth:`restart` the engine is not used again for
    these rules.
    """

    def __init__(self, command: str, own: Callable[[], MoveChooser], settings: Mapping[str, str]) -> None:
        self.command = command
        self.settings = dict(settings)
        self.trouble = ""
        self._own = own
        self._engine: HubEngine | None = None
        self._rules: Rules | None = None
        self._game: Game | None = None

    @property
    def name(self) -> str:
        """The name of the engine, or of its program if the engine has not started: at most 20 characters."""
        if self._engine is None or self._engine.name == self.command:
            return program_name(self.command)
        name, version = self._engine.name, self._engine.version
        whole = f"{name} {version}" if version and version not in name else name
        return _bounded(whole if len(whole) <= LONGEST_NAME else name)

    @property
    def parameters(self) -> list[HubParameter]:
        """The parameters that can be set, with their present values; empty if the engine does not run."""
        found = self._engine.parameters if self._engine is not None else []
        return [each._replace(value=self.settings.get(each.name, each.value)) for each in found if each.name != VARIANT]

    def is_out(self, rules: Rules) -> bool:
        """Return True if the engine has failed in a game of these rules."""
        return bool(self.trouble) and self._rules is rules

    def runs(self, rules: Rules) -> bool:
        """Return True if the engine runs and plays these rules."""
        return self._engine is not None and self._rules is rules

    def start(self, rules: Rules, stop: Stop) -> None:
        """Start the engine for these rules if it does not run; set ``trouble`` if that fails."""
        if self.runs(rules):
            return
        self.restart({})
        self._rules = rules
        try:
            self._engine = HubEngine(self.command, rules, self.settings, stop)
        except EngineError as error:
            self.trouble = str(error)

    def restart(self, settings: Mapping[str, str]) -> None:
        """End the engine, so that the next start uses the changed parameters. Clear ``trouble``."""
        self.close()
        self.settings |= settings
        self.trouble = ""

    def choose_move(self, request: MoveRequest, stop: Stop, report: Report | None = None) -> SearchInfo:
        """Return the engine's move. The level and the random generator are for the built-in opponent."""
        game, budget = request.game, request.budget
        if refusal(game) is None:
            if not self.is_out(game.rules):
                self.start(game.rules, stop)
            if self._engine is not None:
                try:
                    return self._ask(self._engine, game, stop, report, budget)
                except EngineError as error:
                    self.close()
                    self.trouble = str(error)
                    budget = None if budget is None else Budget(_FALLBACK * budget.hard, _FALLBACK * budget.hard)
        return self._own().choose_move(request._replace(budget=budget), stop, report)

    def _ask(
        self, engine: HubEngine, game: Game, stop: Stop, report: Report | None, budget: Budget | None
    ) -> SearchInfo:
        if self._game is not game:
            self._game = game
            engine.new_game()
        began = time.monotonic()

        def report_thought(thought: HubAnswer) -> None:
            if report is not None:
                report(info_of(thought, time.monotonic() - began))

        limits = HubLimits(SECONDS) if budget is None else HubLimits(budget.soft, latest=budget.hard)
        return info_of(engine.choose(game, limits, stop, report_thought), time.monotonic() - began)

    def close(self) -> None:
        """End the engine if it runs."""
        engine, self._engine, self._game = self._engine, None, None  # a worker may close it at the same time
        if engine is not None:
            engine.close()


def refusal(game: Game) -> str | None:
    """Return the reason why engines cannot play a game, as the predicate of "Engines ...", or None if they can."""
    if game.jumping != "forced":
        return "know forced jumps only"
    if game.start.triples:
        return "cannot be shown triple kings"
    return None


def program_name(command: str) -> str:
    """Return the program of a command without its folder: at most 20 characters."""
    try:
        program = command_words(command)[0]
    except ValueError:
        program = command
    return _bounded(Path(program).name)


def _bounded(name: str) -> str:
    """Return a name without unprintable characters, at most 20 characters long and never empty."""
    return (
        " ".join(printable(name).replace("\N{REPLACEMENT CHARACTER}", "?").split())[:LONGEST_NAME].strip() or "Engine"
    )


def info_of(answer: HubAnswer, seconds: float) -> SearchInfo:
    """Return an engine's answer as a search result; a missing score counts as even."""
    score = answer.score or 0
    if abs(score) >= _WON:
        score = CERTAIN if score > 0 else -CERTAIN
    return SearchInfo(score, answer.pv or (answer.move,), answer.depth, answer.nodes, seconds)
