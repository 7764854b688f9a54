"""A client of the Hub protocol, version 2: start an external engine and request moves.

Source: protocol.txt of Scan 3.1, by Fabien Letouzey. The length and the number of the lines that an engine writes are
limited, its moves are checked by the rules, and every wait has a timeout.
"""

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from ai.engine import Stop, never
from ai.hub.conventions import (
    OTHER_NAMES,
    Convention,
    hub_move_text,
    known_conventions,
    position_letters,
    read_hub_move,
)
from ai.hub.program import EngineError, LineProgram, Transport
from ai.hub.text import HubCommand, decoded, hub_value, read_command, shown
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move
from engine.rules import Rules

ANSWER_TIMEOUT: Final = 20.0  # seconds: timeout for an answer, added to the search time if there is a search
STOP_TIMEOUT: Final = 1.0  # seconds: timeout for a move after "stop"
_LEAST_TIMEOUT: Final = 0.3  # seconds: smallest timeout for a move after the search time
_NUMBERING_PLIES: Final = 6  # plies of a game after which no other square numbering is tried
_MOST_PARAMETERS: Final = 200
_LONGEST_PV: Final = 20
_BETWEEN_STOPS: Final = 0.05  # seconds between two calls of stop
_BETWEEN_VARIATIONS: Final = 0.05  # seconds between two parsed variations; those in between are skipped
_NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})


class _WrongNumbering(EngineError):
    """The engine may number the squares in another way."""


@dataclass(frozen=True)
class HubLimits:
    """The limits of an engine for one move: seconds, nodes or its clock. Without a limit the engine decides.

    A clock replaces the other limits, and ``seconds`` replace ``nodes``. ``left`` is the seconds on the clock before
    the ``increment`` of this move, infinite without a clock. After ``latest`` seconds ``stop`` is sent. The engine then
    has half of ``latest`` to move, but at least 0.3 and at most 1 second.
    """

    seconds: float = 0.0
    nodes: int = 0
    latest: float = math.inf
    left: float = math.inf
    increment: float = 0.0


@dataclass(frozen=True)
class HubAnswer:
    """A move, and the engine's last ``info`` about the move.

    ``score`` is in centimen for the side to move, None if the engine sent no score. ``pv`` is the principal variation.
    It begins with the move and ends before the first move that cannot be parsed.
    """

    move: Move
    score: int | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[Move, ...] = ()


HubReport: TypeAlias = Callable[[HubAnswer], None]
"""A function that is called with what an engine thinks so far."""


class HubParameter(NamedTuple):
    """A parameter of an engine, with its default value and the allowed values."""

    name: str
    value: str
    kind: str
    allowed: str


