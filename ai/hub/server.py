"""A server of the Hub protocol, version 2. It reads lines, writes lines by a callable and searches on a thread.

Source: protocol.txt of Scan 3.1, by Fabien Letouzey. Clients wait for the ``done`` of every ``go``. As in Scan, a
``go`` that cannot lead to a move is answered by an ``error`` and a ``done`` without a move.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from ai.book import Book
from ai.endgames.probe import EndgameTables
from ai.engine import MAX_DEPTH, Engine, Limits
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.hub.conventions import (
    OTHER_NAMES,
    Convention,
    HubGame,
    conventions,
    hub_move_text,
    pydraughts_convention,
    read_game,
)
from ai.hub.server_search import HubSearch
from ai.hub.text import HubCommand, decoded, hub_value, read_command, shown
from ai.memory import total_memory
from ai.search.options import SearchOptions
from ai.time_control import UNLIMITED, Budget, for_game, for_move
from engine.game import stuck
from engine.moves import MoveGenerator
from engine.position import Move
from engine.rules import AMERICAN, RULE_SETS, Rules, rules_named

_MODES: Final = ("think", "ponder", "analyze")
_LARGEST_TABLE: Final = 4096  # megabytes
_MOST_LINES: Final = 40
_BOOLEANS: Final = ("false", "true")
_NUMBERINGS: Final = ("position", "pydraughts")
_LARGE: Final = RULE_SETS[OTHER_NAMES["normal"]]
"""The rule set of a position on the large board, whatever the variant: what the protocol calls normal."""
_DEFAULT_BUDGET: Final = for_move(1.0)


@dataclass(frozen=True)
class _LevelCommand:
    """The limits of the next searches, as the command ``level`` sets them.

    ``time`` is the number of seconds left on the game clock; None without a clock.
    """

    depth: int = MAX_DEPTH
    nodes: int = 0
    move_time: float | None = None
    time: float | None = None
    inc: float = 0.0
    moves: int | None = None

    def budget(self) -> Budget:
        """Return the time for one move."""
        if self.move_time is not None:
            return for_move(max(0.0, self.move_time))
        return UNLIMITED if self.time is None else for_game(self.time, max(0.0, self.inc), self.moves)


@dataclass(eq=False)
class HubServer:
    """A server for one client. ``write`` sends a line to the client; the thread of a search calls it too.

    ``name`` and ``version`` are sent to the client. ``open_tables`` and ``open_book`` return the endgame tables and
    the opening book of a rule set.

    An invalid command is answered by a line ``error message="<a sentence>"`` and changes nothing, with three
    exceptions. An invalid position or level discards the previous one. An invalid ``go`` ends the search. An invalid
    variant or numbering makes ``init``, ``pos`` and ``go`` invalid until a valid one is set: no other game is played
    in its place. Unknown commands and parameters are ignored, as the protocol demands.
    """

    write: Callable[[str], None]
    name: str
    version: str
    open_tables: Callable[[Rules], EndgameTables]
    open_book: Callable[[Rules], Book | None]

    def __post_init__(self) -> None:
        self._variant = ""  # as the client named it
        self._rules = AMERICAN
        self._numbering = _NUMBERINGS[0]
        self._refused: set[str] = set()  # parameters without which no game is played
        self._conventions: dict[str, Convention] = {}
        self._options = SearchOptions()
        self._lines = 1
        self._with_tables = True
        self._with_book = False
        self._engine: Engine | None = None
        self._search: HubSearch | None = None
        self._level: _LevelCommand | None = None
        self._game: HubGame | None = None
        self._answers: dict[str, Callable[[HubCommand], None]] = {
            "hub": self._hub,
            "set-param": self._set_param,
            "init": self._init,
            "pos": self._pos,
            "level": self._set_level,
            "go": self._go,
            "ponder-hit": self._ponder_hit,
            "stop": self._stop,
            "new-game": self._new_game,
            "ping": lambda _: self.write("pong"),
        }

    def handle(self, line: bytes) -> bool:
        """Answer one line; return False after ``quit``."""
        try:
            command = read_command(decoded(line))
            if command is not None and command.name == "quit":
                return False
            if command is not None and command.name in self._answers:
                if self._refused and command.name in ("init", "pos", "go"):
                    raise ValueError(f"{' and '.join(sorted(self._refused))} must be set again: the value was refused")
                self._answers[command.name](command)
        except ValueError as error:
            self._refuse(line, error)
        return True

    def close(self) -> None:
        """Stop the search and wait for its end, if there is one."""
        search, self._search = self._search, None
        if search is None:
            return
        search.stop()
        search.wait()
        if search.failed:
            self._engine = None  # its table and its stack cannot be trusted

    def _refuse(self, line: bytes, error: ValueError) -> None:
        first = line.split(maxsplit=1)[0] if line.strip() else b""
        if first == b"pos":
            self._game = None  # the next search must not use an older position
        elif first == b"level":
            self._level = None
        elif first == b"set-param":
            self._refused |= {name for name in ("variant", "numbering") if name.encode() in line}
        self.write(f"error message={hub_value(str(error))}")
        if first == b"go":
            self.close()
            self.write("done")

    def _hub(self, command: HubCommand) -> None:
        names = " ".join((*RULE_SETS, *OTHER_NAMES))
        author = f"the {self.name} authors"
        self.write(f"id name={hub_value(self.name)} version={self.version} author={hub_value(author)}")
        self.write(f"param name=variant value={self._variant or self._rules.name} type=enum values={hub_value(names)}")
        numberings = hub_value(" ".join(_NUMBERINGS))
        self.write(f"param name=numbering value={self._numbering} type=enum values={numberings}")
        self.write(f"param name=megabytes value={self._options.megabytes} type=int min=1 max={largest_table()}")
        self.write(f"param name=multi-pv value={self._lines} type=int min=1 max={_MOST_LINES}")
        self.write(f"param name=tables value={_BOOLEANS[self._with_tables]} type=bool")
        self.write(f"param name=book value={_BOOLEANS[self._with_book]} type=bool")
        self.write("wait")

    def _set_param(self, command: HubCommand) -> None:
        name, value = command.arguments.get("name", ""), command.arguments.get("value", "")
        if not name:
            raise ValueError("set-param needs a name and a value, as in set-param name=megabytes value=64")
        if name == "variant":
            self._set_variant(value)
        elif name == "numbering":
            if value not in _NUMBERINGS:
                raise ValueError(f"numbering is {_or(*_NUMBERINGS)}, not {shown(value)}")
            self._numbering = value
            self._conventions.clear()
        elif name == "multi-pv":
            self._lines = _whole(name, value, _MOST_LINES)
        elif name == "megabytes":
            self._options = replace(self._options, megabytes=_whole(name, value, largest_table()))
            self._drop_engine()
        elif name == "tables":
            self._with_tables = _boolean(name, value)
            self._drop_engine()
        elif name == "book":
            self._with_book = _boolean(name, value)
            self._drop_engine()
        self._refused.discard(name)

    def _set_variant(self, name: str) -> None:
        rules = rules_named(OTHER_NAMES.get(name, name))
        if rules is None:
            raise ValueError(f"there is no variant {shown(name)}: it is {_or(*RULE_SETS, *OTHER_NAMES)}")
        self.close()
        self._variant = name
        self._rules = rules
        self._game = None
        self._conventions.clear()

    def _drop_engine(self) -> None:
        """Discard the engine, so that the next search creates another."""
        self.close()
        self._engine = None

    def _init(self, command: HubCommand) -> None:
        self._ready_engine(self._rules)
        self.write("ready")

    def _ready_engine(self, rules: Rules) -> Engine:
        """Return the engine of a rule set. Raises ValueError.

        If memory is short, the size of the hash table is halved until it fits: a client waits for an answer.
        """
        if self._engine is not None and self._engine.rules == rules:
            return self._engine
        self._drop_engine()
        tables = self.open_tables(rules) if self._with_tables else None
        book = self.open_book(rules) if self._with_book else None
        wanted = self._options.megabytes
        while True:
            try:
                engine = Engine(rules, self._options, tables=tables, book=book)
                engine.new_game()  # allocates the hash table
                break
            except MemoryError:
                if self._options.megabytes == 1:
                    raise ValueError("there is no memory left to search with") from None
                self._options = replace(self._options, megabytes=self._options.megabytes // 2)
        self._engine = engine
        troubles = [trained_evaluation(rules).problem]
        if self._options.megabytes < wanted:
            troubles.append(f"there is no memory for {wanted} megabytes: {self._options.megabytes} are used")
        for sentence in filter(None, troubles):
            self.write(f"error message={hub_value(sentence)}")
        return engine

    def _pos(self, command: HubCommand) -> None:
        letters, moves = command.arguments.get("pos", ""), command.arguments.get("moves", "")
        is_large = len(letters) - 1 == _LARGE.geometry.squares
        rules = _LARGE if is_large and self._rules.geometry != _LARGE.geometry else self._rules
        declared = pydraughts_convention(rules) if self._numbering == "pydraughts" else None
        ways = conventions(rules, letters, moves, self._conventions.get(rules.name, declared))
        self._game = read_game(MoveGenerator(rules), letters, moves, ways)
        self._conventions[rules.name] = self._game.convention

    def _set_level(self, command: HubCommand) -> None:
        given = command.arguments
        numbers = {name: _whole(name, given[name]) for name in ("depth", "nodes", "moves") if name in given}
        times = {name: _seconds(name, given[name]) for name in ("move-time", "time", "inc") if name in given}
        values: dict[str, Any] = {name.replace("-", "_"): value for name, value in (numbers | times).items()}
        self._level = _LevelCommand(**values)

    def _go(self, command: HubCommand) -> None:
        self.close()
        mode = next((mode for mode in _MODES if mode in command.arguments), None)
        if mode is None:
            raise ValueError(f"go needs one of {', '.join(_MODES)}")
        if self._game is None:
            raise ValueError("there is no position to search")
        rules, positions, convention = self._game
        generator = MoveGenerator(rules)
        over = stuck(generator, positions[-1])
        if over is not None:
            raise ValueError(f"the game is over: {over.reason.value}")
        engine = self._ready_engine(rules)
        level = self._level or _LevelCommand()
        budget = _DEFAULT_BUDGET if self._level is None and mode == "think" else level.budget()

        def name_move(move: Move) -> str:
            return hub_move_text(move, rules.geometry, convention.in_moves)

        self._search = HubSearch(
            engine.analyze if mode == "analyze" or (budget == UNLIMITED and not self._with_book) else engine.search,
            positions,
            Limits(level.depth, level.nodes, budget, lines=self._lines),
            self.write,
            name_move,
            fallback=generator.legal_moves(positions[-1])[0],
            ponders=mode == "ponder",
        )

    def _ponder_hit(self, command: HubCommand) -> None:
        if self._search is not None:
            self._search.ponder_hit()

    def _stop(self, command: HubCommand) -> None:
        if self._search is not None:
            self._search.stop()

    def _new_game(self, command: HubCommand) -> None:
        self.close()
        self._game = None
        if self._engine is not None:
            self._engine.new_game()


def largest_table() -> int:
    """Return the upper limit of the hash table in megabytes: a quarter of the memory if its size is known."""
    memory = total_memory()
    return _LARGEST_TABLE if memory is None else min(_LARGEST_TABLE, max(1, memory >> 22))


def _boolean(name: str, value: str) -> bool:
    """Return the value of a boolean parameter. Raises ValueError."""
    if value not in _BOOLEANS:
        raise ValueError(f"{name} is true or false, not {shown(value)}")
    return value == "true"


def _or(*names: str) -> str:
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def _whole(name: str, text: str, highest: int | None = None) -> int:
    """Return a whole number from 1 to ``highest``. Raises ValueError."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else 0
    if not 1 <= value <= (highest or value):
        bounds = "from 1" if highest is None else f"from 1 to {highest}"
        raise ValueError(f"{name} is a whole number {bounds}, not {shown(text)}")
    return value


def _seconds(name: str, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        raise ValueError(f"{name} is a number of seconds, not {shown(text)}")
    return seconds
