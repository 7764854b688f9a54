"""The nodes below the root: principal variation search, and quiescence search beyond its depth. Compiled by mypyc.

All state is made once: no node allocates anything. Scores are those of ``ai.score``, plies counted from the root.
Sources: principal variation search, Marsland and Campbell 1982; ProbCut, Buro 1995; late move reductions, reverse
futility pruning (static null move pruning) and the rest by the names that the Chess Programming Wiki gives them.
"""

import math
from collections.abc import Callable
from typing import Final

from ai.endgames.probe import UNCOUNTED, EndgameTables
from ai.endgames.slices import MOST_PIECES
from ai.evaluation.evaluate import Evaluator
from ai.score import CERTAIN, EVALUATION_LIMIT, MATE, WIN
from ai.search.options import SearchOptions
from ai.search.ordering import MoveOrdering
from ai.search.path import MAX_PLY, Node
from ai.search.transposition_table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    TranspositionTable,
    bound_in,
    depth_in,
    move_in,
    position_hash,
    score_in,
)
from engine.captures import STRIDE
from engine.native_types import i64, vec
from engine.rules import Jumping, Rules
from engine.successors import SuccessorGenerator

INFINITE: Final = 32000
REPETITION_HISTORY: Final = 1024
_POLL_INTERVAL: Final = 512  # nodes
_PROB_CUT_DEPTH: Final = 4
_PROB_CUT_REDUCTION: Final = 3
_EVALUATIONS: Final = 1 << 12  # few, to stay in near memory
_SCORE_OFFSET: Final = 1 << 15  # above EVALUATION_LIMIT: with it a score is a number of 16 bits
_UNKNOWN: Final = INFINITE + 1
_SPREAD: Final = CERTAIN - EVALUATION_LIMIT - 1  # how far evaluations may tell wins in an unknown number of plies apart


def never() -> bool:
    """A stop that is never asked for."""
    return False


