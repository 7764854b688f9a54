"""The players of a match, and their configuration by text: ``level=5``, ``rating=1300`` or ``nodes=20000``."""

import math
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from ai.book import book_for
from ai.endgames.files import tables_for
from ai.endgames.probe import EndgameTables
from ai.engine import MAX_DEPTH, Engine, Limits, never
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.trained_evaluation import trained_evaluation, unpack_evaluation
from ai.hub.client import HubEngine, HubLimits
from ai.hub.program import EngineError
from ai.levels import ALL_TABLES, LEVELS, Level, MoveRequest, level_at
from ai.opponent import Opponent, choose_root_move
from ai.search.options import LARGEST, SearchOptions, fit_hash_size
from ai.time_control import UNLIMITED, Budget, TimeControl, for_game
from ai.whole_files import read_bytes
from engine.game import Game
from engine.position import Move
from engine.printable import quoted
from engine.rules import Jumping, Rules

_DEFAULT_NODES: Final = 20_000
_BOUNDS: Final = {"nodes": (1, 10**12), "depth": (1, MAX_DEPTH), "window": (0, 10_000)}
"""The smallest and largest values of the properties."""
_MOST_DECIMAL: Final = 1_000_000
_OPTIONS: Final = SearchOptions()
_HUB: Final = "hub="


class Choice(NamedTuple):
    """A move and its score in centimen for the mover. The score is None if the player has none.

    This is so for an only legal move, for players that do not search, and for engines that send no score.
    """

    move: Move
    score: int | None


class MatchPlayer(Protocol):
    """A player of one side in games of one rule set and jumping rule."""

    def begin(self) -> None:
        """Prepare for a new game: by default there is nothing to do."""
        return

    def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
        """Return a move in a game that is not over.

        ``left`` is the seconds on the clock before the increment of this move, infinite without a clock.
        """


@dataclass(frozen=True)
class Configuration:
    """The configuration of a player. ``kind`` is ``search``, ``random`` or ``hub``.

    ``hub`` is the command line of an external engine. ``tabled_pieces`` is the largest number of pieces with which the
    endgame tables are used; None means the limit of the level, or no limit. ``uses_book`` enables the packaged opening
    book. With a ``clock`` the player manages its own time.
    """

    text: str = field(compare=False)
    kind: str = "search"
    level: Level | None = None
    nodes: int = 0
    seconds: float = 0.0
    clock: TimeControl | None = None
    depth: int = MAX_DEPTH
    window: int = 0
    temperature: float = 1.0
    evaluation: Path | None = None
    options: SearchOptions = _OPTIONS
    tabled_pieces: int | None = None
    uses_book: bool = False
    hub: str = ""


def read_configuration(text: str) -> Configuration:
    """Parse a configuration. A search without limits gets a node limit.

    Raises ValueError, which quotes the invalid part.
    """
    found = Configuration(text)
    own, hub, command = text.partition(_HUB)
    if hub:
        # The rest of the text is the command, including commas.
        found = replace(found, kind="hub", hub=command.strip())
        if not found.hub:
            raise ValueError(f"{quoted(text)} needs a command that starts an engine")
    for item in filter(None, (part.strip() for part in own.split(","))):
        name, _, value = item.partition("=")
        found = replace(found, **_changes(found, name.strip(), value.strip(), item))
    if found.kind != "search":
        return found
    if not found.nodes and not found.seconds and not found.clock and found.depth == MAX_DEPTH:
        found = replace(found, nodes=_DEFAULT_NODES)
    return found if "megabytes" in text else _with_fitting_hash(found)


def _with_fitting_hash(found: Configuration) -> Configuration:
    seconds = for_game(*found.clock).hard if found.clock else found.seconds
    return replace(found, options=fit_hash_size(found.options, found.nodes, seconds))


def at_equal_cost(configuration: Configuration, other: Configuration) -> Configuration:
    """Return a configuration; if it is an external engine without limits, add the limits of ``other``."""
    if configuration.kind != "hub" or configuration.seconds or configuration.nodes or configuration.clock:
        return configuration
    seconds = 0.0 if other.nodes else other.seconds
    return replace(configuration, nodes=other.nodes, seconds=seconds, clock=other.clock)