class HubEngine:
    """A running engine that plays one rule set.

    ``command`` is the command line, with which ``start`` starts the engine. ``settings`` are values of engine
    parameters. Start-up is canceled when ``stop`` returns True. Raises EngineError if the engine cannot be started, is
    not a Hub engine, does not support the rule set, or lacks a parameter in ``settings``.
    """

    def __init__(
        self,
        command: str,
        rules: Rules,
        settings: Mapping[str, str] = _NO_SETTINGS,
        stop: Stop = never,
        start: Callable[[str], Transport] = LineProgram,
    ) -> None:
        self.name = command
        self.version = ""
        self.parameters: list[HubParameter] = []
        self._rules = rules
        self._generator = MoveGenerator(rules)
        self._conventions = list(known_conventions(rules))
        self._program = start(command)
        try:
            self._shake_hands(settings, stop)
        except BaseException:
            self.close()
            raise

    def _shake_hands(self, settings: Mapping[str, str], stop: Stop) -> None:
        self._program.send("hub")
        until = time.monotonic() + ANSWER_TIMEOUT
        while (received := self._receive("wait", until, stop)).name != "wait":
            if received.name == "id":
                self._program.name = self.name = received.arguments.get("name", "") or self.name
                self.version = received.arguments.get("version", "")
            elif received.name == "param" and "name" in received.arguments and len(self.parameters) < _MOST_PARAMETERS:
                self.parameters.append(_parameter(received.arguments))
        self._choose_variant()
        known = {parameter.name for parameter in self.parameters}
        for name, value in settings.items():
            if name not in known:
                raise EngineError(
                    f"{shown(self.name)} has no parameter {shown(name)}: it has {shown(', '.join(known))}"
                )
            self._program.send(f"set-param name={hub_value(name)} value={hub_value(value)}")
        self._program.send("init")
        until = time.monotonic() + ANSWER_TIMEOUT
        while self._receive("ready", until, stop).name != "ready":
            pass

    def _choose_variant(self) -> None:
        """Send the rule set to the engine if the engine has a variant parameter. Raises EngineError."""
        variants = next((each.allowed for each in self.parameters if each.name == "variant"), None)
        if variants is not None:
            names = [self._rules.name, *(name for name, ours in OTHER_NAMES.items() if ours == self._rules.name)]
            known = next((name for name in names if name in variants.split()), None)
            if known is None:
                raise EngineError(f"{shown(self.name)} does not play {self._rules.name}: it plays {shown(variants)}")
            self._program.send(f"set-param name=variant value={hub_value(known)}")

    def new_game(self) -> None:
        """Tell the engine that a new game begins."""
        self._program.send("new-game")

    def choose(
        self, game: Game, limits: HubLimits, stop: Stop = never, report: HubReport = lambda thought: None
    ) -> HubAnswer:
        """Return the engine's move in a game that is not over and that started without triple kings.

        When ``stop`` returns True, the command ``stop`` is sent to the engine, which then has one second to move.
        ``report`` is called with the latest ``info`` that has a variation. Raises EngineError if the engine sends no
        move within the limit plus 20 seconds, or an error or an illegal move.
        """
        while True:
            convention = self._conventions[0]
            try:
                self._send_game(game, convention, min(ANSWER_TIMEOUT, limits.latest), stop)
                answer = self._think(game, limits, convention, stop, report)
            except _WrongNumbering:
                # On the 8x8 board programs number the squares in several ways: try the next numbering.
                if len(self._conventions) == 1:
                    raise
                del self._conventions[0]
            else:
                if game.ply >= _NUMBERING_PLIES:
                    del self._conventions[1:]
                return answer

    def _send_game(self, game: Game, convention: Convention, patience: float, stop: Stop) -> None:
        """Send the game so far. Wait up to ``patience`` seconds for the engine's confirmation."""
        geometry = self._rules.geometry
        moves = " ".join(hub_move_text(turn.move, geometry, convention.in_moves) for turn in game.turns[: game.ply])
        letters = position_letters(game.position_at(0), convention.in_positions)
        self._program.send(f"pos pos={letters}" + (f' moves="{moves}"' if moves else ""))
        self._program.send("ping")
        refusal = None
        until, late = time.monotonic() + patience, _after(stop, STOP_TIMEOUT)
        while (received := self._receive("pong", until, late)).name != "pong":
            if received.name == "error":
                refusal = received.arguments.get("message", "")
        if refusal is not None:
            raise _WrongNumbering(f"{shown(self.name)} says: {shown(refusal)}")

    def _think(self, game: Game, limits: HubLimits, convention: Convention, stop: Stop, report: HubReport) -> HubAnswer:
        allowed = limits.seconds
        if limits.left < math.inf:
            left = max(0.0, limits.left)
            allowed = left + limits.increment
            self._program.send(f"level time={left:g} inc={limits.increment:g}")
        elif limits.seconds:
            self._program.send(f"level move-time={limits.seconds:g}")
        elif limits.nodes:
            self._program.send(f"level nodes={limits.nodes}")
        self._program.send("go think")
        began = time.monotonic()
        until = began + allowed + ANSWER_TIMEOUT
        stopped, next_thought, line = False, began, ""
        moves = game.legal_moves()
        thought = HubAnswer(moves[0])
        while True:
            now = time.monotonic()
            if now >= until:
                raise EngineError(f"{shown(self.name)} does not answer: no done in time")
            if not stopped and (now >= began + limits.latest or stop()):
                stopped = True
                self._program.send("stop")
                until = min(until, now + STOP_TIMEOUT, began + limits.latest + max(_LEAST_TIMEOUT, limits.latest / 2))
            received = self._next(_BETWEEN_STOPS)
            if received is None:
                continue
            if received.name == "done":
                break
            if received.name == "info" and received.arguments.get("multi-pv", "1") == "1":
                thought = replace(
                    thought,
                    score=_centimen(received.arguments.get("score", ""), thought.score),
                    depth=_whole(received.arguments.get("depth", ""), thought.depth),
                    nodes=_whole(received.arguments.get("nodes", ""), thought.nodes),
                )
                line = received.arguments.get("pv", line)
                if line and now >= next_thought:
                    next_thought = now + _BETWEEN_VARIATIONS
                    thought = replace(thought, pv=self._line(game, line, convention) or thought.pv)
                    if thought.pv:
                        report(replace(thought, move=thought.pv[0]))
            elif received.name == "error":
                raise EngineError(f"{shown(self.name)} says: {shown(received.arguments.get('message', ''))}")
        text = received.arguments.get("move", "")
        try:
            move = read_hub_move(text, moves, self._rules.geometry, convention.in_moves)
        except ValueError:
            raise _WrongNumbering(f"{shown(self.name)} plays {shown(text)}, which is no legal move there") from None
        pv = self._line(game, line, convention)
        return replace(thought, move=move, pv=pv if pv[:1] == (move,) else (move,))

    def _line(self, game: Game, text: str, convention: Convention) -> tuple[Move, ...]:
        """Parse a variation. The result has at most 20 moves, and ends before the first illegal move."""
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
        """Send ``quit`` to the engine, and kill the process if it does not exit."""
        self._program.close("quit")

    def _receive(self, wanted: str, until: float, stop: Stop) -> HubCommand:
        """Return the next command. Raises EngineError, which names ``wanted``, at ``until`` or on ``stop``."""
        while (now := time.monotonic()) < until and not stop():
            received = self._next(min(_BETWEEN_STOPS, until - now))
            if received is not None:
                return received
        raise EngineError(f"{shown(self.name)} does not answer: no {wanted} in time")

    def _next(self, seconds: float) -> HubCommand | None:
        """Return the next command, or None after ``seconds`` or after an invalid line.

        Raises EngineError at the end of the output.
        """
        line = self._program.line(seconds)
        if line is not None:
            with suppress(ValueError):  # lines outside the protocol are skipped
                return read_command(decoded(line))
        return None


def _after(stop: Stop, seconds: float) -> Stop:
    """Delay a stop function: return a function that returns True ``seconds`` seconds after ``stop`` first does."""
    since = math.inf

    def late() -> bool:
        nonlocal since
        if since == math.inf and stop():
            since = time.monotonic()
        return time.monotonic() >= since + seconds

    return late


def _parameter(arguments: Mapping[str, str]) -> HubParameter:
    """Return the parameter from the arguments of a ``param`` line."""
    kind = arguments.get("type", "string")
    bounds = [arguments[bound] for bound in ("min", "max") if bound in arguments]
    allowed = arguments.get("values", " to ".join(bounds))
    return HubParameter(arguments["name"], arguments.get("value", ""), kind, allowed)


def _centimen(text: str, known: int | None) -> int | None:
    """Convert a score from men to centimen. Return ``known`` if the text is not a number."""
    try:
        value = float(text)
    except ValueError:
        return known
    return round(100 * value) if math.isfinite(value) and abs(value) < 1e4 else known


def _whole(text: str, known: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else known
