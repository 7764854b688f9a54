"""The players of a match, each described by a line such as ``level=5`` or ``nodes=20000,reductions=off``."""

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from ai.evaluation.evaluate import Evaluator
from ai.evaluation.weights import WEIGHTS, weights_for
from ai.levels import LEVELS, Level
from ai.opponent import Opponent, pick
from ai.search.options import EXACT_OPTIONS, SMALL_TABLE, Options, suited
from ai.search.root import MAX_DEPTH, Limits, Result, Searcher
from engine.game import Game
from engine.position import Move, Position
from engine.rules import Rules

_USUAL_NODES: Final = 20_000
_MOST: Final = {"reductions": 1000, "aspiration": 1000, "threats": 8, "futility": 1000, "megabytes": 4096}
_OPTIONS: Final = Options()
_SIMPLE: Final = ("random", "greedy")
_WEIGHT: Final = "weights."


class Choice(NamedTuple):
    """A move and its score in hundredths of a man from the mover's view; None of a player that has no opinion."""

    move: Move
    score: int | None


class Player(Protocol):
    """Plays one side of games of one rule set with forced jumping."""

    def begin(self) -> None:
        """Forget the games played before."""

    def choose(self, game: Game, rng: Random) -> Choice:
        """A move in a game that is not over."""


@dataclass(frozen=True)
class Configuration:
    """What a player is. ``kind`` is ``search``, ``level``, ``material``, ``greedy`` or ``random``."""

    text: str = field(compare=False)
    kind: str = "search"
    level: Level | None = None
    nodes: int = 0
    seconds: float = 0.0
    depth: int = MAX_DEPTH
    margin: int = 0
    softness: float = 1.0
    weights: tuple[tuple[str, int], ...] = ()
    options: Options = _OPTIONS


def read_configuration(text: str) -> Configuration:
    """The configuration a line describes. Raises ValueError that quotes what is wrong."""
    found = Configuration(text)
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = item.partition("=")
        found = _with(found, name.strip(), value.strip(), item)
    if found.kind != "search":
        return found
    if not found.nodes and not found.seconds and found.depth == MAX_DEPTH:
        found = replace(found, nodes=_USUAL_NODES)
    if "megabytes" not in text:
        found = replace(found, options=suited(found.options, found.nodes))
    return found


def _with(found: Configuration, name: str, value: str, item: str) -> Configuration:
    """A configuration changed by one item of its line."""
    if name in _SIMPLE and not value:
        return replace(found, kind=name)
    if name == "material":
        return replace(found, kind=name, depth=_whole(value, item))
    if name == "level":
        if value not in map(str, LEVELS):
            raise ValueError(f"{item!r}: the levels are 1 to {len(LEVELS)}")
        level = LEVELS[int(value)]
        return replace(
            found,
            level=level,
            nodes=level.nodes,
            seconds=level.seconds,
            margin=level.margin,
            softness=level.softness,
        )
    if name in ("nodes", "depth", "margin"):
        return replace(found, **{name: _whole(value, item)})  # type: ignore[arg-type]  # these three are whole numbers
    if name in ("seconds", "softness"):
        return replace(found, **{name: _decimal(value, item)})  # type: ignore[arg-type]  # these two are not
    if name.startswith(_WEIGHT):
        weight = name.removeprefix(_WEIGHT).replace("_", " ").replace("-", " ")
        if weight not in WEIGHTS:
            raise ValueError(f"{item!r}: there is no such weight; there are {', '.join(WEIGHTS)}")
        return replace(found, weights=(*found.weights, (weight, _whole(value, item))))
    return replace(found, options=_with_option(found.options, name, value, item))


def _with_option(options: Options, name: str, value: str, item: str) -> Options:
    usual = asdict(_OPTIONS)
    if name not in usual:
        raise ValueError(
            f"{item!r} is no part of a player: there are level, nodes, seconds, depth, margin, softness, "
            f"{_WEIGHT}NAME, {', '.join(usual)}, material=DEPTH, {', '.join(_SIMPLE)}"
        )
    switched = {"on": usual[name] or True, "off": False}.get(value)
    if switched is None:
        switched = _whole(value, item)
        most = _MOST.get(name, 1)
        if not 0 <= switched <= most:
            raise ValueError(f"{item!r} wants a number from 0 to {most}")
    change: dict[str, Any] = {name: bool(switched) if isinstance(usual[name], bool) else switched}
    return replace(options, **change)


