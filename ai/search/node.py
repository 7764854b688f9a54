"""The search below the root: principal variation search and quiescence search. Compiled by mypyc.

Nodes allocate nothing. Scores are those of ``ai.score``, with plies counted from the root. Sources: principal variation
search, Marsland and Campbell 1982; ProbCut, Buro 1995. The names of the other methods, such as late move reductions,
reverse futility pruning (static null move pruning) and razoring, are those of the Chess Programming Wiki.
"""

import math
from typing import Final

from ai.endgames.probe import EndgameTables
from ai.endgames.values import UNCOUNTED, is_loss, smallest_loss
from ai.evaluation.evaluate import Evaluator
from ai.score import CERTAIN, EVALUATION_LIMIT, MATE, WIN
from ai.search.limits import Stop, never
from ai.search.options import SearchOptions, suited
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
    score_in,
)
from engine.captures import STRIDE
from engine.draws import DrawCounts, draw_counts
from engine.moves import LAST_BASE, SuccessorGenerator
from engine.native_types import i64, vec
from engine.rules import Jumping, Rules

INFINITE: Final = 32000
REPETITION_HISTORY: Final = 1024
_POLL_INTERVAL: Final = 512  # nodes
_LARGE_EFFORT: Final = 1 << 19  # of the generation of captures; ``stop`` is then called at the next node
_PRUNED_DEPTH: Final = 2  # the largest depth of reverse futility pruning and razoring
_PROB_CUT_DEPTH: Final = 4
_PROB_CUT_REDUCTION: Final = 3
_EVALUATIONS: Final = 1 << 14  # entries of the evaluation cache; they fit into the processor's cache
_SCORE_OFFSET: Final = 1 << 15  # above EVALUATION_LIMIT: score + offset fits into 16 bits
_UNKNOWN: Final = INFINITE + 1
_SPREAD: Final = CERTAIN - EVALUATION_LIMIT - 1  # the largest evaluation that is added to CERTAIN


