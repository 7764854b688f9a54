"""An engine of another program, started and spoken to by the Hub protocol, version 2.

Source: protocol.txt of Scan 3.1, by Fabien Letouzey. What the engine writes is bounded in length and in number of
lines, its moves are checked by the rules, and nobody waits for it longer than was agreed.
"""

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from ai.hub.conventions import (
    OTHER_NAMES,
    Convention,
    hub_move_text,
    known_conventions,
    position_letters,
    read_hub_move,
)
from ai.hub.program import EngineError, LineProgram
from ai.hub.text import Command, decoded, hub_value, read_command, shown
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move
from engine.rules import Rules

_PATIENCE: Final = 20.0  # seconds for an answer that costs no thought, or beyond the time of one that does
_STOPPED_PATIENCE: Final = 1.0  # seconds for a move once it is told to move at once
_LEAST: Final = 0.3  # seconds for a move once its time is over, be it ever so short
_UNDERSTOOD: Final = 6  # plies of a game after which no other numbering is tried
_MOST_PARAMETERS: Final = 200
_LONGEST_PV: Final = 20
_BETWEEN_STOPS: Final = 0.05  # seconds between two looks whether it shall stop
_BETWEEN_THOUGHTS: Final = 0.05  # seconds between two thoughts that are read; others are passed over
_NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})


class _Misunderstood(EngineError):
    """It may be that the engine numbers the squares in another way."""


@dataclass(frozen=True)
class HubLimits:
    """What an engine may spend on a move: seconds, or nodes, or a share of its clock; else it decides for itself.

    ``left`` is on the clock for the rest of the game before the ``increment`` of this move; infinite: there is none.
    After ``latest`` seconds it is told to move at once, and is not waited for beyond half as long again.
    """

    seconds: float = 0.0
    nodes: int = 0
    latest: float = math.inf
    left: float = math.inf
    increment: float = 0.0


@dataclass(frozen=True)
class HubAnswer:
    """A move and what its engine last said of it; the score in hundredths of a man for the mover, None untold.

    ``pv`` is the play that the engine expects, the move first, as far as it can be read.
    """

    move: Move
    score: int | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[Move, ...] = ()


class HubParameter(NamedTuple):
    """A parameter that an engine has, with the value it has unless another is set, and what it may be."""

    name: str
    value: str
    kind: str
    allowed: str


def _never() -> bool:
    return False