class NodeSearch:
    """Searches the nodes below a root under one rule set; its table and move ordering live from search to search.

    ``jumping`` is *forced* or *free*: there a capture is a move among others, and may be stopped early.

    Whoever searches a root puts the hashes of the game's positions since the last progress into ``keys``, the root's
    at ``root_index``, and calls :meth:`start`. What endgame ``tables`` know is not searched; where they are found to be
    damaged, DamagedTables ends the search, and the next one does with what is left of them.
    """

    def __init__(
        self,
        rules: Rules,
        options: SearchOptions,
        evaluator: Evaluator,
        table: TranspositionTable,
        tables: EndgameTables | None = None,
        jumping: Jumping = "forced",
        tabled_pieces: int = MOST_PIECES,
    ) -> None:
        self.successors: SuccessorGenerator = SuccessorGenerator(rules, jumping)
        self.ordering: MoveOrdering = MoveOrdering(options, self.successors.stack)
        self.evaluator: Evaluator = evaluator
        self.table: TranspositionTable = table
        self.evaluations: vec[i64] = vec[i64]([-1] * _EVALUATIONS)
        self.tables: EndgameTables | None = tables
        self.most_tabled_pieces: i64 = tabled_pieces
        self.tabled_pieces: i64 = 0  # the most that the tables know the outcome with,
        self.settled_pieces: i64 = 0  # and the most with which the outcome is enough
        self.bytes_used: i64 = 0  # by the tables
        self.draw_plies: i64 = 2 * rules.draw_after
        self.use_table: bool = options.table
        self.reductions: vec[i64] = _late_move_reductions(options.late_move_reductions)
        self.one_reply_extension: bool = options.one_reply_extension
        self.threat_extension: i64 = options.threat_extension
        self.reverse_futility: i64 = options.reverse_futility
        self.prob_cut: i64 = options.prob_cut
        self.keys: vec[i64] = vec[i64]([0] * (REPETITION_HISTORY + MAX_PLY + 2))
        self.root_index: i64 = 0
        self.nodes: i64 = 0
        self.node_limit: i64 = 0
        self.next_check: i64 = 0
        self.stopped: bool = False
        self.stop: Callable[[], bool] = never

    def start(self, root: Node, node_limit: int, stop: Callable[[], bool]) -> None:
        """Begin to count the nodes of a new search; ``stop`` is asked every few hundred of them."""
        tables = self.tables
        if tables is not None:
            self.tabled_pieces = min(self.most_tabled_pieces, tables.pieces)
            # With as many pieces as the root has the way to the win must still be found.
            self.settled_pieces = self.tabled_pieces
            if root.pieces <= self.tabled_pieces:
                self.settled_pieces = root.pieces - 1
        self.stop = stop
        self.stopped = False
        self.nodes = 0
        self.node_limit = node_limit
        self._set_next_check()
        self.table.new_search()
        self.ordering.decay()

    def clear(self) -> None:
        """Drop all that earlier searches left, but for evaluations, which depend on their positions alone."""
        self.table.clear()
        self.ordering.clear()

    def search(self, node: Node, alpha: i64, beta: i64, depth: i64) -> i64:
        """Fail-soft principal variation search of a node to ``depth`` plies, and of what is not quiet there.

        With V the value of the node at this depth under the pruning and the reductions that are switched on, the
        score S returned keeps

            S <= alpha         :  V <= S     (an upper bound)
            alpha < S < beta   :  V == S
            beta <= S          :  S <= V     (a lower bound)

        for ``-INFINITE <= alpha < beta <= INFINITE``. A repetition, and what the table remembers of another way here,
        may make V differ from way to way. The caller has filled in the node's words, ``side``, ``reversible_plies`` and
        ``base``; the records below it and the stack from ``base`` on are overwritten, nothing above. Once ``stopped``
        is set the score means nothing.
        """
        if self.stopped:
            return 0
        self.nodes += 1
        if self.nodes >= self.next_check:
            self._check_stop()
            if self.stopped:
                return 0
        own = node.own
        opp = node.opp
        kings = node.kings
        triples = node.triples
        side = node.side
        base = node.base
        ply = node.ply
        key = position_hash(own, opp, kings, triples, side)
        node.key = key
        self.keys[self.root_index + ply] = key
        if node.reversible_plies >= 4 and self._is_repetition(node):
            return 0
        successors = self.successors
        if node.reversible_plies >= self.draw_plies:
            if successors.has_move(own, opp, kings, triples, side, base):
                return 0
            return ply - MATE
        if ply >= MAX_PLY:
            return self._evaluate(node)
        # Mate distance pruning: nothing here can be better than a win with the next move, or worse than a loss now.
        if alpha < ply - MATE:
            alpha = ply - MATE
        if beta > MATE - ply - 1:
            beta = MATE - ply - 1
        if alpha >= beta:
            return alpha
        is_null_window = beta - alpha == 1
        capturing = successors.capturing
        end = capturing.generate(own, opp, kings, triples, side, base)
        is_capture = end != base
        node.steps = end
        if not is_capture:
            if node.pieces <= self.tabled_pieces:
                known = self._probe(node, alpha, beta, depth)
                if known != _UNKNOWN:
                    return known
            if depth <= 0 or (is_null_window and depth <= 2 and self.reverse_futility > 0):
                # Quiescence: captures are forced, so a position without one is quiet, unless the other side threatens
                # to jump; that is searched a few plies further.
                is_threatened = self.threat_extension > 0 and capturing.can_capture(
                    opp, own, kings, triples, 1 - side, base
                )
                if depth <= -self.threat_extension or not is_threatened:
                    if not successors.can_step(own, opp, kings, triples, side, base):
                        return ply - MATE
                    value = self._evaluate(node)
                    if depth <= 0:
                        return value
                    # Reverse futility pruning: what stands so far above beta will hardly fall below it.
                    if value - self.reverse_futility * depth >= beta and beta > -WIN:
                        return value
        # Asked last: a read of far memory costs more than what stands above, and nothing that ended there is in it.
        table_move: i64 = NO_MOVE
        if self.use_table and depth >= 0:
            entry = self.table.find(key)
            if entry:
                table_move = move_in(entry)
                if is_null_window and depth_in(entry) >= depth:
                    score = _from_table(score_in(entry), ply)
                    bound = bound_in(entry)
                    if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                        return score
        if is_capture:
            if successors.optional:
                return self._search_optional_captures(node, alpha, beta, depth, table_move)
        else:
            if is_null_window and depth >= _PROB_CUT_DEPTH and self.prob_cut > 0:
                # ProbCut: where a shallower search stands so far outside the window, a deeper one will hardly come back
                # to it. Only the side is looked at on which the evaluation stands.
                is_above = self._evaluate(node) >= beta
                edge = alpha - self.prob_cut
                low = edge
                if is_above:
                    edge = beta + self.prob_cut
                    low = edge - 1
                if low > -EVALUATION_LIMIT and low + 1 < EVALUATION_LIMIT:
                    value = self.search(node, low, low + 1, depth - _PROB_CUT_REDUCTION)
                    if self.stopped or (value >= edge if is_above else value <= edge):
                        return value
                    node.steps = end
                    if self.use_table:
                        entry = self.table.find(key)
                        if entry:
                            table_move = move_in(entry)
            end = successors.steps(own, opp, kings, triples, side, base)
            if end == base:
                return ply - MATE
        node.end = end
        next_depth = depth - 1
        if is_capture and (depth <= 0 or (self.one_reply_extension and end - base == STRIDE)):
            next_depth = depth
        self.ordering.score_moves(node, table_move)
        return self._search_moves(node, alpha, beta, depth, next_depth, -INFINITE)

    def _evaluate(self, node: Node) -> i64:
        """What the evaluation says of a node whose key is known.

        A quarter of them and more were evaluated a short while ago, on another way here or at less depth: an evaluation
        hash table holds the last scores, each with all of its key but the lowest bits.
        """
        key = node.key
        at = (key >> 1) & (_EVALUATIONS - 1)
        known = self.evaluations[at]
        if known >> 16 == key >> 16:
            return (known & 0xFFFF) - _SCORE_OFFSET
        score = self.evaluator.evaluate(node.own, node.opp, node.kings, node.triples, node.side)
        self.evaluations[at] = key & ~0xFFFF | (score + _SCORE_OFFSET)
        return score

    def _probe(self, node: Node, alpha: i64, beta: i64, depth: i64) -> i64:
        """What the endgame tables say of a node without captures, by the contract of ``search``; or ``_UNKNOWN``.

        A win that takes more plies than remain to the draw by its moves may be none, so that it is searched for; so is
        one in an unknown number of plies where the root is not settled by the outcome either.
        """
        tables = self.tables
        assert tables is not None
        own = node.own
        opp = node.opp
        kings = node.kings
        triples = node.triples
        side = node.side
        if own == 0:
            return node.ply - MATE
        value = tables.quiet(own, opp, kings, triples, side)
        score: i64 = 0
        if value:
            is_won = value & 1 == 0
            if value < UNCOUNTED and not is_won:
                value = tables.value(self.successors, own, opp, kings, triples, side, node.base)
            if value < UNCOUNTED:
                plies = value - 1
                if node.reversible_plies + plies > self.draw_plies:
                    score = _UNKNOWN
                elif is_won:
                    score = MATE - node.ply - plies
                else:
                    score = node.ply + plies - MATE
            elif is_won and beta <= EVALUATION_LIMIT:
                score = EVALUATION_LIMIT
            elif not is_won and alpha >= -EVALUATION_LIMIT:
                score = -EVALUATION_LIMIT
            elif depth > 0 and node.pieces > self.settled_pieces:
                score = _UNKNOWN
            else:
                score = self._evaluate(node)
                if score > _SPREAD:
                    score = _SPREAD
                elif score < -_SPREAD:
                    score = -_SPREAD
                if is_won:
                    score += CERTAIN
                else:
                    score -= CERTAIN
        if tables.used != self.bytes_used:
            # To read a block takes as long as thousands of nodes.
            self.bytes_used = tables.used
            self.next_check = self.nodes + 1
        return score

    def _search_optional_captures(self, node: Node, alpha: i64, beta: i64, depth: i64, table_move: i64) -> i64:
        """The rest of ``search`` at a node whose captures, from ``base`` to ``steps``, need not be made.

        Quiescence: captures alone, and whoever has a step instead may *stand pat*, which is to take the evaluation for
        the score of the best step; but for threats, as in forced jumping.
        """
        own = node.own
        opp = node.opp
        kings = node.kings
        triples = node.triples
        side = node.side
        successors = self.successors
        is_quiescence = False
        floor: i64 = -INFINITE
        if depth <= 0 or (beta - alpha == 1 and depth <= 2 and self.reverse_futility > 0):
            is_threatened = self.threat_extension > 0 and successors.can_capture(
                opp, own, kings, triples, 1 - side, node.steps
            )
            if depth <= -self.threat_extension or not is_threatened:
                is_quiescence = depth <= 0
                if successors.can_step(own, opp, kings, triples, side, node.steps):
                    value = self._evaluate(node)
                    if is_quiescence:
                        if value >= beta:
                            return value
                        floor = value
                    elif value - self.reverse_futility * depth >= beta and beta > -WIN:
                        return value
        next_depth = depth
        node.end = node.steps
        if not is_quiescence:
            next_depth = depth - 1
            node.end = successors.steps(own, opp, kings, triples, side, node.steps)
        self.ordering.score_moves(node, table_move)
        return self._search_moves(node, alpha, beta, depth, next_depth, floor)

    def _search_moves(self, node: Node, alpha: i64, beta: i64, depth: i64, next_depth: i64, floor: i64) -> i64:
        """Search the successors of a node, best first, and store what came of it; the contract is that of ``search``.

        ``floor``, below beta, is what the side to move has without them.
        The first gets the whole window. The others are expected to be worse: a null window, and a depth that is less
        the later they come (late move reductions), must first say that they may not be.
        """
        stack = self.successors.stack
        ordering = self.ordering
        is_null_window = beta - alpha == 1
        best = floor
        best_move: i64 = NO_MOVE
        bound: i64 = UPPER
        if best > alpha:
            alpha = best
            bound = EXACT
        tried: i64 = 0
        while True:
            at = ordering.pick_move(node)
            if at < 0:
                break
            child = node.make_move(stack, at)
            needs_window = tried == 0
            score = alpha
            if not needs_window:
                reduction: i64 = 0
                if at >= node.steps and depth >= 2:
                    reduction = self._reduction(depth, tried)
                    if reduction and not is_null_window:
                        reduction -= 1
                score = -self.search(child, -alpha - 1, -alpha, next_depth - reduction)
                if reduction and score > alpha:
                    score = -self.search(child, -alpha - 1, -alpha, next_depth)
                needs_window = alpha < score < beta
            if needs_window:
                score = -self.search(child, -beta, -alpha, next_depth)
            if self.stopped:
                return 0
            tried += 1
            if score > best:
                best = score
                best_move = (at - node.base) // STRIDE
                if score > alpha:
                    alpha = score
                    bound = EXACT
                    if score >= beta:
                        bound = LOWER
                        if at >= node.steps:
                            ordering.reward(node, at, depth)
                        break
        if self.use_table and depth >= 0:
            self.table.store(node.key, _to_table(best, node.ply), depth, bound, best_move)
        return best

    def _is_repetition(self, node: Node) -> bool:
        """Whether the position stood on the board before since the last progress, in the game or on the way here."""
        keys = self.keys
        here = self.root_index + node.ply
        oldest = here - node.reversible_plies
        if oldest < 0:
            oldest = 0
        i = here - 4
        while i >= oldest:
            if keys[i] == node.key:
                return True
            i -= 2
        return False

    def _check_stop(self) -> None:
        """Obey the node limit and the caller's stop."""
        if (self.node_limit and self.nodes >= self.node_limit) or self.stop():
            self.stopped = True
        self._set_next_check()

    def _set_next_check(self) -> None:
        self.next_check = self.nodes + _POLL_INTERVAL
        if self.node_limit and self.next_check > self.node_limit:
            self.next_check = self.node_limit

    def _reduction(self, depth: i64, tried: i64) -> i64:
        """By how many plies a step is searched less that comes after so many others."""
        if depth > 31:
            depth = 31
        if tried > 31:
            tried = 31
        return self.reductions[depth * 32 + tried]


def _late_move_reductions(percentage: int) -> vec[i64]:
    """Late move reductions by depth and moves tried, 32 each: they grow with the logarithm of both."""
    table = vec[i64]([0] * (32 * 32))
    for depth in range(1, 32):
        for tried in range(1, 32):
            plies = percentage / 100 * math.log(depth) * math.log(tried + 1) / 2
            table[depth * 32 + tried] = max(0, min(int(plies), depth - 1))
    return table


def _to_table(score: i64, ply: i64) -> i64:
    """A score for the table: wins count their plies from the node, not from the root."""
    if score >= WIN:
        return score + ply
    if score <= -WIN:
        return score - ply
    return score


def _from_table(score: i64, ply: i64) -> i64:
    """A score of the table, its wins counted from the root again."""
    if score >= WIN:
        return score - ply
    if score <= -WIN:
        return score + ply
    return score