def _whole(value: str, item: str) -> int:
    digits = value.removeprefix("-").replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise ValueError(f"{item!r} wants a whole number")
    return int(value.replace("_", ""))


def _decimal(value: str, item: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 < number < 1e6:
        raise ValueError(f"{item!r} wants a number above 0")
    return number


def player(configuration: Configuration, rules: Rules) -> Player:
    """A new player, with a table of its own where it has one."""
    if configuration.kind == "random":
        return RandomPlayer()
    if configuration.kind == "greedy":
        return GreedyPlayer()
    if configuration.kind == "material":
        return MaterialPlayer(rules, configuration.depth)
    level = configuration.level
    if level is not None and configuration == read_configuration(f"level={level.number}"):
        return LevelPlayer(level)
    return SearchPlayer(rules, configuration)


class RandomPlayer:
    """Plays any legal move."""

    def begin(self) -> None:
        """There is nothing to forget."""

    def choose(self, game: Game, rng: Random) -> Choice:
        """A legal move."""
        return Choice(rng.choice(game.legal_moves()), None)


class GreedyPlayer:
    """Looks one ply ahead for the most pieces and otherwise plays at random."""

    def begin(self) -> None:
        """There is nothing to forget."""

    def choose(self, game: Game, rng: Random) -> Choice:
        """One of the moves that take the most pieces."""
        moves = game.legal_moves()
        most = max(len(move.captured) for move in moves)
        return Choice(rng.choice([move for move in moves if len(move.captured) == most]), None)


class LevelPlayer:
    """The opponent as the game offers it at a level."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self._opponent = Opponent()

    def begin(self) -> None:
        """The opponent forgets by itself at every move, and has a form for every game."""

    def choose(self, game: Game, rng: Random) -> Choice:
        """The opponent's move."""
        thought = self._opponent.choose_move(game, self._level, rng, lambda: False)
        assert thought.move is not None  # the game is not over and nothing stops it
        return Choice(thought.move, None if len(thought.line) == 1 and not thought.nodes else thought.score)


class SearchPlayer:
    """A search with weights, options and limits of its own; its table lives from move to move."""

    def __init__(self, rules: Rules, configuration: Configuration) -> None:
        self._configuration = configuration
        self._searcher = Searcher(
            rules, configuration.options, Evaluator(rules, weights_for(rules, dict(configuration.weights)))
        )
        self._limits = Limits(configuration.depth, configuration.nodes, configuration.margin)

    def begin(self) -> None:
        """Empty the table."""
        self._searcher.forget()

    def choose(self, game: Game, rng: Random) -> Choice:
        """The best move, or one within the margin; an only move is made at once."""
        moves = game.legal_moves()
        if len(moves) == 1:
            return Choice(moves[0], None)
        result = self._searcher.search(game.positions_since_progress(), self._limits, self._stop(), lambda found: None)
        configuration = self._configuration
        return _choice(moves, result, pick(result, configuration.margin, configuration.softness, rng))

    def _stop(self) -> Callable[[], bool]:
        seconds = self._configuration.seconds
        if not seconds:
            return lambda: False
        end = time.monotonic() + seconds
        return lambda: time.monotonic() >= end


class MaterialPlayer:
    """A full-width search to a depth that counts pieces only; chance decides among the best moves."""

    def __init__(self, rules: Rules, depth: int) -> None:
        worth = weights_for(rules)
        kinds = ("man", "king", "triple king")
        weights = {name: worth[name] if name in kinds else 0 for name in worth}
        self._searcher = Searcher(rules, replace(EXACT_OPTIONS, megabytes=SMALL_TABLE), Evaluator(rules, weights))
        self._limits = Limits(depth, 0, 1)

    def begin(self) -> None:
        """Empty the table."""
        self._searcher.forget()

    def choose(self, game: Game, rng: Random) -> Choice:
        """One of the moves that win the most or lose the least."""
        moves = game.legal_moves()
        result = self._searcher.search(game.positions_since_progress(), self._limits, lambda: False, lambda found: None)
        best = result.scores.count(result.scores[0])
        return _choice(moves, result, result.successors[rng.randrange(best)])


def _choice(moves: list[Move], result: Result, chosen: Position) -> Choice:
    score = result.scores[result.successors.index(chosen)]
    return Choice(next(move for move in moves if move.after == chosen), score)
