"""The engine: it plays and analyzes."""

from dataclasses import dataclass
from threading import Event
from typing import NamedTuple, Self

from ai import engine as searching
from ai.book import book_for
from ai.endgames.files import tables_for
from ai.score import mate_distance
from ai.search.options import SearchOptions
from ai.time_control import UNLIMITED, for_move
from engine.position import Position

from .board import Board, Move


@dataclass(frozen=True)
class Limit:
    """The limits of a search: ``time`` in seconds, ``depth`` in plies, ``nodes``. The first that is reached ends it.

    Without any it ends after 99 plies, or by ``Engine.stop``. Raises ValueError for one that is not above 0.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not value > 0:
                raise ValueError(f"the limit {name}={value} ends a search before it begins: use a number above 0")


class Line(NamedTuple):
    """A variation: its moves and its score in men for the side to move, after ``depth`` plies and ``nodes`` positions.

    ``plies`` is the number of moves of both sides to a win, or with a negative score to a loss. It is None if no win or
    loss was found, or if its length is unknown.
    """

    score: float
    moves: tuple[Move, ...]
    plies: int | None
    depth: int
    nodes: int


class Engine:
    """An engine for all rule sets, with the opening books and the endgame tables of the package.

    ``megabytes`` is the size of its table of positions, one for each rule set that it has searched. It runs one search
    at a time, on the thread that asks. As a context manager it lets its memory go at the end.
    """

    def __init__(self, megabytes: int = 64) -> None:
        self._options = SearchOptions(megabytes=megabytes)
        self._engines: dict[tuple[object, str], searching.Engine] = {}
        self._stopped = Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._engines.clear()

    def stop(self) -> None:
        """End the search that another thread is running; it returns the best that it has found."""
        self._stopped.set()

    def play(self, board: Board, limit: Limit) -> Move:
        """Return the best move, from the opening book if it has the position. Raises ValueError if there is none."""
        engine, positions, limits = self._prepared(board, limit, 1)
        return Move.of(engine.search(positions, limits, self._stopped.is_set).move, board.rules)

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> list[Line]:
        """Return the variations of the best moves, best first, at most ``lines``. Raises as ``play`` does."""
        engine, positions, limits = self._prepared(board, limit, lines)
        found = engine.analyze(positions, limits, self._stopped.is_set)
        searched = found.depth, found.nodes
        return [
            Line(score / 100, tuple(Move.of(move, board.rules) for move in pv), mate_distance(score), *searched)
            for score, pv in found.lines
        ]

    def _prepared(
        self, board: Board, limit: Limit, lines: int
    ) -> tuple[searching.Engine, list[Position], searching.Limits]:
        """Return the engine for a board, its positions and the limits. Raises ValueError if nothing can be searched."""
        if lines < 1:
            raise ValueError(f"{lines} is no number of lines: 1 or more")
        for fault in board.status():
            raise ValueError(fault)
        if not board.legal_moves:
            raise ValueError("the game is over: there is no legal move")
        self._stopped.clear()
        key = board.rules, board.jumping
        if key not in self._engines:
            tables, book = tables_for(board.rules), book_for(board.rules)
            self._engines[key] = searching.Engine(board.rules, self._options, board.jumping, tables=tables, book=book)
        budget = UNLIMITED if limit.time is None else for_move(limit.time)
        depth = min(limit.depth or searching.MAX_DEPTH, searching.MAX_DEPTH)
        limits = searching.Limits(depth, limit.nodes or 0, budget, lines=lines)
        return self._engines[key], board.game.positions_since_progress(), limits