def _changes(found: Configuration, name: str, value: str, item: str) -> dict[str, Any]:
    """Parse one ``name=value`` item; return the changed configuration fields. Raises ValueError."""
    match name:
        case "random" if not value:
            return {"kind": name}
        case "level" if value in map(str, LEVELS):
            return _of_level(LEVELS[int(value)])
        case "level":
            raise ValueError(f"{quoted(item)}: the levels are 1 to {len(LEVELS)}")
        case "rating":
            return _of_level(level_at(_whole(value, item, LEVELS[1].rating, LEVELS[len(LEVELS)].rating)))
        case "nodes" | "depth" | "window":
            return {name: _whole(value, item, *_BOUNDS[name])}
        case "seconds" | "temperature":
            return {name: _decimal(value, item)}
        case "clock":
            return {name: _clock(value, item)}
        case "tables":
            return {"tabled_pieces": ALL_TABLES if _boolean(value, item) else 0}
        case "book":
            return {"uses_book": _boolean(value, item)}
        case "evaluation":
            return {name: _file(value, item)}
    return {"options": _with_option(found.options, name, value, item)}


def _of_level(level: Level) -> dict[str, Any]:
    """Return the configuration fields of a level, or of a strength between two levels."""
    limits: dict[str, Any] = {"nodes": level.nodes, "seconds": level.seconds, "depth": level.depth or MAX_DEPTH}
    limits |= {"window": level.multipv_window, "temperature": level.temperature}
    return {"level": level, "options": replace(_OPTIONS, prob_cut=level.prob_cut), **limits}


def _with_option(options: SearchOptions, name: str, value: str, item: str) -> SearchOptions:
    defaults = asdict(_OPTIONS)
    if name not in defaults:
        raise ValueError(
            f"{quoted(item)} is not part of a player: there are level, rating, nodes, seconds, clock, depth, window, "
            f"temperature, tables, book, evaluation=FILE, {', '.join(defaults)}, random, hub=COMMAND"
        )
    is_switch = isinstance(defaults[name], bool)
    switched = {"on": defaults[name] or True, "off": False}.get(value)
    if switched is None:
        switched = _whole(value, item, 0, 1 if is_switch else LARGEST[name])
    change: dict[str, Any] = {name: bool(switched) if is_switch else switched}
    return replace(options, **change)


def _whole(value: str, item: str, least: int, most: int) -> int:
    digits = value.replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and least <= int(digits) <= most):
        raise ValueError(f"{quoted(item)} needs a whole number from {least} to {most}")
    return int(digits)


def _decimal(value: str, item: str) -> float:
    number = _number(value)
    if not 0 < number < _MOST_DECIMAL:
        raise ValueError(f"{quoted(item)} needs a number above 0 and below {_MOST_DECIMAL}")
    return number


def _number(value: str) -> float:
    """Return a number; not a number (NaN) for other text."""
    try:
        return float(value)
    except ValueError:
        return math.nan


def _clock(value: str, item: str) -> TimeControl:
    seconds, _, increment = value.partition("+")
    added = _number(increment or "0")
    if not 0 <= added < _MOST_DECIMAL:
        raise ValueError(f"{quoted(item)} needs seconds, and seconds a move, as in 60+0.5")
    return TimeControl(_decimal(seconds, item), added)


def _boolean(value: str, item: str) -> bool:
    if value not in ("on", "off"):
        raise ValueError(f"{quoted(item)}: use on or off")
    return value == "on"


def _file(value: str, item: str) -> Path:
    if not value:
        raise ValueError(f"{quoted(item)} needs the name of a file")
    return Path(value)


