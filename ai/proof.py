"""Proofs of the value of a position, with the best play."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from ai.endgames.probe import EndgameTables
from ai.engine import Engine, ExactMove, Limits, SearchInfo, Stop, never
from ai.score import CERTAIN, EVALUATION_LIMIT, MATE, ExactValue, is_decided, mate_distance
from ai.search.options import PROVING_OPTIONS
from ai.solver import Child, Entry, Solver
from ai.time_control import Timer
from engine.draws import plies_left
from engine.game import is_progress, stuck
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Jumping, Rules

# Limits of the first proof of a position. Those of each further proof of it are ``_GROWTH`` times as large.
SECONDS: Final = 10.0
NODES: Final = 30_000_000
_GROWTH: Final = 3
NODES_ON_THE_WAY: Final = 20_000
NODES_OF_OPEN_PLAY: Final = 50_000
_OPEN_PLIES: Final = 20  # plies shown of a draw or a win of unknown length


class ProofStep(NamedTuple):
    """A step of a proof: a position, and moves in this position with their values. The first move is played.

    If the loser is to move, ``moves`` has all legal moves, and no move is known to lose later than the first.
    """

    before: Position
    moves: tuple[ExactMove, ...]

    @property
    def move(self) -> Move:
        """The move played."""
        return self.moves[0].move


@dataclass(frozen=True)
class Proof:
    """The value of a position for the side to move, and best play by both sides.

    The play of a draw or of a win of unknown length is cut after some plies. ``at_most``: the win may take fewer plies.
    ``if_jumps_are_made``: the proof assumes that no jump is declined. ``may_be_drawn``: the game may be drawn by
    repetition, or by moves without progress, before the win.
    """

    start: Position
    value: ExactValue
    steps: tuple[ProofStep, ...] = ()
    at_most: bool = False
    if_jumps_are_made: bool = False
    may_be_drawn: bool = False

    def position_at(self, step: int) -> Position:
        """Return the position after the first ``step`` steps."""
        return self.steps[step - 1].move.after if step else self.start

    @property
    def winner(self) -> int | None:
        """The winning side; None in a draw."""
        return None if not self.value.outcome else self.start.side ^ (self.value.outcome < 0)


@dataclass
class _Memory:
    """The memory of the proofs under one rule set and jumping rule: the solver's entries for each winner.

    ``effort``: by position, the limits of its last proof as a multiple of the first limits.
    """

    entries: tuple[dict[Position, Entry], dict[Position, Entry]] = field(default_factory=lambda: ({}, {}))
    effort: dict[Position, int] = field(default_factory=dict)


@lru_cache(maxsize=8)
def memory(rules: Rules, jumping: Jumping) -> _Memory:
    """Return the memory that all provers share, so that a win that one has proved is a win for all."""
    return _Memory()


@dataclass(frozen=True)
class _Budget:
    """A stop function: the player's ``stop``, a number of seconds, and a number of positions, ``counted`` so far."""

    stop: Stop
    seconds: float
    nodes: float
    counted: Callable[[], int]
    timer: Timer

    def __call__(self) -> bool:
        return self.stop() or self.counted() >= self.nodes or self.timer.elapsed() >= self.seconds

    def half(self) -> "_Budget":
        """Return the budget of the first half."""
        return replace(self, seconds=0.5 * self.seconds, nodes=0.5 * self.nodes)

    def for_play(self) -> "_Budget":
        """Return the budget that also finds the play of a proof: half as much time again, and any number of nodes."""
        return replace(self, seconds=1.5 * self.seconds, nodes=math.inf)


