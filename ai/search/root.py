"""The search at the root: iterative deepening, aspiration windows and MultiPV. Compiled by mypyc.

The caller measures the time and decides when to stop. The interpreted search visits the same nodes.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from ai.endgames.probe import EndgameTables
from ai.endgames.slices import MOST_PIECES
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.score import EVALUATION_LIMIT, MATE, WIN
from ai.search.limits import MAX_DEPTH, Limits, Stop
from ai.search.node import INFINITE, REPETITION_HISTORY, NodeSearch
from ai.search.options import SearchOptions
from ai.search.path import Node, new_path
from ai.search.transposition_table import NO_MOVE, move_in, position_hash
from engine.bits import count
from engine.captures import STRIDE
from engine.draws import idle_plies
from engine.native_types import i64
from engine.position import Position
from engine.rules import Jumping, Rules

_FULL_MULTIPV_EVERY: Final = 3  # iterations; between them only moves within the last MultiPV window get exact scores
_ASPIRATION_DEPTH: Final = 4
_WIDEST_ASPIRATION: Final = 400  # half of the window, in centimen


class SearchResult(NamedTuple):
    """The result of a search: the successors of the root and their scores, best first.

    ``pvs`` are the principal variations of the best moves, at most ``Limits.lines``. Each is a list of positions; the
    first is the position after the root move.
    """

    depth: int
    nodes: int
    successors: list[Position]
    scores: list[int]
    pvs: list[list[Position]]


class Searcher:
    """A search for one rule set. It keeps its transposition table and move ordering until ``clear``.

    The default evaluator is the trained evaluation. ``jumping`` is *forced* or *free*. ``tables`` require forced
    jumping; positions with at most ``tabled_pieces`` pieces are looked up.
    """

    def __init__(
        self,
        rules: Rules,
        options: SearchOptions,
        evaluator: Evaluator | None = None,
        tables: EndgameTables | None = None,
        jumping: Jumping = "forced",
        tabled_pieces: int = MOST_PIECES,
    ) -> None:
        if evaluator is None:
            evaluator = Evaluator(trained_evaluation(rules))
        self.below: NodeSearch = NodeSearch(rules, options, evaluator, tables, jumping, tabled_pieces)
        self.aspiration_window: i64 = options.aspiration_window
        self.root: Node = new_path()
        # The root moves, as their order on the stack, and their scores. Both lists begin with the best move.
        self.moves: list[int] = []
        self.scores: list[int] = []

    def search(
        self,
        positions: list[Position],
        limits: Limits,
        stop: Stop,
        report: Callable[[SearchResult], None],
        allowed: list[Position] | None = None,
    ) -> SearchResult:
        """Search the last position of ``positions``, the positions since the last progress. It must have a legal move.

        Only the root moves to positions in ``allowed`` are searched; ``allowed`` is not empty, and None allows all.
        Each iteration searches one ply deeper, in the order of the last scores. ``report`` is called at the end of each
        iteration, ``stop`` after it and every few hundred nodes. ``stop`` must return True when the budget is spent.
        Raises DamagedTables; the next search runs without the damaged file.
        """
        root = positions[-1]
        self._set_root(positions, limits.nodes, stop, allowed)
        result = self._result(root, 0, limits.lines)
        window = limits.multipv_window if limits.lines == 1 else 0
        last = min(limits.depth, MAX_DEPTH)
        for depth in range(1, last + 1):
            is_full = depth % _FULL_MULTIPV_EVERY == 0 or depth == last
            if not self._iterate(depth, limits.lines, window, is_full):
                return self._result(root, depth - 1, limits.lines)
            result = self._result(root, depth, limits.lines)
            report(result)
            best = abs(self.scores[0])
            if (best >= WIN and MATE - best <= depth) or best >= limits.decisive or stop():
                break
        return result

    def clear(self) -> None:
        """Clear the transposition table and the move ordering. The next search is then independent of earlier ones."""
        self.below.clear()

    def _set_root(self, positions: list[Position], nodes: int, stop: Stop, allowed: list[Position] | None) -> None:
        """Store the hashes of ``positions``, and write the successors of the root to the stack."""
        below = self.below
        index: i64 = 0
        for position in positions[-REPETITION_HISTORY:]:
            own, opp, kings, triples, side = position.words()
            below.keys[index] = position_hash(own, opp, kings, triples, side)
            index += 1
        below.root_index = index - 1
        root = self.root
        own, opp, kings, triples, side = positions[-1].words()
        root.own = own
        root.opp = opp
        root.kings = kings
        root.triples = triples
        root.side = side
        root.key = below.keys[below.root_index]
        root.pieces = count(own | opp)
        root.reversible_plies = idle_plies(positions)
        root.draw_codes = below.counts.codes_of(positions[-1])
        root.draw_counts = below.counts.counts_after(positions)
        root.base = 0
        root.steps = below.successors.capturing.generate(own, opp, kings, triples, side, 0)
        root.end = below.successors.generate(own, opp, kings, triples, side, 0)
        below.start(root, nodes, stop)
        self.moves = list(range(int(root.end) // STRIDE))
        if allowed is not None:
            self.moves = [move for move in self.moves if self._successor(positions[-1], move) in allowed]
        self.scores = [0] * len(self.moves)

    def _iterate(self, depth: i64, lines: int, window: i64, is_full: bool) -> bool:
        """Search the root moves to ``depth`` plies; return False if the search was stopped.

        The ``lines`` best moves and the moves within the MultiPV ``window`` get exact scores. Exact scores cost nodes:
        unless ``is_full``, a move that was outside the window in the last iteration is only compared with the best.
        """
        found: list[int] = []
        for move in self.moves:
            if not found:
                score = self._aspiration_search(move, depth)
            elif len(found) < lines:
                score = self._search_root_move(move, -INFINITE, INFINITE, depth)
            else:
                best: i64 = sorted(found)[-lines]
                is_candidate = window > 0 and (is_full or self.scores[0] - self.scores[len(found)] <= window)
                floor = best
                if is_candidate:
                    floor = best - window - 1
                score = self._search_root_move(move, floor, floor + 1, depth)
                if score > floor and not self.below.stopped:
                    score = self._search_root_move(move, floor, INFINITE, depth)
                if window and not is_candidate and score <= best:
                    # This score is an upper bound: keep it outside the window, where scores are exact.
                    score = min(score, best - window - 1)
            if self.below.stopped:
                self._sort_root_moves(found)
                return False
            found.append(score)
        self._sort_root_moves(found)
        return True

    def _sort_root_moves(self, found: list[int]) -> None:
        """Sort the root moves by the scores of this iteration, stably.

        Moves without a new score keep their difference to the score of the first move; but if the first move now loses,
        they keep their scores, because they need not lose.
        """
        if not found:
            return
        shift = found[0] - self.scores[0] if found[0] > -EVALUATION_LIMIT else 0
        scores = found + [score + shift for score in self.scores[len(found) :]]
        ranking = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
        self.moves = [self.moves[i] for i in ranking]
        self.scores = [scores[i] for i in ranking]

    def _aspiration_search(self, move: int, depth: i64) -> i64:
        """Return the score of the first root move. Search it in a window around its last score; widen it on a fail."""
        if self.aspiration_window == 0 or depth < _ASPIRATION_DEPTH:
            return self._search_root_move(move, -INFINITE, INFINITE, depth)
        expected: i64 = self.scores[0]
        width = self.aspiration_window
        low = expected - width
        high = expected + width
        while True:
            score = self._search_root_move(move, low, high, depth)
            if self.below.stopped:
                return score
            width *= 4
            if score <= low and low > -INFINITE:
                low = -INFINITE if width > _WIDEST_ASPIRATION else expected - width
            elif score >= high and high < INFINITE:
                high = INFINITE if width > _WIDEST_ASPIRATION else expected + width
            else:
                return score

    def _search_root_move(self, move: int, alpha: i64, beta: i64, depth: i64) -> i64:
        """Return the score of a root move for the side to move. The contract is that of ``NodeSearch.search``."""
        place: i64 = move
        child = self.root.make_move(self.below.successors.stack, place * STRIDE)
        return -self.below.search(child, -beta, -alpha, depth - 1)

    def _result(self, root: Position, depth: int, lines: int) -> SearchResult:
        successors = [self._successor(root, move) for move in self.moves]
        pvs = [self._principal_variation(first, depth) for first in successors[:lines]]
        return SearchResult(depth, int(self.below.nodes), successors, list(self.scores), pvs)

    def _successor(self, root: Position, move: int) -> Position:
        """Return the position after a root move."""
        return self.below.successors.position(root.geometry, move * STRIDE, root.side)

    def _principal_variation(self, first: Position, depth: int) -> list[Position]:
        """Return the principal variation from the transposition table."""
        successors = self.below.successors
        base = self.root.end
        line = [first]
        while len(line) < depth:
            last = line[-1]
            own, opp, kings, triples, side = last.words()
            entry = self.below.table.find(position_hash(own, opp, kings, triples, side))
            move = move_in(entry)
            if entry == 0 or move == NO_MOVE:
                break
            end = successors.generate(own, opp, kings, triples, side, base)
            at = base + move * STRIDE
            if at >= end:
                break
            line.append(successors.position(last.geometry, at, last.side))
        return line
