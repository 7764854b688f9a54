"""Iterative deepening at the root. Compiled by mypyc; runs interpreted with the same nodes and moves.

One record in (:class:`Limits`), one out (:class:`Result`); the caller owns clock, stop and chance.
"""

from collections.abc import Callable
from typing import Final

from ai.evaluation.evaluate import Evaluator
from ai.score import MATE, WIN
from ai.search.node import INFINITE, POSITIONS_BACK, Tree
from ai.search.options import Options
from ai.search.transposition_table import NO_MOVE, Table, key_of, move_in
from engine.captures import STRIDE
from engine.native_types import i64
from engine.position import Position
from engine.rules import Rules

MAX_DEPTH: Final = 99
_PROVE_EVERY: Final = 3  # so many iterations apart every move is proved to be within the margin or not


class Limits:
    """When to stop: a depth, a number of nodes (0: any); scores down to ``margin`` below the best are exact.

    Short of the depth a move that has just come that close, without being best, may still be told as below it.
    Of the root's successors only ``allowed`` are searched, one at least; None: all.
    """

    def __init__(
        self, depth: int = MAX_DEPTH, nodes: int = 0, margin: int = 0, allowed: list[Position] | None = None
    ) -> None:
        self.depth = min(depth, MAX_DEPTH)
        self.nodes = nodes
        self.margin = margin
        self.allowed = allowed


class Result:
    """What a search found: the root's successors and their scores, best first, exact within the margin.

    ``line`` holds the positions of the expected play from the best move's on.
    """

    def __init__(
        self, depth: int, nodes: int, successors: list[Position], scores: list[int], line: list[Position]
    ) -> None:
        self.depth = depth
        self.nodes = nodes
        self.successors = successors
        self.scores = scores
        self.line = line


