"""The construction of an opening book. Positions that good play probably reaches are searched first.

Source: drop-out expansion, Lincke, Strategies for the Automatic Construction of Opening Books, 2001. The cost of a
position is the number of plies to it, plus a sixth of the centimen of american checkers that these plies lose. A ballot
costs eight plies. The cheapest positions are searched next. At the end scores are backed up: the score of a move
becomes its score after the best reply. A move whose replies were not searched is never chosen. Therefore the ends of
short best lines are searched last.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from functools import cache, partial
from heapq import heappop, heappush
from typing import Final, NamedTuple

from ai.book import BookRecord, position_key
from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.expectation import centiman
from ai.openings.ballots import BALLOTS, ballot_game
from ai.openings.names import has_ballots
from ai.search.options import SearchOptions, fit_hash_size
from ai.tasks import finished
from engine.fen import fen_text, parse_fen
from engine.geometry import BLACK
from engine.json_text import parse_json
from engine.moves import MoveGenerator
from engine.position import Position
from engine.printable import quoted
from engine.rules import Rules

BATCH: Final = 32  # positions chosen together; the book depends on this number, but not on the number of workers
_LONGEST_QUOTE: Final = 60
# Centimen of american checkers (see ``ai.expectation.centiman``).
_WINDOW: Final = 20  # moves that are worse than the best move by more are dropped
_FIRST_WINDOW: Final = 60  # the same in the starting position, which keeps all its moves
_BALLOT: Final = 8  # plies; the cost of a ballot, so that games from the start have choices for as long
_PLY: Final = 6  # a loss of so much costs a ply
_DECIDED: Final = 120  # centimen; positions with a larger score are not expanded


class Searched(NamedTuple):
    """A searched position: its FEN (Black is to move), the nodes of the search, and the scores of its best moves.

    ``scores`` maps the key of the position after a move to the score of the move, in centimen for the mover.
    """

    fen: str
    nodes: int
    scores: Mapping[str, int]

    def line(self) -> str:
        """Return the line of a file."""
        return f"{json.dumps(self._asdict())}\n"

    @classmethod
    def read(cls, line: str) -> "Searched":
        """Parse a line. Raises ValueError."""
        try:
            match parse_json(line):
                case {"fen": str(fen), "nodes": int(nodes), "scores": dict(scores)}:
                    return cls(fen, nodes, {bytes.fromhex(key).hex(): int(score) for key, score in scores.items()})
        except (ValueError, TypeError):
            pass
        raise ValueError(f"{quoted(line, _LONGEST_QUOTE)} is no position of a book")


def search_position(fen: str, rules: Rules, nodes: int) -> Searched:
    """Search a position of a book with this number of nodes and an empty hash table."""
    engine = _engine(rules, fit_hash_size(SearchOptions(), nodes))
    engine.new_game()
    position = parse_fen(fen, rules)
    window = round(centiman(rules) * (_FIRST_WINDOW if position == _black_to_move(Position.start(rules)) else _WINDOW))
    found = engine.analyze([position], Limits(nodes=nodes, multipv_window=window))
    kept = (root for root in found.roots if root.score >= found.score - window)
    return Searched(fen, nodes, {position_key(root.move.after).hex(): root.score for root in kept})


@cache
def _engine(rules: Rules, options: SearchOptions) -> Engine:
    return Engine(rules, options, tables=tables_for(rules))


class Expansion:
    """The positions of a growing book by their keys; each is stored with Black to move.

    ``plies``: the best line from each first position has at least so many.
    """

    def __init__(self, rules: Rules, plies: int) -> None:
        self.rules: Final = rules
        self._plies = plies
        self._generator = MoveGenerator(rules)
        self._ply = _PLY * centiman(rules)
        self._waiting: list[tuple[float, bytes]] = []
        self._positions: dict[bytes, Position] = {}
        self._scores: dict[bytes, dict[bytes, int]] = {}
        self._costs: dict[bytes, float] = {}
        self._only: set[bytes] = set()
        self._first = list(_first_positions(rules))
        for number, position in enumerate(self._first):
            self._reach(position, _BALLOT if number else 0, 0)

    @property
    def size(self) -> int:
        """The number of searched positions."""
        return len(self._scores) - len(self._only)

    def next_positions(self, count: int) -> list[Position]:
        """Remove the cheapest unsearched positions from the queue, up to ``count``, and return them."""
        chosen: list[Position] = []
        while self._waiting and len(chosen) < count:
            cost, key = heappop(self._waiting)
            if cost == self._costs[key] and key not in self._scores:
                self._scores[key] = {}
                chosen.append(self._positions[key])
        return chosen

    def ends_of_short_lines(self) -> list[Position]:
        """Return the unsearched positions in which best lines from the first positions end too early."""
        values: dict[bytes, int] = {}
        weights: dict[bytes, int] = {}
        ends: dict[bytes, Position] = {}
        for position in self._first:
            line: set[bytes] = set()
            while len(line - self._only) <= self._plies:
                seen = _black_to_move(position)
                key, moves = position_key(seen), self._generator.legal_moves(seen)
                if moves and key not in self._scores:
                    self._costs.setdefault(key, math.inf)
                    ends[key] = seen
                scores = self._scores.get(key)
                if not scores or key in line:
                    break
                line.add(key)
                ranked = {each.after: _by_score(each) for each in self._records(key, scores, values, weights)}
                known = (move.after for move in moves if position_key(move.after) in ranked)
                position = max(known, key=lambda after: ranked[position_key(after)])
        return list(ends.values())

    def add(self, position: Position, scores: Mapping[bytes, int]) -> None:
        """Add the result of a search. Queue the positions after its moves, unless the score is far from even."""
        key = position_key(position)
        self._scores[key] = dict(scores)
        best = max(scores.values(), default=0)
        if abs(best) > _DECIDED:
            return
        for move in self._generator.legal_moves(position):
            score = scores.get(position_key(move.after))
            if score is not None:
                self._reach(move.after, self._costs[key] + 1 + (best - score) / self._ply, -score)

    def _reach(self, position: Position, cost: float, score: int) -> None:
        """Queue a position with its cost. If it has only one move, queue the position after that move instead."""
        seen = _black_to_move(position)
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
        """Yield the records of the book with backed-up scores.

        Positions are skipped if no reply to their best move was searched.
        """
        values: dict[bytes, int] = {}
        weights: dict[bytes, int] = {}
        for before, scores in self._scores.items():
            if before in self._only or not scores:
                continue
            found = self._records(before, scores, values, weights)
            if max(found, key=_by_score).weight:
                yield from found

    def _records(
        self, before: bytes, scores: Mapping[bytes, int], values: dict[bytes, int], weights: dict[bytes, int]
    ) -> list[BookRecord]:
        """Return the records of the moves of a position; ``scores``: their scores by the search."""
        return [
            BookRecord(before, after, self._weight(after, weights), self._backed_up(after, score, values))
            for after, score in scores.items()
        ]

    def _weight(self, key: bytes, weights: dict[bytes, int]) -> int:
        """Return the number of searched positions from a position on, itself included.

        A position reached by two paths counts twice.
        """
        if key not in weights:
            scores = self._scores.get(key, {})
            weights[key] = 0  # the value that ends a cycle
            behind = sum(self._weight(after, weights) for after in scores)
            weights[key] = behind + (bool(scores) and key not in self._only)
        return weights[key]

    def _backed_up(self, after: bytes, score: int, values: dict[bytes, int]) -> int:
        """Return the move's score, backed up from the position ``after``; ``score`` is what the search gave."""
        scores = self._scores.get(after)
        if not scores:
            return score
        if after not in values:
            values[after] = score  # the value that ends a cycle
            values[after] = -max(self._backed_up(key, each, values) for key, each in scores.items())
        return values[after]