class HubEngine:
    """A running engine that plays one rule set; ``command`` is what starts it, split as a shell does but without one.

    ``settings`` are values for its parameters; nobody waits for it any longer once ``stop`` says so. Raises EngineError
    where it cannot be started, is no Hub engine, does not play the rules, or has no such parameter.
    """

    def __init__(
        self,
        command: str,
        rules: Rules,
        settings: Mapping[str, str] = _NO_SETTINGS,
        stop: Callable[[], bool] = _never,
    ) -> None:
        self.name = command
        self.version = ""
        self.parameters: list[HubParameter] = []
        self._rules = rules
        self._generator = MoveGenerator(rules)
        self._conventions = list(known_conventions(rules))
        self._program = LineProgram(command)
        try:
            self._shake_hands(settings, stop)
        except BaseException:
            self.close()
            raise

    def _shake_hands(self, settings: Mapping[str, str], stop: Callable[[], bool]) -> None:
        self._send("hub")
        until = time.monotonic() + _PATIENCE
        while (heard := self._hear("wait", until, stop)).name != "wait":
            if heard.name == "id":
                self._program.name = self.name = heard.arguments.get("name", "") or self.name
                self.version = heard.arguments.get("version", "")
            elif heard.name == "param" and "name" in heard.arguments and len(self.parameters) < _MOST_PARAMETERS:
                self.parameters.append(_parameter(heard.arguments))
        self._choose_variant()
        known = {parameter.name for parameter in self.parameters}
        for name, value in settings.items():
            if name not in known:
                raise EngineError(
                    f"{shown(self.name)} has no parameter {shown(name)}: it has {shown(', '.join(known))}"
                )
            self._send(f"set-param name={hub_value(name)} value={hub_value(value)}")
        self._send("init")
        until = time.monotonic() + _PATIENCE
        while self._hear("ready", until, stop).name != "ready":
            pass

    def _choose_variant(self) -> None:
        """Tell the engine which rules are played, if it can be told."""
        variants = next((each.allowed for each in self.parameters if each.name == "variant"), None)
        if variants is not None:
            names = [self._rules.name, *(name for name, ours in OTHER_NAMES.items() if ours == self._rules.name)]
            known = next((name for name in names if name in variants.split()), None)
            if known is None:
                raise EngineError(f"{shown(self.name)} does not play {self._rules.name}: it plays {shown(variants)}")
            self._send(f"set-param name=variant value={hub_value(known)}")

    def new_game(self) -> None:
        """Let the engine forget the game before. Raises EngineError."""
        self._send("new-game")

    def choose(
        self,
        game: Game,
        limits: HubLimits,
        stop: Callable[[], bool] = _never,
        told: Callable[[HubAnswer], None] = lambda thought: None,
    ) -> HubAnswer:
        """The engine's move in a game that is not over, begun from a position without triple kings.

        When ``stop`` says so it is asked to move at once; ``told`` hears what it thinks meanwhile. Raises EngineError
        where it gives none in its time and 20 seconds more, or one that is not legal.
        """
        while True:
            convention = self._conventions[0]
            try:
                self._tell(game, convention, min(_PATIENCE, limits.latest), stop)
                answer = self._think(game, limits, convention, stop, told)
            except _Misunderstood:
                # On the small board programs number in several ways: the next one may be this engine's.
                if len(self._conventions) == 1:
                    raise
                del self._conventions[0]
            else:
                if game.ply >= _UNDERSTOOD:
                    del self._conventions[1:]
                return answer

    def _tell(self, game: Game, convention: Convention, patience: float, stop: Callable[[], bool]) -> None:
        """Hand over the game up to now; wait so many seconds until the engine has read it."""
        geometry = self._rules.geometry
        moves = " ".join(hub_move_text(turn.move, geometry, convention.in_moves) for turn in game.turns[: game.ply])
        letters = position_letters(game.position_at(0), convention.in_positions)
        self._send(f"pos pos={letters}" + (f' moves="{moves}"' if moves else ""))
        self._send("ping")
        refusal = None
        until, late = time.monotonic() + patience, _after(stop, _STOPPED_PATIENCE)
        while (heard := self._hear("pong", until, late)).name != "pong":
            if heard.name == "error":
                refusal = heard.arguments.get("message", "")
        if refusal is not None:
            raise _Misunderstood(f"{shown(self.name)} says: {shown(refusal)}")

    def _think(
        self,
        game: Game,
        limits: HubLimits,
        convention: Convention,
        stop: Callable[[], bool],
        told: Callable[[HubAnswer], None],
    ) -> HubAnswer:
        allowed = limits.seconds
        if limits.left < math.inf:
            left = max(0.0, limits.left)
            allowed = left + limits.increment
            self._send(f"level time={left:g} inc={limits.increment:g}")
        elif limits.seconds:
            self._send(f"level move-time={limits.seconds:g}")
        elif limits.nodes:
            self._send(f"level nodes={limits.nodes}")
        self._send("go think")
        began = time.monotonic()
        until = began + allowed + _PATIENCE
        stopped, next_thought, line = False, began, ""
        moves = game.legal_moves()
        thought = HubAnswer(moves[0])
        while True:
            now = time.monotonic()
            if now >= until:
                raise EngineError(f"{shown(self.name)} does not answer: no done in time")
            if not stopped and (now >= began + limits.latest or stop()):
                stopped = True
                self._send("stop")
                until = min(until, now + _STOPPED_PATIENCE, began + limits.latest + max(_LEAST, limits.latest / 2))
            heard = self._next(_BETWEEN_STOPS)
            if heard is None:
                continue
            if heard.name == "done":
                break
            if heard.name == "info" and heard.arguments.get("multi-pv", "1") == "1":
                thought = replace(
                    thought,
                    score=_hundredths(heard.arguments.get("score", ""), thought.score),
                    depth=_whole(heard.arguments.get("depth", ""), thought.depth),
                    nodes=_whole(heard.arguments.get("nodes", ""), thought.nodes),
                )
                line = heard.arguments.get("pv", line)
                if line and now >= next_thought:
                    next_thought = now + _BETWEEN_THOUGHTS
                    thought = replace(thought, pv=self._line(game, line, convention) or thought.pv)
                    if thought.pv:
                        told(replace(thought, move=thought.pv[0]))
            elif heard.name == "error":
                raise EngineError(f"{shown(self.name)} says: {shown(heard.arguments.get('message', ''))}")
        text = heard.arguments.get("move", "")
        try:
            move = read_hub_move(text, moves, self._rules.geometry, convention.in_moves)
        except ValueError as error:
            raise _Misunderstood(f"{shown(self.name)} plays {error}") from None
        pv = self._line(game, line, convention)
        return replace(thought, move=move, pv=pv if pv[:1] == (move,) else (move,))

    def _line(self, game: Game, text: str, convention: Convention) -> tuple[Move, ...]:
        """The moves of a line, to the first that is not legal."""
        position = game.position
        line: list[Move] = []
        for word in text.split()[:_LONGEST_PV]:
            try:
                move = read_hub_move(
                    word, self._generator.legal_moves(position), self._rules.geometry, convention.in_moves
                )
            except ValueError:
                break
            line.append(move)
            position = move.after
        return tuple(line)

    def close(self) -> None:
        """Ask the engine to leave, and end it if it does not."""
        self._program.close("quit")

    def _send(self, line: str) -> None:
        self._program.send(line)

    def _hear(self, wanted: str, until: float, stop: Callable[[], bool]) -> Command:
        """The next line that says something. Raises EngineError where none comes until then, or before a stop."""
        while (now := time.monotonic()) < until and not stop():
            heard = self._next(min(_BETWEEN_STOPS, until - now))
            if heard is not None:
                return heard
        raise EngineError(f"{shown(self.name)} does not answer: no {wanted} in time")

    def _next(self, seconds: float) -> Command | None:
        """The next line if it comes in that time and says something. Raises EngineError at the end."""
        line = self._program.line(seconds)
        if line is not None:
            with suppress(ValueError):  # what is no line of the protocol is passed over
                return read_command(decoded(line))
        return None


def _after(stop: Callable[[], bool], seconds: float) -> Callable[[], bool]:
    """Return what says stop so many seconds after ``stop`` first did."""
    since = math.inf

    def late() -> bool:
        nonlocal since
        if since == math.inf and stop():
            since = time.monotonic()
        return time.monotonic() >= since + seconds

    return late


def _parameter(arguments: Mapping[str, str]) -> HubParameter:
    """A parameter as its line describes it."""
    kind = arguments.get("type", "string")
    bounds = [arguments[bound] for bound in ("min", "max") if bound in arguments]
    allowed = arguments.get("values", " to ".join(bounds))
    return HubParameter(arguments["name"], arguments.get("value", ""), kind, allowed)


def _hundredths(text: str, known: int | None) -> int | None:
    """A score in men as hundredths; what was known where it is no number."""
    try:
        value = float(text)
    except ValueError:
        return known
    return round(100 * value) if math.isfinite(value) and abs(value) < 1e4 else known


def _whole(text: str, known: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else known
