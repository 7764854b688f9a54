"""Analyze positions for the review of games."""

import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits, SearchInfo, Stop, Variation, never
from ai.expectation import cost
from ai.proof import Prover
from ai.search.options import ANALYSIS_OPTIONS
from ai.tasks import processes
from ai.time_control import Budget
from engine.game import Game, is_progress
from engine.position import Position
from engine.rules import Jumping, Rules

NODES: Final = 60_000
_DOUBTED: Final = 0.075  # of the expected result, lost or gained by a move; such a move is searched again
_CLOSER: Final = 5  # times the limits of that search
_PROOF_SECONDS: Final = 0.2
_DEEP_SECONDS: Final = 60.0  # for all positions of a game
_POLL_SECONDS: Final = 0.1


class Analyzer:
    """An analyzer for one rule set and jumping rule. The transposition table is kept between positions.

    ``nodes`` (0: unlimited) and ``seconds`` are the limits of a search. If the move to the position analyzed before
    seems to be a mistake, or better than the best move, and nodes are limited, both positions are searched longer,
    and that after the best move, too: a short search often finds mistakes that are none. If the move then is as
    good as any, it is the best move, else ``lines`` has both. Without ``seconds``, proofs are limited by ``nodes``
    too, and the same game has the same analysis on every machine. The packaged endgame tables and the tables in
    ``folder`` are used.
    """

    def __init__(
        self,
        rules: Rules,
        jumping: Jumping = "forced",
        nodes: int = NODES,
        folder: Path | None = None,
        seconds: float = math.inf,
    ) -> None:
        tables = tables_for(rules, folder)
        self._engine = Engine(rules, ANALYSIS_OPTIONS, jumping, tables=tables)
        self._prover = Prover(rules, jumping, tables)
        self._limits, self._closer = (Limits(nodes=n * nodes, budget=Budget(hard=n * seconds)) for n in (1, _CLOSER))
        self._proof = (math.inf, nodes) if seconds == math.inf else (_PROOF_SECONDS, math.inf)
        self._last: tuple[Sequence[Position], int] | None = None

    def analyze(self, positions: Sequence[Position], stop: Stop) -> SearchInfo:
        """Analyze the last position, and try to prove a win. ``positions`` begin after the last irreversible move."""
        found = self._engine.analyze(positions, self._limits, stop)
        after, score = self._last or (positions, 0)
        move = next((each for each in self._engine.legal_moves(positions[-1]) if each.after == after[-1]), None)
        if self._limits.nodes and move and abs(cost(found.score, -score, self._engine.rules)) >= _DOUBTED:
            reply, found = (self._engine.analyze(each, self._closer, stop) for each in (after, positions))
            found = found if found.move.after == move.after else self._confirmed(positions, found, stop)
            played = Variation(-reply.claim, (move, *reply.pv))
            if cost(found.score, -reply.score, self._engine.rules) < _DOUBTED:
                found = replace(reply, score=-reply.score, pv=played.pv, roots=(), lines=())
            else:
                found = replace(found, lines=(Variation(found.claim, found.pv), played))
        if not stop():
            self._last = positions, found.score
        return self._prover.checked(positions, found, stop, *self._proof)

    def _confirmed(self, positions: Sequence[Position], found: SearchInfo, stop: Stop) -> SearchInfo:
        """Return a result, with a lower score if a search after its best move finds one."""
        after = found.move.after
        since = (after,) if is_progress(positions[-1], found.move) else (*positions, after)
        reply = self._engine.analyze(since, self._closer, stop)
        if found.proved or -reply.score >= found.score:
            return found
        return replace(found, score=-reply.score, pv=(found.move, *reply.pv), roots=(), lines=())


class DeepAnalyzer:
    """An analyzer of all positions of one game on an executor, the last position first.

    ``seconds`` is the time limit of a search. If a process of the executor dies, the rest is searched in this one.
    """

    def __init__(self, game: Game, folder: Path | None, seconds: float, executor: Executor) -> None:
        game = game.copy()
        self._search = partial(_search, game.rules, game.jumping, folder, seconds)
        self._found: dict[tuple[Position, ...], Future[SearchInfo]] = {}
        for ply in range(len(game.turns), -1, -1):
            game.go_to(ply)
            positions = tuple(game.positions_since_progress())
            self._found[positions] = executor.submit(self._search, positions)

    def analyze(self, positions: Sequence[Position], stop: Stop) -> SearchInfo:
        """Wait for the evaluation of the last position. If ``stop`` returns True, return one without a search."""
        task = self._found[tuple(positions)]
        while not stop():
            if wait([task], _POLL_SECONDS).done:
                try:
                    return task.result()
                except BrokenExecutor:
                    return self._search(positions)
        return SearchInfo(0, ())


@contextmanager
def deep_analyzer(game: Game, folder: Path | None) -> Iterator[DeepAnalyzer]:
    """Open an analyzer of all positions of a game, with a process for each core and a minute for the whole game."""
    cores = os.cpu_count() or 1
    with processes(cores) as executor:
        yield DeepAnalyzer(game, folder, _DEEP_SECONDS * cores / (len(game.turns) + 1), executor)


@lru_cache(maxsize=1)
def _kept(rules: Rules, jumping: Jumping, folder: Path | None, seconds: float) -> Analyzer:
    """Return the analyzer of this process, which keeps its transposition table."""
    return Analyzer(rules, jumping, 0, folder, seconds)


def _search(
    rules: Rules, jumping: Jumping, folder: Path | None, seconds: float, positions: Sequence[Position]
) -> SearchInfo:
    return _kept(rules, jumping, folder, seconds).analyze(positions, never)
