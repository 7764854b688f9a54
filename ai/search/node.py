"""The inner nodes of the search: principal variation alpha-beta down to quiet positions. Compiled by mypyc.

All state lives in ``vec``s made once: no node allocates anything. Scores are those of ``ai.score``, plies counted from
the root.
"""

import math
from collections.abc import Callable
from typing import Final

from ai.evaluation.evaluate import Evaluator, count
from ai.evaluation.weights import weights_for
from ai.score import MATE, WIN
from ai.search.options import Options
from ai.search.transposition_table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    Table,
    bound_in,
    depth_in,
    key_of,
    move_in,
    score_in,
)
from engine.captures import STRIDE
from engine.native_types import i64, vec
from engine.rules import Rules
from engine.successors import SuccessorGenerator

INFINITE: Final = 32000
MAX_PLY: Final = 126

_NODES_BETWEEN_LOOKS: Final = 512
POSITIONS_BACK: Final = 1024
_HISTORY_BITS: Final = 13
_HISTORY_MASK: Final = (1 << _HISTORY_BITS) - 1
_HISTORY_MIX: Final = 0x1B873593CC9E2D51
_HISTORY_TOP: Final = 1 << 20
_TABLE_FIRST: Final = 1 << 40
_CAPTURE_FIRST: Final = 1 << 30
_KILLER_FIRST: Final = 1 << 28
_TRIED: Final = -(1 << 60)


def never() -> bool:
    """A stop that is never asked for."""
    return False