class Searcher(Tree):
    """Searches positions of one rule set from the root."""

    def __init__(
        self, rules: Rules, options: Options, evaluator: Evaluator | None = None, table: Table | None = None
    ) -> None:
        super().__init__(rules, options, evaluator, table)
        self.aspiration: i64 = options.aspiration
        self.own: i64 = 0
        self.opp: i64 = 0
        self.kings: i64 = 0
        self.side: i64 = 0
        self.quiet: i64 = 0
        self.end: i64 = 0
        self.places: list[int] = []
        self.scores: list[int] = []

    def search(
        self, positions: list[Position], limits: Limits, stop: Callable[[], bool], report: Callable[[Result], None]
    ) -> Result:
        """Search the last of ``positions``, which are those since the last progress; it must have a legal move.

        ``stop`` is asked every few hundred nodes; ``report`` is told of each completed iteration.
        """
        root = positions[-1]
        self._begin(positions, limits, stop)
        result = self._result(root, 0)
        depth = 1
        while depth <= limits.depth:
            every = depth % _PROVE_EVERY == 0 or depth == limits.depth
            if not self._iterate(depth, limits.margin, every):
                return self._result(root, depth - 1)
            result = self._result(root, depth)
            report(result)
            best = abs(self.scores[0])
            if best >= WIN and MATE - best <= depth:
                break
            depth += 1
        return result

    def forget(self) -> None:
        """Drop all that earlier searches left, so that the next one depends on its position alone."""
        self.table.forget()
        history = self.history
        i: i64 = 0
        while i < len(history):
            history[i] = 0
            i += 1

    def _begin(self, positions: list[Position], limits: Limits, stop: Callable[[], bool]) -> None:
        """Put the game's positions where repetitions are looked for, and the root's successors on the stack."""
        root = positions[-1]
        self.stop = stop
        self.stopped = False
        self.nodes = 0
        self.node_limit = limits.nodes
        self._set_next_look()
        self.table.new_search()
        self._age_history()
        at: i64 = 0
        for position in positions[-POSITIONS_BACK:]:
            own, opp, kings, triples, side = position.words()
            self.keys[at] = key_of(own, opp, kings, triples, side)
            at += 1
        self.played = at - 1
        self.quiet = len(positions) - 1
        own, opp, kings, triples, side = root.words()
        self.side = side
        self.own = own
        self.opp = opp
        self.kings = kings
        self.end = self.generator.generate(own, opp, kings, triples, side, 0)
        self.places = list(range(int(self.end) // STRIDE))
        allowed = limits.allowed
        if allowed is not None:
            self.places = [
                place
                for place in self.places
                if self.generator.position(root.geometry, place * STRIDE, root.side) in allowed
            ]
        self.scores = [0] * len(self.places)

    def _iterate(self, depth: i64, margin: i64, every: bool) -> bool:
        """One iteration over the root's successors; False where it was stopped.

        Proofs that a move is within the margin cost nodes: unless they are wanted of ``every`` move, only those have
        one that were there in the iteration before.
        """
        done: list[int] = []
        best: i64 = -INFINITE
        for place in self.places:
            at: i64 = place * STRIDE
            if not done:
                score = self._first(at, depth)
            else:
                proved = margin > 0 and (every or self.scores[0] - self.scores[len(done)] <= margin)
                floor = best
                if proved:
                    floor = best - margin - 1
                score = self._child(at, floor, floor + 1, depth)
                if score > floor and not self.stopped:
                    score = self._child(at, floor, INFINITE, depth)
                if margin and not proved and score <= best:
                    score = min(score, best - margin - 1)  # a bound may seem close and prove nothing
            if self.stopped:
                self._settle(done)
                return False
            done.append(score)
            if score > best:
                best = score
        self._settle(done)
        return True

    def _settle(self, done: list[int]) -> None:
        """Sort the successors by what this iteration says of them; the rest stay as far from its first as they were."""
        if not done:
            return
        shift = done[0] - self.scores[0]
        best = max(done)
        scores = done + [min(score + shift, best) for score in self.scores[len(done) :]]
        ranking = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
        self.places = [self.places[i] for i in ranking]
        self.scores = [scores[i] for i in ranking]

    def _first(self, at: i64, depth: i64) -> i64:
        """The most promising successor, in a window about its last score that opens where it fails."""
        if self.aspiration == 0 or depth < 4:
            return self._child(at, -INFINITE, INFINITE, depth)
        expected: i64 = self.scores[0]
        width = self.aspiration
        low = expected - width
        high = expected + width
        while True:
            score = self._child(at, low, high, depth)
            if self.stopped:
                return score
            width *= 4
            if score <= low and low > -INFINITE:
                low = -INFINITE if width > 400 else expected - width
            elif score >= high and high < INFINITE:
                high = INFINITE if width > 400 else expected + width
            else:
                return score

    def _child(self, at: i64, alpha: i64, beta: i64, depth: i64) -> i64:
        """The score of the root's successor at a place on the stack, from the root's view."""
        stack = self.generator.stack
        quiet: i64 = 0
        if stack[at + 1] == self.opp and self.kings & self.own & ~stack[at]:
            quiet = self.quiet + 1
        return -self._node(
            stack[at + 1],
            stack[at],
            stack[at + 2],
            stack[at + 3],
            1 - self.side,
            -beta,
            -alpha,
            depth - 1,
            1,
            quiet,
            self.end,
        )

    def _result(self, root: Position, depth: int) -> Result:
        successors = [self.generator.position(root.geometry, place * STRIDE, root.side) for place in self.places]
        return Result(depth, int(self.nodes), successors, list(self.scores), self._line(successors[0], depth))

    def _line(self, first: Position, depth: int) -> list[Position]:
        """The expected play as far as the table knows it."""
        line = [first]
        while len(line) < depth:
            last = line[-1]
            own, opp, kings, triples, side = last.words()
            known = self.table.find(key_of(own, opp, kings, triples, side))
            move = move_in(known)
            if known == 0 or move == NO_MOVE:
                break
            end = self.generator.generate(own, opp, kings, triples, side, self.end)
            at = self.end + move * STRIDE
            if at >= end:
                break
            line.append(self.generator.position(last.geometry, at, last.side))
        return line
