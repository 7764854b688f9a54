"""An engine of another program in the computer's place. What no engine does, our own opponent does for it."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.engine import Report, SearchInfo, Stop
from ai.hub.client import HubAnswer, HubEngine, HubLimits, HubParameter
from ai.hub.program import EngineError, command_words
from ai.levels import Level
from ai.score import CERTAIN
from ai.time_control import Budget
from console.dialogue.messages import Opponent
from console.game.options import LONGEST_NAME
from engine.game import Game
from engine.printable import printable
from engine.rules import Rules

_SECONDS: Final = 1.0  # a move where no clock runs
_RESCUE: Final = 0.25  # of what a move may take at most is left to our own opponent where the engine is late
_WON: Final = 9_000  # hundredths of a man: what engines say of a game that they have seen to its end
VARIANT: Final = "variant"
"""The parameter by which engines are told the rules; it is not the player's to set."""


@dataclass(frozen=True)
class Trouble:
    """Why an engine plays no longer, in one sentence, and the rules that were played."""

    sentence: str
    rules: Rules


class EngineOpponent:
    """Has the moves made by an engine; ``command`` starts it, ``settings`` are values for its parameters.

    Huffs, answers to draws and what is not played by forced jumps are left to ``own``. So is the game where the engine
    cannot be started, breaks down, falls silent, is late or plays what is not legal: then there is ``trouble``, and
    until the next :meth:`restart` it is not asked again for these rules.
    """

    def __init__(self, command: str, own: Opponent, settings: Mapping[str, str]) -> None:
        self.command = command
        self.settings = dict(settings)
        self.trouble: Trouble | None = None
        self.problems = own.problems
        self._own = own
        self._engine: HubEngine | None = None
        self._rules: Rules | None = None
        self._game: Game | None = None

    @property
    def name(self) -> str:
        """What the engine calls itself, or before it runs the program that is started: at most 20 characters."""
        if self._engine is None or self._engine.name == self.command:
            return program_name(self.command)
        name, version = self._engine.name, self._engine.version
        whole = f"{name} {version}" if version and version not in name else name
        return _bounded(whole if len(whole) <= LONGEST_NAME else name)

    @property
    def parameters(self) -> list[HubParameter]:
        """What of it can be set, as it is; empty where it does not run."""
        found = self._engine.parameters if self._engine is not None else []
        return [each._replace(value=self.settings.get(each.name, each.value)) for each in found if each.name != VARIANT]

    def is_out(self, rules: Rules) -> bool:
        """Whether trouble keeps it from playing these rules."""
        return self.trouble is not None and self.trouble.rules is rules

    def runs(self, rules: Rules) -> bool:
        """Whether it runs and plays these rules."""
        return self._engine is not None and self._rules is rules

    def start(self, rules: Rules, stop: Stop) -> None:
        """Have it run for these rules; what keeps it from that is its trouble."""
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
        """Have it started anew when it is wanted, with these values beside those it had."""
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
        """The engine's move in a game that is not over; ``level`` and ``rng`` count where our own opponent moves."""
        if refusal(game) is None:
            if not self.is_out(game.rules):
                self.start(game.rules, stop)
            if self._engine is not None:
                try:
                    return self._ask(self._engine, game, stop, report, budget)
                except EngineError as error:
                    self.close()
                    self.trouble = Trouble(str(error), game.rules)
                    budget = None if budget is None else Budget(_RESCUE * budget.hard, _RESCUE * budget.hard)
        return self._own.choose_move(game, level, rng, stop, report, budget)

    def _ask(
        self, engine: HubEngine, game: Game, stop: Stop, report: Report | None, budget: Budget | None
    ) -> SearchInfo:
        if self._game is not game:
            self._game = game
            engine.new_game()
        began = time.monotonic()

        def told(thought: HubAnswer) -> None:
            if report is not None:
                report(info_of(thought, time.monotonic() - began))

        limits = HubLimits(_SECONDS) if budget is None else HubLimits(budget.soft, latest=budget.hard)
        return info_of(engine.choose(game, limits, stop, told), time.monotonic() - began)

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
        engine, self._engine, self._game = self._engine, None, None  # a worker may close it at the same time
        if engine is not None:
            engine.close()


def refusal(game: Game) -> str | None:
    """Why no engine can play a game, as it goes on after "engines"; None where one can."""
    if game.jumping != "forced":
        return "know forced jumps only"
    if game.start.triples:
        return "are told positions without triple kings"
    return None


def program_name(command: str) -> str:
    """The program that a command starts, without its folder: at most 20 characters."""
    try:
        program = command_words(command)[0]
    except ValueError:
        program = command
    return _bounded(Path(program).name)


def _bounded(name: str) -> str:
    """A name that can be shown and stand in the tags of a game."""
    return (
        " ".join(printable(name).replace("\N{REPLACEMENT CHARACTER}", "?").split())[:LONGEST_NAME].strip() or "Engine"
    )


def info_of(answer: HubAnswer, seconds: float) -> SearchInfo:
    """What an engine said, as our own says it; a score that was not told is that of an even game."""
    score = answer.score or 0
    if abs(score) >= _WON:
        score = CERTAIN if score > 0 else -CERTAIN
    return SearchInfo(score, answer.pv or (answer.move,), answer.depth, answer.nodes, seconds)