class Tree:
    """Searches subtrees of one rule set; keeps its table and history from search to search.

    Without an evaluator the rule set's own weights count, without a table it has one of the options' size.
    """

    def __init__(
        self, rules: Rules, options: Options, evaluator: Evaluator | None = None, table: Table | None = None
    ) -> None:
        self.generator: SuccessorGenerator = SuccessorGenerator(rules)
        self.evaluator: Evaluator = Evaluator(rules, weights_for(rules)) if evaluator is None else evaluator
        self.table: Table = Table(options.megabytes) if table is None else table
        self.quiet_limit: i64 = 2 * rules.draw_after
        self.use_table: bool = options.table
        self.use_ordering: bool = options.ordering
        self.use_killers: bool = options.killers
        self.use_history: bool = options.history
        self.reductions: vec[i64] = _reductions(options.reductions)
        self.use_extensions: bool = options.extensions
        self.threats: i64 = options.threats
        self.futility: i64 = options.futility
        self.order: vec[i64] = vec[i64]([0] * (len(self.generator.stack) // STRIDE))
        self.history: vec[i64] = vec[i64]([0] * (2 << _HISTORY_BITS))
        self.killers: vec[i64] = vec[i64]([0] * (2 * MAX_PLY + 2))
        self.keys: vec[i64] = vec[i64]([0] * (POSITIONS_BACK + MAX_PLY + 2))
        self.played: i64 = 0  # the root's place in keys
        self.nodes: i64 = 0
        self.node_limit: i64 = 0
        self.next_look: i64 = 0
        self.stopped: bool = False
        self.stop: Callable[[], bool] = never

    def _look(self) -> None:
        """Obey the node limit and the caller's stop."""
        if (self.node_limit and self.nodes >= self.node_limit) or self.stop():
            self.stopped = True
        self._set_next_look()

    def _set_next_look(self) -> None:
        self.next_look = self.nodes + _NODES_BETWEEN_LOOKS
        if self.node_limit and self.next_look > self.node_limit:
            self.next_look = self.node_limit

    def _age_history(self) -> None:
        history = self.history
        i: i64 = 0
        while i < 2 << _HISTORY_BITS:
            history[i] = history[i] >> 3
            i += 1
        i = 0
        while i < 2 * MAX_PLY:
            self.killers[i] = 0
            i += 1

    def _repeats(self, here: i64, key: i64, quiet: i64) -> bool:
        """Whether the position stood on the board before since the last progress, in the game or on the way here."""
        i = here - 4
        while i >= here - quiet and i >= 0:
            if self.keys[i] == key:
                return True
            i -= 2
        return False

    def _node(
        self,
        own: i64,
        opp: i64,
        kings: i64,
        triples: i64,
        side: i64,
        alpha: i64,
        beta: i64,
        depth: i64,
        ply: i64,
        quiet: i64,
        base: i64,
    ) -> i64:
        """The score of a position searched ``depth`` plies and on to quiet; fail-soft. Meaningless once ``stopped``.

        ``quiet`` counts the plies since the last progress, ``base`` is where the free part of the stack begins.
        """
        if self.stopped:
            return 0
        self.nodes += 1
        if self.nodes >= self.next_look:
            self._look()
            if self.stopped:
                return 0
        key = key_of(own, opp, kings, triples, side)
        here = self.played + ply
        self.keys[here] = key
        if quiet >= 4 and self._repeats(here, key, quiet):
            return 0
        if quiet >= self.quiet_limit:
            return 0 if self.generator.has_move(own, opp, kings, triples, side, base) else ply - MATE
        if ply >= MAX_PLY:
            return self.evaluator.evaluate(own, opp, kings, triples, side)
        if alpha < ply - MATE:
            alpha = ply - MATE
        if beta > MATE - ply - 1:
            beta = MATE - ply - 1
        if alpha >= beta:
            return alpha
        narrow = beta - alpha == 1
        table_move: i64 = NO_MOVE
        if self.use_table:
            known = self.table.find(key)
            if known:
                table_move = move_in(known)
                if narrow and depth_in(known) >= depth:
                    score = _from_table(score_in(known), ply)
                    bound = bound_in(known)
                    if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                        return score
        generator = self.generator
        end = generator.capturing.generate(own, opp, kings, triples, side, base)
        forced = end != base
        if not forced:
            if depth <= 0 or (narrow and depth <= 2 and self.futility > 0):
                threatened = self.threats > 0 and generator.capturing.can_capture(
                    opp, own, kings, triples, 1 - side, base
                )
                if depth <= -self.threats or not threatened:
                    if not generator.can_step(own, opp, kings, triples, side, base):
                        return ply - MATE
                    value = self.evaluator.evaluate(own, opp, kings, triples, side)
                    if depth <= 0:
                        return value
                    if value - self.futility * depth >= beta and beta > -WIN:
                        return value
            end = generator.steps(own, opp, kings, triples, side, base)
            if end == base:
                return ply - MATE
        next_depth = depth - 1
        if forced and (depth <= 0 or (self.use_extensions and end - base == STRIDE)):
            next_depth = depth
        self._order(own, opp, kings, side, ply, table_move, forced, base, end)
        return self._branches(side, alpha, beta, depth, next_depth, ply, quiet, forced, own, kings, key, base, end)

    def _branches(
        self,
        side: i64,
        alpha: i64,
        beta: i64,
        depth: i64,
        next_depth: i64,
        ply: i64,
        quiet: i64,
        forced: bool,
        own: i64,
        kings: i64,
        key: i64,
        base: i64,
        end: i64,
    ) -> i64:
        """Try the ordered successors of a node and keep what they tell."""
        stack = self.generator.stack
        narrow = beta - alpha == 1
        best: i64 = -INFINITE
        best_move: i64 = NO_MOVE
        bound: i64 = UPPER
        tried: i64 = 0
        while True:
            at = self._next_best(base, end)
            if at < 0:
                break
            moved = stack[at]
            left = stack[at + 1]
            crowned = stack[at + 2]
            triples = stack[at + 3]
            child_quiet: i64 = 0
            if not forced and kings & own & ~moved:
                child_quiet = quiet + 1
            wide = tried == 0
            score = alpha
            if not wide:
                less: i64 = 0
                if not forced and depth >= 2:
                    less = self._reduction(depth, tried)
                    if less and not narrow:
                        less -= 1
                while True:
                    reach = next_depth - less
                    score = -self._node(
                        left, moved, crowned, triples, 1 - side, -alpha - 1, -alpha, reach, ply + 1, child_quiet, end
                    )
                    if less == 0 or score <= alpha:
                        break
                    less = 0
                wide = alpha < score < beta
            if wide:
                score = -self._node(
                    left, moved, crowned, triples, 1 - side, -beta, -alpha, next_depth, ply + 1, child_quiet, end
                )
            if self.stopped:
                return 0
            tried += 1
            if score > best:
                best = score
                best_move = (at - base) // STRIDE
                if score > alpha:
                    alpha = score
                    bound = EXACT
                    if score >= beta:
                        bound = LOWER
                        if not forced:
                            self._reward(side, own ^ moved, depth, ply)
                        break
        if self.use_table:
            self.table.store(key, _to_table(best, ply), depth, bound, best_move)
        return best

    def _reduction(self, depth: i64, tried: i64) -> i64:
        """By how many plies a step that comes late in the order is searched less."""
        if depth > 31:
            depth = 31
        if tried > 31:
            tried = 31
        return self.reductions[depth * 32 + tried]

    def _order(
        self,
        own: i64,
        opp: i64,
        kings: i64,
        side: i64,
        ply: i64,
        table_move: i64,
        forced: bool,
        base: i64,
        end: i64,
    ) -> None:
        """Give each successor its rank: the table's move, big captures, killers, then history."""
        stack = self.generator.stack
        order = self.order
        at = base
        i = base // STRIDE
        if not self.use_ordering:
            while at < end:
                order[i] = -i
                at += STRIDE
                i += 1
            return
        first = base + table_move * STRIDE
        killer = self.killers[2 * ply]
        second = self.killers[2 * ply + 1]
        while at < end:
            if at == first and table_move != NO_MOVE:
                rank: i64 = _TABLE_FIRST
            elif forced:
                lost = opp & ~stack[at + 1]
                rank = _CAPTURE_FIRST + 4 * count(lost) + count(lost & kings)
            else:
                change = own ^ stack[at]
                if change == killer:
                    rank = _KILLER_FIRST + 1
                elif change == second:
                    rank = _KILLER_FIRST
                else:
                    rank = self.history[_place(side, change)]
                    if stack[at + 2] & ~kings & ~own and not kings & own & ~stack[at]:
                        rank += _HISTORY_TOP
            order[i] = rank
            at += STRIDE
            i += 1

    def _next_best(self, base: i64, end: i64) -> i64:
        """The untried successor of the highest rank, marked as tried; -1 when all are."""
        order = self.order
        i = base // STRIDE
        last = end // STRIDE
        best: i64 = -1
        highest: i64 = _TRIED
        while i < last:
            if order[i] > highest:
                highest = order[i]
                best = i
            i += 1
        if best < 0:
            return -1
        order[best] = _TRIED
        return best * STRIDE

    def _reward(self, side: i64, change: i64, depth: i64, ply: i64) -> None:
        """Remember a step that refuted its position."""
        if self.use_killers and self.killers[2 * ply] != change:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = change
        if depth > 0 and self.use_history:
            place = _place(side, change)
            value = self.history[place] + depth * depth
            if value >= _HISTORY_TOP:
                value = _HISTORY_TOP - 1
            self.history[place] = value


def _reductions(percentage: int) -> vec[i64]:
    """Late move reductions by depth and moves tried, 32 each: they grow with the logarithm of both."""
    table = vec[i64]([0] * (32 * 32))
    for depth in range(1, 32):
        for tried in range(1, 32):
            plies = percentage / 100 * math.log(depth) * math.log(tried + 1) / 2
            table[depth * 32 + tried] = max(0, min(int(plies), depth - 1))
    return table


def _place(side: i64, change: i64) -> i64:
    """Where the history keeps a step, told by the two squares it changes; steps may share a place."""
    return ((change * _HISTORY_MIX) >> 40) & _HISTORY_MASK | (side << _HISTORY_BITS)


def _to_table(score: i64, ply: i64) -> i64:
    """Wins are kept as counted from the position, not from the root."""
    if score >= WIN:
        return score + ply
    if score <= -WIN:
        return score - ply
    return score


def _from_table(score: i64, ply: i64) -> i64:
    if score >= WIN:
        return score - ply
    if score <= -WIN:
        return score + ply
    return score
