"""The Hub protocol, version 2, as a conversation: lines in, lines out through a callable, searches on a thread."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ai.search.options import Options
from ai.search.root import MAX_DEPTH, Limits, Searcher
from ai.time_control import FREE, Budget, for_game, for_move
from console.hub.search import Thinking
from console.hub.text import Line, Played, quoted, read_game, read_line, shown
from console.version import NAME, VERSION
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

_OTHER_NAMES: Final = {"english": "american", "normal": "international", "standard": "international"}
_WRITTEN_TURNED: Final = "english"  # the name that goes with positions in which the first player is W
_MODES: Final = ("think", "ponder", "analyze")
_LARGEST_TABLE: Final = 4096
_UNTOLD: Final = for_move(1.0)


@dataclass(frozen=True)
class _Level:
    """What the next searches may spend; ``time`` is on the game's clock."""

    depth: int = MAX_DEPTH
    nodes: int = 0
    move_time: float | None = None
    time: float | None = None
    increment: float = 0.0
    moves: int | None = None

    def budget(self) -> Budget:
        """The seconds for a move."""
        if self.move_time is not None:
            return for_move(self.move_time)
        return FREE if self.time is None else for_game(self.time, self.increment, self.moves)


class Hub:
    """Answers a client's lines; ``write`` gets each answer and may be called from the thread of a search."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._variant = AMERICAN.name
        self._options = Options()
        self._reader = MoveGenerator(AMERICAN)
        self._searcher: Searcher | None = None
        self._generator = MoveGenerator(AMERICAN)
        self._thinking: Thinking | None = None
        self._turned = False
        self._level: _Level | None = None
        self._game: Played | None = None
        self._answers: dict[str, Callable[[Line], None]] = {
            "hub": self._hub,
            "set-param": self._set_param,
            "init": self._init,
            "pos": self._pos,
            "level": self._set_level,
            "go": self._go,
            "ponder-hit": self._ponder_hit,
            "stop": self._stop,
            "new-game": self._new_game,
            "ping": lambda line: self._write("pong"),
        }

    def hear(self, text: str) -> bool:
        """Answer one line; False after ``quit``. What cannot be followed is answered by an error line."""
        try:
            line = read_line(text)
            if line is not None and line.command == "quit":
                return False
            if line is not None and line.command in self._answers:
                self._answers[line.command](line)
        except ValueError as error:
            self._write(f"error message={quoted(str(error))}")
        return True

    def close(self) -> None:
        """End a search that is still running."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking.wait()
            self._thinking = None

    def _hub(self, line: Line) -> None:
        names = " ".join((*RULE_SETS, *_OTHER_NAMES))
        self._write(f"id name={quoted(NAME)} version={VERSION} author={quoted(f'the {NAME} authors')}")
        self._write(f"param name=variant value={self._variant} type=enum values={quoted(names)}")
        self._write(f"param name=megabytes value={self._options.megabytes} type=int min=1 max={_LARGEST_TABLE}")
        self._write("wait")

    def _set_param(self, line: Line) -> None:
        name, value = line.arguments.get("name", ""), line.arguments.get("value", "")
        self.close()
        if name == "variant":
            if value not in RULE_SETS and value not in _OTHER_NAMES:
                raise ValueError(f"there is no variant {shown(value)}")
            self._variant = value
            self._turned = value == _WRITTEN_TURNED
            self._game = None
            rules = RULE_SETS[_OTHER_NAMES.get(value, value)]
            self._reader, self._generator = MoveGenerator(rules), MoveGenerator(rules)
        elif name == "megabytes":
            size = _whole(line, "value", 1)
            if size > _LARGEST_TABLE:
                raise ValueError(f"megabytes is 1 to {_LARGEST_TABLE}, not {shown(value)}")
            self._options = replace(self._options, megabytes=size)
        else:
            return
        self._searcher = None

    def _init(self, line: Line) -> None:
        self._ready_searcher()
        self._write("ready")

    def _ready_searcher(self) -> Searcher:
        if self._searcher is None:
            rules = self._reader.rules
            self._searcher = Searcher(rules, self._options)
        return self._searcher

    def _pos(self, line: Line) -> None:
        self._game = None  # what follows a position that could not be read must not search an older one
        text, moves = line.arguments.get("pos", ""), line.arguments.get("moves", "")
        game = read_game(self._reader, text, moves, self._turned)
        if moves or game.positions[-1] == Position.start(self._reader.rules):
            self._turned = game.turned
        self._game = game

    def _set_level(self, line: Line) -> None:
        given = line.arguments
        level = _Level()
        if "depth" in given:
            level = replace(level, depth=_whole(line, "depth", 1))
        if "nodes" in given:
            level = replace(level, nodes=_whole(line, "nodes", 1))
        if "move-time" in given:
            level = replace(level, move_time=max(0.0, _seconds(line, "move-time")))
        if "time" in given:
            level = replace(level, time=_seconds(line, "time"))
        if "inc" in given:
            level = replace(level, increment=max(0.0, _seconds(line, "inc")))
        if "moves" in given:
            level = replace(level, moves=_whole(line, "moves", 1))
        self._level = level

    def _go(self, line: Line) -> None:
        mode = next((mode for mode in _MODES if mode in line.arguments), None)
        if mode is None:
            raise ValueError(f"go wants one of {', '.join(_MODES)}")
        if self._game is None:
            raise ValueError("there is no position to search")
        searcher = self._ready_searcher()
        self.close()
        positions = self._game.positions
        if not self._reader.legal_moves(positions[-1]):
            raise ValueError("the side to move has no legal move")
        level = self._level or _Level()
        budget = _UNTOLD if self._level is None and mode == "think" else level.budget()
        limits = Limits(level.depth, level.nodes)
        self._thinking = Thinking(
            searcher, self._generator, positions, limits, budget, self._write, ponders=mode == "ponder"
        )

    def _ponder_hit(self, line: Line) -> None:
        if self._thinking is not None:
            self._thinking.ponder_hit()

    def _stop(self, line: Line) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _new_game(self, line: Line) -> None:
        self.close()
        self._game = None
        if self._searcher is not None:
            self._searcher.forget()


def _whole(line: Line, name: str, lowest: int) -> int:
    text = line.arguments.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and int(text) >= lowest):
        raise ValueError(f"{name} is a whole number from {lowest}, not {shown(text)}")
    return int(text)


def _seconds(line: Line, name: str) -> float:
    text = line.arguments[name]
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        raise ValueError(f"{name} is a number of seconds, not {shown(text)}")
    return seconds
