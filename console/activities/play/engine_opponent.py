"""An external engine as opponent and as analyzer. The built-in ones replace it if it fails or cannot play a game."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.engine import Report, SearchInfo, Stop
from ai.hub.client import HubAnswer, HubEngine, HubLimits, HubParameter
from ai.hub.program import EngineError, command_words
from ai.hub.text import shown
from ai.levels import Level
from ai.score import CERTAIN
from ai.time_control import Budget
from console.dialogue.messages import MoveChooser
from console.game.analysis import PositionAnalyzer
from console.game.options import LONGEST_NAME
from engine.game import Game
from engine.position import Position
from engine.printable import printable
from engine.rules import Rules

SECONDS: Final = 1.0  # per move without a clock
_FALLBACK: Final = 0.25  # the part of a move's hard time limit for the built-in opponent after the engine failed
_WON: Final = 9_000  # centimen: engines report a proved win by this score or a higher one
_REVIEW: Final = HubLimits(seconds=0.3)  # per position, the same time as for the built-in analyzer
_MOST_FORCED: Final = 10  # plies of forced moves that a review follows
VARIANT: Final = "variant"
"""The parameter that sets an engine's rules; the player cannot change it."""


@dataclass(frozen=True)
class Trouble:
    """The reason why an engine no longer plays, in one sentence, and the rules that were played."""

    sentence: str
    rules: Rules


class EngineOpponent:
    """An opponent that plays the moves of an engine. ``command`` starts the engine, ``settings`` are its parameters.

    ``own`` is the built-in opponent. It plays the games that engines cannot play (see ``refusal``). It also plays if
    the engine cannot be started, crashes, stops answering, is late or plays an illegal move. Then ``trouble`` is set,
    and until the next :meth:`restart` the engine is not used again for these rules.
    """

    def __init__(self, command: str, own: MoveChooser, settings: Mapping[str, str]) -> None:
        self.command = command
        self.settings = dict(settings)
        self.trouble: Trouble | None = None
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
        return self.trouble is not None and self.trouble.rules is rules

    def runs(self, rules: Rules) -> bool:
        """Return True if the engine runs and plays these rules."""
        return self._engine is not None and self._rules is rules

    def start(self, rules: Rules, stop: Stop) -> None:
        """Start the engine for these rules if it does not run; set ``trouble`` if that fails."""
        if self.runs(rules):
            return
        self.close()
        self.trouble = None
        try:
            self._engine = HubEngine(self.command, rules, self.settings, stop)
            self._rules = rules
        except EngineError as error:
            self.trouble = Trouble(str(error), rules)

    def restart(self, settings: Mapping[str, str]) -> None:
        """End the engine, so that the next start uses the changed parameters. Clear ``trouble``."""
        self.close()
        self.settings |= settings
        self.trouble = None

    def choose_move(
        self,
        game: Game,
        level: Level,
        rng: random.Random,
        stop: Stop,
        report: Report | None = None,
        budget: Budget | None = None,
    ) -> SearchInfo:
        """Return the engine's move in an unfinished game; ``level`` and ``rng`` are for the built-in opponent."""
        if refusal(game) is None:
            if not self.is_out(game.rules):
                self.start(game.rules, stop)
            if self._engine is not None:
                try:
                    return self._ask(self._engine, game, stop, report, budget)
                except EngineError as error:
                    self.close()
                    self.trouble = Trouble(str(error), game.rules)
                    budget = None if budget is None else Budget(_FALLBACK * budget.hard, _FALLBACK * budget.hard)
        return self._own.choose_move(game, level, rng, stop, report, budget)

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


class EngineAnalyzer:
    """An analyzer that asks an engine. The engine is started for the first position.

    ``trouble`` is an error message if the engine cannot be started, fails or returns no scores. From then on, and after
    ``close``, the built-in analyzer is used; ``own`` creates it.
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
        """Return the evaluation of the last position. ``positions``: all positions since the last progress."""
        game, forced = Game(self._rules, "forced", positions[-1]), 0
        while len(moves := game.legal_moves()) == 1 and forced < _MOST_FORCED:
            # Engines play a forced move at once and return no score.
            game.play(moves[0])
            forced += 1
        if len(moves) > 1 and game.outcome is None and refusal(game) is None and not self._is_out:
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
        """Return the engine's evaluation of the start position of a game; None without a score. Raises EngineError."""
        if self._engine is None:
            self._engine = HubEngine(self._command, self._rules, self._settings, stop)
        answer = self._engine.choose(game, _REVIEW, stop)
        if answer.score is None and not stop():
            self._fail(f"{shown(self._engine.name)} reports no scores")
        return None if answer.score is None else info_of(answer, _REVIEW.seconds)

    def _fail(self, sentence: str) -> None:
        if not self._closed:
            self.trouble = sentence

    def close(self) -> None:
        """End the engine if it runs."""
        self._closed = True
        if self._engine is not None:
            self._engine.close()


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