class NodeSearch:
    """The search of the nodes below a root, under one rule set.

    The transposition table and the move ordering are kept between searches. ``jumping`` is *forced* or *free*; with
    *free*, captures may be declined or stopped early.

    Before a search the caller writes the hashes of the positions since the last progress into ``keys``, with the hash
    of the root at ``root_index``, and calls :meth:`start`. Positions with at most ``tabled_pieces`` pieces are looked
    up in ``tables``. A damaged table file raises DamagedTables; the next search runs without that file.
    """

    def __init__(
        self,
        rules: Rules,
        options: SearchOptions,
        evaluator: Evaluator,
        tables: EndgameTables | None,
        jumping: Jumping,
        tabled_pieces: int,
    ) -> None:
        options = suited(options, rules)
        self.successors: SuccessorGenerator = SuccessorGenerator(rules, jumping)
        self.ordering: MoveOrdering = MoveOrdering(self.successors.stack)
        self.evaluator: Evaluator = evaluator
        self.table: TranspositionTable = TranspositionTable(options.megabytes)
        self.evaluations: vec[i64] = vec[i64]([-1] * _EVALUATIONS)
        self.tables: EndgameTables | None = tables
        self.most_tabled_pieces: i64 = tabled_pieces
        self.tabled_pieces: i64 = 0  # positions with at most this number of pieces are looked up
        self.settled_pieces: i64 = 0  # with at most this number of pieces, an outcome without distance ends the node
        self.bytes_used: i64 = 0  # bytes in the cache of the tables at the last probe
        self.draw_plies: i64 = 2 * rules.draw_after
        self.counts: DrawCounts = draw_counts(rules)
        self.counted_pieces: i64 = self.counts.most_pieces  # with at most this number of pieces, articles count moves
        self.stuck_sign: i64 = 1 if rules.losing else -1  # of the score of a side without a move
        self.smallest_loss: i64 = smallest_loss(rules)
        self.use_table: bool = options.table
        self.reductions: vec[i64] = _late_move_reductions(options.late_move_reductions)
        self.one_reply_extension: i64 = options.one_reply_extension
        self.offer_extension: i64 = options.offer_extension
        self.only_reply: i64 = options.only_reply or MAX_PLY
        self.reply_guard: i64 = options.reply_guard or INFINITE
        self.threat_extension: i64 = options.threat_extension
        self.reverse_futility: i64 = options.reverse_futility or INFINITE
        self.razoring: i64 = options.razoring or INFINITE
        self.prob_cut: i64 = options.prob_cut
        self.prob_cut_growth: i64 = options.prob_cut_growth or MAX_PLY
        self.keys: vec[i64] = vec[i64]([0] * (REPETITION_HISTORY + MAX_PLY + 2))
        self.root_index: i64 = 0
        self.nodes: i64 = 0
        self.node_limit: i64 = 0
        self.next_check: i64 = 0
        self.stopped: bool = False
        self.stop: Stop = never

    def start(self, root: Node, node_limit: int, stop: Stop) -> None:
        """Begin a new search. ``stop`` is called every few hundred nodes, and ends the search if it returns True."""
        tables = self.tables
        if tables is not None:
            self.tabled_pieces = min(self.most_tabled_pieces, tables.pieces)
            # With as many pieces as the root, the outcome is not enough: the search must find the way to the win.
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
        """Clear the transposition table and the move ordering. The evaluation cache stays valid and is kept."""
        self.table.clear()
        self.ordering.clear()

    def search(self, node: Node, alpha: i64, beta: i64, depth: i64) -> i64:
        """Search a node to ``depth`` plies: fail-soft principal variation search, then quiescence search.

        V is the value of the node at this depth under the active pruning and reductions. The returned score S satisfies

            S <= alpha         :  V <= S     (an upper bound)
            alpha < S < beta   :  V == S
            beta <= S          :  S <= V     (a lower bound)

        for ``-INFINITE <= alpha < beta <= INFINITE``. V may depend on the path, by repetitions and by table entries
        from other paths.

        **A win or loss is proved**: a win if S is a lower bound or exact, a loss if S is an upper bound or exact. A
        pruned node returns an evaluation, and no evaluation is as large as a win. So in a win every node of the winner
        has a winning move, and at every node of the loser all legal moves were searched, down to the end of the game or
        the endgame tables. Reductions, extensions and ProbCut return scores of searches to another depth, for which the
        same holds. Mate distance pruning returns a bound of the other kind. Draws by repetition or by a count only make
        wins rarer. A win in the transposition table rests on wins stored before it, so its line has no cycle. With
        *free* jumping, standing pat returns an evaluation.

        The caller has set the node's words, ``side``, ``key``, ``pieces``, ``reversible_plies`` and
        ``base``. The search overwrites the nodes below this one and the stack from ``base`` on. If ``stopped`` is set,
        the score is invalid.
        """
        # 1. End the search if its nodes or its time are used up.
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
        key = node.key
        # 2. Draws: a repetition, or a count of moves, unless the side to move is stuck.
        self.keys[self.root_index + ply] = key
        if node.reversible_plies >= 4 and self._is_repetition(node):
            return 0
        successors = self.successors
        plies_left = self.draw_plies - node.reversible_plies
        if node.pieces <= self.counted_pieces:
            plies_left = self._plies_left(node, plies_left)
        if plies_left <= 0:
            if successors.has_move(own, opp, kings, triples, side, base):
                return 0
            return self.stuck_sign * (MATE - ply)
        if ply >= MAX_PLY or base > LAST_BASE:
            return self._evaluate(node)
        # 3. Mate distance pruning: the game ends now, with this side stuck, or by the next move at the earliest.
        soonest_loss = self.smallest_loss - 1
        if alpha < ply + soonest_loss - MATE:
            alpha = ply + soonest_loss - MATE
        if beta > MATE - ply - 1 + soonest_loss:
            beta = MATE - ply - 1 + soonest_loss
        if alpha >= beta:
            return alpha
        # 4. Captures. Without any, the node ends here by the endgame tables or as quiet.
        is_null_window = beta - alpha == 1
        capturing = successors.capturing
        end = capturing.generate(own, opp, kings, triples, side, base)
        is_capture = end != base
        if capturing.effort > _LARGE_EFFORT:
            if capturing.is_cut:
                return 0  # the game is drawn
            self.next_check = self.nodes + 1
        node.steps = end
        if not is_capture:
            if node.pieces <= self.tabled_pieces:
                known = self._probe(node, alpha, beta, depth, plies_left)
                if known != _UNKNOWN:
                    return known
            if depth <= 0 or (is_null_window and depth <= _PRUNED_DEPTH):
                # 5. Quiescence: captures are forced, so a position without captures is quiet. If the other side
                # threatens a jump, the position is searched a few plies deeper.
                is_threatened = self.threat_extension > 0 and capturing.can_capture(
                    opp, own, kings, triples, 1 - side, base
                )
                if depth <= -self.threat_extension or not is_threatened:
                    if not successors.can_step(own, opp, kings, triples, side, base):
                        return self.stuck_sign * (MATE - ply)
                    value = self._evaluate(node)
                    if depth <= 0:
                        return value
                    # 6. Reverse futility pruning: a score so far above beta rarely falls below it.
                    if value - self.reverse_futility * depth >= beta and beta > -WIN:
                        return value
                    # 7. Razoring: a score so far below alpha rarely rises above it.
                    if value + self.razoring * depth <= alpha and alpha < EVALUATION_LIMIT:
                        return value
        # 8. The transposition table is probed after the tests above, because a cache miss costs more than all of them.
        # Nodes that end in one of these tests are not stored.
        table_move: i64 = NO_MOVE
        if self.use_table and depth >= 0:
            entry = self.table.find(key)
            if entry:
                table_move = move_in(entry)
                if is_null_window and depth_in(entry) >= depth:
                    score = _counted_from(score_in(entry), -ply)
                    bound = bound_in(entry)
                    if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                        return score
        if is_capture:
            if successors.optional:
                return self._search_optional_captures(node, alpha, beta, depth, table_move)
        else:
            is_deep = is_null_window and depth >= _PROB_CUT_DEPTH and self.prob_cut > 0
            if is_deep and (depth < self.reply_guard or not self._is_after_only_reply(node)):
                # 9. ProbCut: if the score of a shallow search is far outside the window, a deeper search rarely returns
                # a score inside. Only the bound on the side of the evaluation is tested. From depth ``reply_guard`` on,
                # ProbCut is not tried after an only capture: what this answered may be a sacrifice.
                is_above = self._evaluate(node) >= beta
                shallow = depth - _PROB_CUT_REDUCTION - (depth - _PROB_CUT_DEPTH) // self.prob_cut_growth
                edge = alpha - self.prob_cut
                low = edge
                if is_above:
                    edge = beta + self.prob_cut
                    low = edge - 1
                if low > -EVALUATION_LIMIT and low + 1 < EVALUATION_LIMIT:
                    value = self.search(node, low, low + 1, shallow)
                    if self.stopped or (value >= edge if is_above else value <= edge):
                        return value
                    node.steps = end
                    if self.use_table:
                        entry = self.table.find(key)
                        if entry:
                            table_move = move_in(entry)
            # 10. Steps. A side without any is stuck.
            end = successors.steps(own, opp, kings, triples, side, base)
            if end == base:
                return self.stuck_sign * (MATE - ply)
        node.end = end
        # 11. Extensions: captures in quiescence, and an only capture. Then order the moves, and search them.
        next_depth = depth - 1
        if is_capture and (depth <= 0 or (depth <= self.one_reply_extension and end - base == STRIDE)):
            next_depth = depth
        self.ordering.score_moves(node, table_move)
        return self._search_moves(node, alpha, beta, depth, next_depth, -INFINITE)

    def _evaluate(self, node: Node) -> i64:
        """Return the evaluation of a node. The caller has set ``key``.

        A cache has the last scores, each with the upper bits of its key. At least a quarter of the nodes are cache
        hits: positions that were reached by another path or at a lower depth.
        """
        key = node.key
        at = (key >> 1) & (_EVALUATIONS - 1)
        evaluations = self.evaluations
        known = evaluations[at]
        if known >> 16 == key >> 16:
            return (known & 0xFFFF) - _SCORE_OFFSET
        score = self.evaluator.evaluate(node.own, node.opp, node.kings, node.triples, node.side)
        evaluations[at] = key & ~0xFFFF | (score + _SCORE_OFFSET)
        return score

    def _plies_left(self, node: Node, most: i64) -> i64:
        """Count the moves of a node with few pieces; return the plies until a count is full, at most ``most``."""
        counts = self.counts
        before = node.before
        codes = counts.codes(node.own, node.opp, node.kings)
        node.draw_codes = codes
        node.draw_counts = 0
        if codes and before is not None and before.pieces == node.pieces:
            node.draw_counts = counts.advanced(codes, before.draw_codes, before.draw_counts)
        return counts.left(codes, node.draw_counts, most)

    def _probe(self, node: Node, alpha: i64, beta: i64, depth: i64, plies_left: i64) -> i64:
        """Return the score of a node without captures from the endgame tables, within the contract of ``search``.

        Return ``_UNKNOWN`` if the node must be searched. This is so if the win takes more plies than are left until the
        draw by a count of moves, or if its length is unknown and the outcome is not enough (``settled_pieces``).
        """
        tables = self.tables
        assert tables is not None
        own = node.own
        opp = node.opp
        kings = node.kings
        triples = node.triples
        side = node.side
        if own == 0:
            return self.stuck_sign * (MATE - node.ply)
        value = tables.quiet(own, opp, kings, triples, side)
        score: i64 = 0
        if value:
            is_won = not is_loss(value, self.smallest_loss)
            if value < UNCOUNTED and not is_won:
                value = tables.value(self.successors, own, opp, kings, triples, side, node.base)
            if value < UNCOUNTED:
                plies = value - 1
                if plies > plies_left:
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
            # Reading a block takes as long as searching thousands of nodes: call ``stop`` at the next node.
            self.bytes_used = tables.used
            self.next_check = self.nodes + 1
        return score

    def _search_optional_captures(self, node: Node, alpha: i64, beta: i64, depth: i64, table_move: i64) -> i64:
        """Complete ``search`` for a node whose captures, from ``base`` to ``steps`` on the stack, are optional.

        Quiescence search tries captures only. A side with a step may *stand pat*: the evaluation counts as the score of
        its best step, unless the other side threatens a jump.
        """
        own = node.own
        opp = node.opp
        kings = node.kings
        triples = node.triples
        side = node.side
        successors = self.successors
        is_quiescence = False
        floor: i64 = -INFINITE
        if depth <= 0 or (beta - alpha == 1 and depth <= _PRUNED_DEPTH):
            is_threatened = self.threat_extension > 0 and successors.capturing.can_capture(
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
        """Search the successors of a node, best first, and store the result. The contract is that of ``search``.

        ``floor`` is a lower bound of the score without searching a successor; it is below beta. The first successor is
        searched with the full window. The others are searched with a null window, and steps also with a reduced depth
        (late move reductions). They are searched again if their score exceeds alpha.
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
        while (at := ordering.pick_move(node)) >= 0:
            child = node.make_move(stack, at)
            self.table.prefetch(child.key)
            needs_window = tried == 0
            score = alpha
            if not needs_window:
                reduction: i64 = 0
                if at >= node.steps and depth >= 2:
                    reduction = self._reduction(depth, tried)
                    if reduction and not is_null_window:
                        reduction -= 1
                    if reduction > self.only_reply or (reduction and self.offer_extension > 0):
                        reduction = self._reduction_of_offer(child, reduction)
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
            self.table.store(node.key, _counted_from(best, node.ply), depth, bound, best_move)
        return best

    def _reduction_of_offer(self, child: Node, reduction: i64) -> i64:
        """Return the reduction of a step to ``child``: less if the other side must capture, or has an only reply."""
        capturing = self.successors.capturing
        if not capturing.can_capture(child.own, child.opp, child.kings, child.triples, child.side, child.base):
            return reduction
        reduction -= self.offer_extension
        if reduction > self.only_reply:
            end = capturing.generate(child.own, child.opp, child.kings, child.triples, child.side, child.base)
            if end - child.base == STRIDE:
                return self.only_reply
        return reduction if reduction > 0 else 0

    def _is_after_only_reply(self, node: Node) -> bool:
        """Return True if the move to a node was an only capture."""
        before = node.before
        return before is not None and before.end == before.steps and before.end - before.base == STRIDE

    def _is_repetition(self, node: Node) -> bool:
        """Return True if the position occurred once on the path, or twice since the last progress in the game.

        One occurrence before the root is not enough: the winner, who has let it happen once, need not do so again.
        """
        keys = self.keys
        here = self.root_index + node.ply
        oldest = here - node.reversible_plies
        if oldest < 0:
            oldest = 0
        has_occurred = False
        i = here - 4
        while i >= oldest:
            if keys[i] == node.key:
                if has_occurred or i >= self.root_index:
                    return True
                has_occurred = True
            i -= 2
        return False

    def _check_stop(self) -> None:
        """Set ``stopped`` at the node limit or if ``stop`` returns True."""
        if (self.node_limit and self.nodes >= self.node_limit) or self.stop():
            self.stopped = True
        self._set_next_check()

    def _set_next_check(self) -> None:
        self.next_check = self.nodes + _POLL_INTERVAL
        if self.node_limit and self.next_check > self.node_limit:
            self.next_check = self.node_limit

    def _reduction(self, depth: i64, tried: i64) -> i64:
        """Return the late move reduction, in plies, of a step that follows ``tried`` other moves."""
        if depth > 31:
            depth = 31
        if tried > 31:
            tried = 31
        return self.reductions[depth * 32 + tried]


def _late_move_reductions(percentage: int) -> vec[i64]:
    """Return a table of 32 x 32 reductions in plies, by depth and moves tried. They grow with both logarithms."""
    table = vec[i64]([0] * (32 * 32))
    for depth in range(1, 32):
        for tried in range(1, 32):
            plies = percentage / 100 * math.log(depth) * math.log(tried + 1) / 2
            table[depth * 32 + tried] = max(0, min(int(plies), depth - 1))
    return table


def _counted_from(score: i64, plies: i64) -> i64:
    """Return a score whose plies to the win or loss are counted from ``plies`` further down the line.

    With the ply of a node: from root to node; with its negative: back. The search counts from the root, the
    transposition table from the node.
    """
    if score >= WIN:
        return score + plies
    if score <= -WIN:
        return score - plies
    return score
