"""Building an opening book: positions are searched deeply, those first that good play is likely to reach.

Source: drop-out expansion, Lincke, Strategies for the Automatic Construction of Opening Books, 2001. What a position
costs is one for each ply to it and more for what the moves give away; the cheapest are searched next. At the end scores
are backed up: a move is worth what the best reply leaves it. One whose replies were not searched is never chosen.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from functools import cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from ai.book import BookRecord, position_key
from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.match.ballots import BALLOTS, ballot_game, has_ballots
from ai.search.options import SearchOptions, fit_hash_size
from ai.tasks import finished
from engine.fen import fen_text, parse_fen
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import RULE_SETS, Rules

BATCH: Final = 32  # positions that are chosen together: the book depends on it, not on how many workers there are
_WINDOW: Final = 20  # moves further below the best are not kept
_PLY: Final = 10  # hundredths of a man given away cost as much as a ply
_DECIDED: Final = 120  # hundredths of a man beyond which there is nothing to look for


class Searched(NamedTuple):
    """A position (its FEN, with Black to move), the nodes it was searched with, and the scores of its better moves.

    They stand by the keys of the positions after them, in hundredths of a man for who makes them.
    """

    fen: str
    nodes: int
    scores: Mapping[str, int]

    def line(self) -> str:
        """One line of a file."""
        return f"{json.dumps(self._asdict())}\n"

    @classmethod
    def read(cls, line: str) -> "Searched":
        """What such a line says. Raises ValueError."""
        try:
            match json.loads(line):
                case {"fen": str(fen), "nodes": int(nodes), "scores": dict(scores)}:
                    return cls(fen, nodes, {bytes.fromhex(key).hex(): int(score) for key, score in scores.items()})
        except (ValueError, TypeError):
            pass
        raise ValueError(f"{line!r} is no position of a book")


class BookTask(NamedTuple):
    """A position to be searched with so many nodes, by a rule set."""

    rules: str
    fen: str
    nodes: int


def search_position(task: BookTask) -> Searched:
    """Search a position of a book, from an empty table."""
    rules = RULE_SETS[task.rules]
    engine = _engine(rules, fit_hash_size(SearchOptions(), task.nodes))
    engine.new_game()
    found = engine.analyze([parse_fen(task.fen, rules)], Limits(nodes=task.nodes, multipv_window=_WINDOW))
    kept = (root for root in found.roots if root.score >= found.score - _WINDOW)
    return Searched(task.fen, task.nodes, {position_key(root.move.after).hex(): root.score for root in kept})


@cache
def _engine(rules: Rules, options: SearchOptions) -> Engine:
    return Engine(rules, options, tables=tables_for(rules))


class Expansion:
    """The positions of a book while it grows, by their keys; each is kept with Black to move."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self._generator = MoveGenerator(rules)
        self._waiting: list[tuple[float, bytes]] = []
        self._positions: dict[bytes, Position] = {}
        self._scores: dict[bytes, dict[bytes, int]] = {}
        self._costs: dict[bytes, float] = {}
        self._only: set[bytes] = set()
        for position in _beginnings(rules):
            self._reach(position, 0, 0)

    @property
    def size(self) -> int:
        """How many positions were searched."""
        return len(self._scores) - len(self._only)

    def next_positions(self, count: int) -> list[Position]:
        """The cheapest positions that wait to be searched, so many at most; they wait no longer."""
        chosen: list[Position] = []
        while self._waiting and len(chosen) < count:
            cost, key = heappop(self._waiting)
            if cost == self._costs[key] and key not in self._scores:
                self._scores[key] = {}
                chosen.append(self._positions[key])
        return chosen

    def add(self, position: Position, scores: Mapping[bytes, int]) -> None:
        """Take up what a search found."""
        key = position_key(position)
        self._scores[key] = dict(scores)
        best = max(scores.values(), default=0)
        if abs(best) > _DECIDED:
            return
        for move in self._generator.legal_moves(position):
            score = scores.get(position_key(move.after))
            if score is not None:
                self._reach(move.after, self._costs[key] + 1 + (best - score) / _PLY, -score)

    def _reach(self, position: Position, cost: float, score: int) -> None:
        """Let a position wait that costs so much; where there is only one move, what comes after it."""
        seen = position if position.side == BLACK else position.turned()
        key = position_key(seen)
        if cost >= self._costs.get(key, math.inf):
            return
        self._costs[key] = cost
        moves = self._generator.legal_moves(seen)
        if len(moves) == 1:
            self._only.add(key)
            self._scores[key] = {position_key(moves[0].after): score}
            self._reach(moves[0].after, cost, -score)
        elif moves and key not in self._scores:
            self._positions[key] = seen
            heappush(self._waiting, (cost, key))

    def records(self) -> Iterator[BookRecord]:
        """What the book holds, with scores backed up: positions whose best move has replies that were searched."""
        values: dict[bytes, int] = {}
        weights: dict[bytes, int] = {}
        for before, scores in self._scores.items():
            if before in self._only or not scores:
                continue
            found = []
            for after, score in scores.items():
                behind = self._weight(after, weights)
                found.append(BookRecord(before, after, behind, self._worth(after, score, values)))
            if max(found, key=lambda each: (each.score, each.weight)).weight:
                yield from found

    def _weight(self, key: bytes, weights: dict[bytes, int]) -> int:
        """How many positions were searched from one on, those reached in two ways counted twice."""
        if key not in weights:
            scores = self._scores.get(key, {})
            weights[key] = 0  # so much counts for what leads back to it
            behind = sum(self._weight(after, weights) for after in scores)
            weights[key] = behind + (bool(scores) and key not in self._only)
        return weights[key]

    def _worth(self, after: bytes, score: int, values: dict[bytes, int]) -> int:
        """What a move is worth that leads to a position, and that a search gave this score."""
        scores = self._scores.get(after)
        if not scores:
            return score
        if after not in values:
            values[after] = score  # so much counts for what leads back to it
            values[after] = -max(self._worth(key, each, values) for key, each in scores.items())
        return values[after]


def expand(
    expansion: Expansion, nodes: int, wanted: int, known: Iterable[Searched], executor: Executor
) -> Iterator[Searched]:
    """Widen an expansion to so many positions; each that was not ``known`` is yielded as soon as it is searched."""
    ready = {each.fen: each for each in known if each.nodes == nodes}
    while expansion.size < wanted:
        batch = expansion.next_positions(min(BATCH, wanted - expansion.size))
        if not batch:
            break
        tasks = [BookTask(expansion.rules.name, fen_text(position), nodes) for position in batch]
        for _, found in finished(executor, search_position, [task for task in tasks if task.fen not in ready]):
            ready[found.fen] = found
            yield found
        for position, task in zip(batch, tasks, strict=True):
            scores = {bytes.fromhex(key): score for key, score in ready[task.fen].scores.items()}
            expansion.add(position, scores)


def _beginnings(rules: Rules) -> Iterator[Position]:
    """The positions from which games begin: the start, and each after the moves of a ballot."""
    yield Position.start(rules)
    if has_ballots(rules):
        for number in range(1, len(BALLOTS) + 1):
            yield from (turn.after for turn in ballot_game(rules, number).turns)
