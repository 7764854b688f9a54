"""The players of a match, each described by a line such as ``level=5`` or ``nodes=20000,late_move_reductions=off``."""

import math
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from ai.endgames.files import tables_for
from ai.endgames.probe import EndgameTables
from ai.engine import MAX_DEPTH, Engine, Limits, never
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.weights import WEIGHT_NAMES, material_only, weights_for
from ai.levels import ALL_TABLES, LEVELS, Level
from ai.opponent import Opponent, choose_root_move
from ai.search.options import EXACT_OPTIONS, SMALL_TABLE, SearchOptions, fit_hash_size
from ai.time_control import UNLIMITED, Budget
from engine.game import Game
from engine.position import Move
from engine.rules import Jumping, Rules

_USUAL_NODES: Final = 20_000
_MOST: Final = {
    "late_move_reductions": 1000,
    "aspiration_window": 1000,
    "threat_extension": 8,
    "reverse_futility": 1000,
    "megabytes": 4096,
}
_OPTIONS: Final = SearchOptions()
_SIMPLE: Final = ("random", "greedy")
_WEIGHT: Final = "weights."
_SWITCH: Final = {"on": ALL_TABLES, "off": 0}  # the most pieces with which tables are used


class Choice(NamedTuple):
    """A move and its score in hundredths of a man from the mover's view; None of a player that did not search."""

    move: Move
    score: int | None


class Player(Protocol):
    """Plays one side of games of one rule set and way of jumping."""

    def begin(self) -> None:
        """Forget the games played before."""

    def choose(self, game: Game, rng: Random) -> Choice:
        """A move in a game that is not over."""


@dataclass(frozen=True)
class Configuration:
    """What a player is. ``kind`` is ``search``, ``level``, ``material``, ``greedy`` or ``random``.

    ``tabled_pieces`` are the most with which it plays from endgame tables; None: as the level does, or else all.
    """

    text: str = field(compare=False)
    kind: str = "search"
    level: Level | None = None
    nodes: int = 0
    seconds: float = 0.0
    depth: int = MAX_DEPTH
    window: int = 0
    temperature: float = 1.0
    weights: tuple[tuple[str, int], ...] = ()
    options: SearchOptions = _OPTIONS
    tabled_pieces: int | None = None


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
        found = replace(found, options=fit_hash_size(found.options, found.nodes))
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
            window=level.multipv_window,
            temperature=level.temperature,
        )
    if name in ("nodes", "depth", "window"):
        return replace(found, **{name: _whole(value, item)})  # type: ignore[arg-type]  # these three are whole numbers
    if name in ("seconds", "temperature"):
        return replace(found, **{name: _decimal(value, item)})  # type: ignore[arg-type]  # these two are not
    if name == "tables":
        if value not in _SWITCH:
            raise ValueError(f"{item!r}: it is on or off")
        return replace(found, tabled_pieces=_SWITCH[value])
    if name.startswith(_WEIGHT):
        weight = name.removeprefix(_WEIGHT).replace("-", "_")
        if weight not in WEIGHT_NAMES:
            raise ValueError(f"{item!r}: there is no such weight; there are {', '.join(WEIGHT_NAMES)}")
        return replace(found, weights=(*found.weights, (weight, _whole(value, item))))
    return replace(found, options=_with_option(found.options, name, value, item))


def _with_option(options: SearchOptions, name: str, value: str, item: str) -> SearchOptions:
    usual = asdict(_OPTIONS)
    if name not in usual:
        raise ValueError(
            f"{item!r} is no part of a player: there are level, nodes, seconds, depth, window, temperature, tables, "
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


def player(
    configuration: Configuration, rules: Rules, jumping: Jumping = "forced", folder: Path | None = None
) -> Player:
    """A new player, with a table of its own where it has one; ``folder`` has more endgame tables."""
    if configuration.kind == "random":
        return RandomPlayer()
    if configuration.kind == "greedy":
        return GreedyPlayer()
    if configuration.kind == "material":
        return MaterialPlayer(rules, configuration.depth, jumping)
    level = configuration.level
    most = configuration.tabled_pieces
    if most is None:
        most = level.tabled_pieces if level else ALL_TABLES
    if level is not None and replace(configuration, tabled_pieces=None) == read_configuration(f"level={level.number}"):
        return LevelPlayer(replace(level, tabled_pieces=most), folder)
    return SearchPlayer(rules, configuration, jumping, tables_for(rules, folder, most=most) if most else None)


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

    def __init__(self, level: Level, folder: Path | None = None) -> None:
        self._level = level
        self._opponent = Opponent(folder)

    def begin(self) -> None:
        """The opponent forgets by itself at every move, and varies its budget by itself in every game."""

    def choose(self, game: Game, rng: Random) -> Choice:
        """The opponent's move."""
        found = self._opponent.choose_move(game, self._level, rng, never)
        return Choice(found.move, found.score if found.roots else None)


class SearchPlayer:
    """A search with weights, options and limits of its own; its table lives from move to move."""

    def __init__(
        self, rules: Rules, configuration: Configuration, jumping: Jumping, tables: EndgameTables | None
    ) -> None:
        evaluator = Evaluator(rules, weights_for(rules, dict(configuration.weights)))
        self._engine = Engine(rules, configuration.options, jumping, evaluator=evaluator, tables=tables)
        self._window = configuration.window
        self._temperature = configuration.temperature
        budget = Budget(hard=configuration.seconds) if configuration.seconds else UNLIMITED
        self._limits = Limits(configuration.depth, configuration.nodes, budget, configuration.window)

    def begin(self) -> None:
        """Empty the table."""
        self._engine.new_game()

    def choose(self, game: Game, rng: Random) -> Choice:
        """The best move, or one in the MultiPV window; an only move is made at once."""
        found = self._engine.search(game.positions_since_progress(), self._limits)
        if not found.nodes:
            return Choice(*rng.choice(found.roots)) if found.roots else Choice(found.move, None)
        return Choice(*choose_root_move(found.roots, self._window, self._temperature, rng))


class MaterialPlayer:
    """A full-width search to a depth that counts pieces only; chance decides among the best moves."""

    def __init__(self, rules: Rules, depth: int, jumping: Jumping) -> None:
        evaluator = Evaluator(rules, material_only(weights_for(rules)))
        self._engine = Engine(rules, replace(EXACT_OPTIONS, megabytes=SMALL_TABLE), jumping, evaluator=evaluator)
        self._limits = Limits(depth, multipv_window=1)

    def begin(self) -> None:
        """Empty the table."""
        self._engine.new_game()

    def choose(self, game: Game, rng: Random) -> Choice:
        """One of the moves that win the most or lose the least."""
        roots = self._engine.analyze(game.positions_since_progress(), self._limits).roots
        best = [root for root in roots if root.score == roots[0].score]
        return Choice(*best[rng.randrange(len(best))])