class Prover:
    """A prover of positions of one rule set and jumping rule, by endgame tables and by search.

    The tables assume forced jumping, and so does the search unless jumping is free. In *huff*, a proof either covers
    every move that declines a jump, by the solver, or has ``if_jumps_are_made`` set. ``problems`` has an error message
    for each damaged table file. A prover runs one proof at a time, on any thread.
    """

    def __init__(
        self,
        rules: Rules,
        jumping: Jumping = "forced",
        tables: EndgameTables | None = None,
        problems: Sequence[str] = (),
    ) -> None:
        self.jumping: Final[Jumping] = jumping
        self._rules = rules
        self._forced = Prover(rules, "forced", tables) if jumping == "huff" else None
        searched: Jumping = "free" if jumping == "free" else "forced"
        engine = self._forced._engine if self._forced else Engine(rules, PROVING_OPTIONS, searched, tables=tables)
        self._engine: Engine = engine
        self._legal = MoveGenerator(rules, jumping)
        self._problems = problems
        self._memory = memory(rules, jumping)
        self._solver = self._new_solver(BLACK)
        self._nodes = 0  # of completed searches
        self._searching = 0

    @property
    def problems(self) -> list[str]:
        """The error messages for the damaged tables found so far."""
        tables = self._engine.tables
        return [*self._problems, *([tables.problem] if tables is not None and tables.problem else [])]

    @property
    def nodes(self) -> int:
        """The number of positions that the latest proof has searched so far."""
        return self._nodes + self._searching + self._solver.nodes + (self._forced.nodes if self._forced else 0)

    def exact_moves(self, position: Position) -> list[ExactMove]:
        """Return every legal move with its exact value, best first. The values assume that no jump is declined.

        Return an empty list if the tables lack a value, or with free jumping.
        """
        return [] if self.jumping == "free" else self._engine.exact_moves(position)

    def checked(
        self, positions: Sequence[Position], info: SearchInfo, stop: Stop, seconds: float, nodes: float = math.inf
    ) -> SearchInfo:
        """Return a search result in the last position, with ``proved`` set if its win or loss can be proved."""
        if info.proved or not is_decided(info.score):
            return info
        root, before, timer = positions[-1], self.nodes, Timer.started()
        winner = root.side if info.score > 0 else 1 - root.side

        def is_over() -> bool:
            return stop() or self.nodes - before >= nodes or timer.elapsed() >= seconds

        return replace(info, proved=self._solve(root, winner, is_over))

    def prove(self, positions: Sequence[Position], stop: Stop = never) -> Proof | None:
        """Prove the value of the last position or return None. ``positions`` begin after the last irreversible move.

        What was proved is remembered, and the limits grow each time that the same position is asked about.
        """
        root, effort = positions[-1], self._memory.effort
        factor = effort[root] = effort.get(root, 0) * _GROWTH or 1
        provers = (self._forced, self) if self._forced else (self,)
        for prover in provers:
            prover._nodes, prover._solver = 0, prover._new_solver(BLACK)
        budget = _Budget(stop, factor * SECONDS, factor * NODES, lambda: self.nodes, Timer.started())
        proof = self._proof(positions, budget)
        if proof is None or not proof.value.outcome:
            return proof
        repeated = any(positions.count(position) > 1 for position in positions)
        return replace(proof, may_be_drawn=repeated or self._is_count_full(positions, proof))

    def _is_count_full(self, positions: Sequence[Position], proof: Proof) -> bool:
        """Return True if a count of moves may draw the game before the win."""
        if proof.value.plies is None:
            return True
        line = [*positions, *(step.move.after for step in proof.steps)]
        left = [plies_left(self._rules, line[:end]) for end in range(len(positions), len(line) + 1)]
        return left[-1] < proof.value.plies - len(proof.steps) or min(left[:-1], default=1) <= 0

    def _proof(self, positions: Sequence[Position], budget: _Budget) -> Proof | None:
        """Return a proof, or None. In *huff*, moves that decline a jump are covered, or else assumed not to be made."""
        root = positions[-1]
        over = stuck(self._legal, root)
        if over is not None:
            return Proof(root, ExactValue(1 if over.winner == root.side else -1, 0))
        if self._forced is None:
            return self._plain_proof(positions, budget)
        proof = self._forced._proof(positions, budget.half())
        if proof is not None and proof.winner is not None and self._solve(root, proof.winner, budget):
            return self._solved(root, proof.winner, budget)
        return proof and replace(proof, if_jumps_are_made=True)

    def _plain_proof(self, positions: Sequence[Position], budget: _Budget) -> Proof | None:
        """Return a proof from the memory, the tables or a search, or None."""
        root = positions[-1]
        value = self._engine.exact_value(root)
        if value is not None and (value.plies is not None or not value.outcome):
            return self._tabled(root, value, budget)
        for winner in (BLACK, WHITE):
            self._solver = self._new_solver(winner)
            if self._solver.won(root):
                return self._solved(root, winner, budget)
        info = self._search(positions, int(budget.nodes), budget)
        if value is not None and mate_distance(info.score) is None:
            return self._tabled(root, value, budget)
        winner = root.side if info.score >= 0 else 1 - root.side
        self._solver = self._new_solver(winner)
        return self._solved(root, winner, budget) if self._solver.learn(root, info).is_won else None

    def _search(self, positions: Sequence[Position], nodes: int, stop: Stop, plies: int | None = None) -> SearchInfo:
        """Search the last position until a win or loss is proved, and a little longer for a quicker win.

        If ``plies`` is not None, the search ends with a win within so many plies.
        """
        decisive = EVALUATION_LIMIT if plies is None else MATE - plies

        def report(info: SearchInfo) -> None:
            self._searching = info.nodes

        found = self._engine.analyze(positions, Limits(nodes=nodes, decisive=decisive), stop, report)
        self._searching = 0
        self._nodes += found.nodes
        if not is_decided(found.score) or plies is not None or not found.nodes:
            return found
        quicker = self._engine.analyze(positions, Limits(nodes=found.nodes + NODES_ON_THE_WAY), stop)
        self._nodes += quicker.nodes
        return quicker if abs(quicker.score) > abs(found.score) else found

    def _new_solver(self, winner: int) -> Solver:
        return Solver(self._engine, self.jumping, winner, self._memory.entries[winner])

    def _solve(self, root: Position, winner: int, stop: Stop) -> bool:
        """Return True if the solver proves the win."""
        self._solver = self._new_solver(winner)
        return self._solver.solve(root, stop)

    # The play

    def _solved(self, root: Position, winner: int, budget: _Budget) -> Proof:
        """Return the proof of a win that the solver has proved."""
        entry, is_over = self._solver.entries[root], budget.for_play()
        value = ExactValue(1 if root.side == winner else -1, entry.plies)
        return Proof(root, value, tuple(self._steps(root, entry.plies, is_over)), at_most=entry.plies is not None)

    def _steps(self, position: Position, plies: int | None, is_over: Stop) -> Iterator[ProofStep]:
        """Yield the play of a win within ``plies``, if this is not None, with the longest defense.

        It ends with the game, where a huff would change it, or where a search finds the win no more.
        """
        searches, seen = 0, [position]
        while stuck(self._legal, position) is None:
            value = self._engine.exact_value(position) if self.jumping == "forced" else None
            if value is not None and (plies is None or value.plies is not None):
                yield from self._tabled_steps(position, value, is_over)
                return
            children = self._solver.children(position)
            if position.side == self._solver.winner:
                if not self._knows(position, plies):
                    searches += 1
                    if searches > _OPEN_PLIES or self.jumping == "huff":
                        return
                    info = self._search([position], NODES_OF_OPEN_PLAY, is_over, plies)
                    self._solver.learn(position, info)
                    if not self._knows(position, plies):
                        return
                entry = self._solver.entries[position]
                move = entry.move
                assert move is not None
                if plies is None and self.jumping != "huff":
                    move = self._engine.thrifty(seen, SearchInfo(CERTAIN, (move,)), is_over).move
                moves = [ExactMove(move, ExactValue(1, entry.plies))]
                children = [child for child in children if child.move == move]
            else:
                bounds = {child.move: self._bound(child, plies, is_over) for child in children}
                children.sort(key=lambda child: _latest(bounds[child.move], child))
                moves = [ExactMove(child.move, ExactValue(-1, bounds[child.move])) for child in children]
            yield ProofStep(position, tuple(moves))
            if len(children[0].afters) > 1:
                return
            is_new = is_progress(position, moves[0].move)
            position = moves[0].move.after
            seen = [position] if is_new else [*seen, position]
            plies = None if moves[0].value.plies is None else moves[0].value.plies - 1

    def _knows(self, position: Position, plies: int | None) -> bool:
        """Return True if the solver knows a winning move, within ``plies`` if this is not None."""
        entry = self._solver.won(position)
        if entry is None or entry.move is None:
            return False
        return plies is None or (entry.plies is not None and entry.plies <= plies)

    def _bound(self, child: Child, plies: int | None, is_over: Stop) -> int | None:
        """Return the plies to the win from before a move of the loser, at most ``plies``."""
        known = self._solver.length(child)
        if known is None and self.jumping != "huff":
            value = self._engine.exact_value(child.move.after)
            if value is not None:
                known = value.plies
            elif plies is not None:
                after = child.move.after
                self._solver.learn(after, self._search([after], NODES_ON_THE_WAY, is_over, plies - 1))
                known = self._solver.length(child)
        if known is None or (plies is not None and known >= plies):
            return plies
        return known + 1

    # From tables

    def _tabled(self, root: Position, value: ExactValue, budget: _Budget) -> Proof:
        """Return the proof by the tables."""
        return Proof(root, value, tuple(self._tabled_steps(root, value, budget.for_play())))

    def _tabled_steps(self, position: Position, value: ExactValue, is_over: Stop) -> Iterator[ProofStep]:
        """Yield best play by the tables: the quickest win against the longest defense, or the first plies of a draw.

        In a draw, and while the distance is unknown, the engine chooses among the moves with the best outcome.
        """
        seen = [position]
        while moves := self._engine.exact_moves(position):
            best = moves[0]
            if not value.outcome or best.value.plies is None:
                if len(seen) > _OPEN_PLIES or (len(seen) > 1 and is_over()):
                    return
                found = self._engine.analyze(seen, Limits(nodes=NODES_OF_OPEN_PLAY), is_over)
                found = self._engine.thrifty(seen, found, is_over)
                best = next(each for each in moves if each.move.after == found.move.after)
                if best.move.after in seen:
                    return
            yield ProofStep(position, (best, *(each for each in moves if each is not best)))
            position = best.move.after
            seen.append(position)


def _latest(plies: int | None, child: Child) -> tuple[bool, int, int]:
    """Return the sort key that puts the longest defense first, and at equal length a move that cannot be huffed."""
    return plies is not None, -(plies or 0), len(child.afters)