def expand(
    expansion: Expansion, nodes: int, wanted: int, known: Iterable[Searched], executor: Executor
) -> Iterator[Searched]:
    """Expand the book to ``wanted`` positions, then search the ends of short lines; yield each new search.

    ``known`` are earlier results; those with another number of nodes are ignored.
    """
    ready = {each.fen: each for each in known if each.nodes == nodes}
    search = partial(search_position, rules=expansion.rules, nodes=nodes)
    while batch := expansion.next_positions(min(BATCH, wanted - expansion.size)) or expansion.ends_of_short_lines():
        fens = [fen_text(position) for position in batch]
        for fen, found in finished(executor, search, [fen for fen in fens if fen not in ready]):
            ready[fen] = found
            yield found
        for position, fen in zip(batch, fens, strict=True):
            scores = {bytes.fromhex(key): score for key, score in ready[fen].scores.items()}
            expansion.add(position, scores)


def _black_to_move(position: Position) -> Position:
    """Return the position, rotated with the colors exchanged if White is to move."""
    return position if position.side == BLACK else position.turned()


def _by_score(each: BookRecord) -> tuple[int, int]:
    """Return the key that sorts the moves of a position, worst first: score, then weight."""
    return each.score, each.weight


def _first_positions(rules: Rules) -> Iterator[Position]:
    """Yield the first positions of a book: the start, and the positions after each move of each ballot."""
    yield Position.start(rules)
    if has_ballots(rules):
        for number in range(1, len(BALLOTS) + 1):
            yield from (turn.after for turn in ballot_game(rules, number).turns)