def make_player(
    configuration: Configuration, rules: Rules, jumping: Jumping = "forced", folder: Path | None = None
) -> MatchPlayer:
    """Return a new player with its own hash table, if any. ``folder`` may hold larger endgame tables."""
    if configuration.kind == "random":
        return RandomPlayer()
    if configuration.kind == "hub":
        return HubPlayer(configuration, rules)
    level = configuration.level
    most = configuration.tabled_pieces
    if most is None:
        most = level.tabled_pieces if level else ALL_TABLES
    as_it_is = replace(configuration, tabled_pieces=None, uses_book=False)
    if level is not None and as_it_is == _with_fitting_hash(Configuration("", **_of_level(level))):
        return LevelPlayer(level._replace(tabled_pieces=most, uses_book=configuration.uses_book), folder)
    return SearchPlayer(rules, configuration, jumping, tables_for(rules, folder) if most else None, most)


class RandomPlayer(MatchPlayer):
    """A player of random legal moves."""

    def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
        """Return a random legal move."""
        return Choice(rng.choice(game.legal_moves()), None)


class LevelPlayer(MatchPlayer):
    """The program's own opponent at one level.

    At a level with a node limit, the opponent clears its transposition table before every move, and its node limit may
    vary from game to game. At a level without a node limit, it keeps the table, even from game to game.
    """

    def __init__(self, level: Level, folder: Path | None = None) -> None:
        self._level = level
        self._opponent = Opponent(folder)

    def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
        """Return the opponent's move."""
        found = self._opponent.choose_move(MoveRequest(game, self._level, rng), never)
        return Choice(found.move, found.score if found.roots else None)


class SearchPlayer(MatchPlayer):
    """A search with its own evaluation, options and limits. The hash table is kept between moves.

    Raises OSError if a file cannot be read, and ValueError if a file is not an evaluation of the rule set.
    """

    def __init__(
        self, rules: Rules, configuration: Configuration, jumping: Jumping, tables: EndgameTables | None, most: int
    ) -> None:
        if configuration.evaluation is None:
            trained = trained_evaluation(rules)
        else:
            trained = unpack_evaluation(read_bytes(configuration.evaluation), rules)
        evaluator = Evaluator(trained)
        book = book_for(rules) if configuration.uses_book else None
        self._engine = Engine(
            rules, configuration.options, jumping, evaluator=evaluator, tables=tables, book=book, tabled_pieces=most
        )
        self._window = configuration.window
        self._temperature = configuration.temperature
        budget = Budget(hard=configuration.seconds) if configuration.seconds else UNLIMITED
        self._limits = Limits(configuration.depth, configuration.nodes, budget, configuration.window)
        self._clock = configuration.clock

    def begin(self) -> None:
        """Empty the hash table."""
        self._engine.new_game()

    def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
        """Return the best move or another move in the MultiPV window. An only legal move is not searched."""
        limits = self._limits
        if self._clock is not None:
            limits = replace(limits, budget=for_game(left, self._clock.increment))
        found = self._engine.search(game.positions_since_progress(), limits)
        if not found.roots:
            return Choice(found.move, None)
        alike = not (found.nodes or found.is_from_book)
        window, temperature = self._window, self._temperature
        root = rng.choice(found.roots) if alike else choose_root_move(found.roots, window, temperature, rng)
        return Choice(root.move, root.score)


class HubPlayer(MatchPlayer):
    """An external engine. It is started for the first game and after a game in which it failed.

    Raises EngineError if the engine cannot be started or fails.
    """

    def __init__(self, configuration: Configuration, rules: Rules) -> None:
        self._command = configuration.hub
        self._rules = rules
        increment = configuration.clock.increment if configuration.clock else 0.0
        self._limits = HubLimits(configuration.seconds, configuration.nodes, increment=increment)
        self._engine: HubEngine | None = None

    def begin(self) -> None:
        """Start the engine if it does not run, and tell it that a new game begins."""
        if self._engine is None:
            self._engine = HubEngine(self._command, self._rules)
        self._engine.new_game()

    def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
        """Return the engine's move.

        With a node limit an only legal move is played without a search, as SearchPlayer does. The engine would profit
        from the extra search.
        """
        moves = game.legal_moves()
        if self._limits.nodes and len(moves) == 1:
            return Choice(moves[0], None)
        assert self._engine is not None
        try:
            answer = self._engine.choose(game, replace(self._limits, left=left))
        except EngineError:
            self._engine.close()
            self._engine = None
            raise
        return Choice(answer.move, answer.score)
