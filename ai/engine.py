"""The one front door to the search: whoever wants a move, or a judgement of a position, gets it from an engine.

In this order: the only legal move, the opening book, what endgame tables decide, the search of the moves they leave.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, starmap
from typing import Final, NamedTuple, TypeAlias

from ai.book import Book
from ai.endgames.packed import DamagedTables
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import MOST_PIECES
from ai.evaluation.evaluate import Evaluator
from ai.score import MATE, WIN, ExactValue
from ai.search import root as root_search
from ai.search.options import SearchOptions
from ai.search.transposition_table import TranspositionTable
from ai.time_control import UNLIMITED, Budget, Timer
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Jumping, Rules

MAX_DEPTH: Final = root_search.MAX_DEPTH
_OPTIONS: Final = SearchOptions()
_SETTLED_AFTER: Final = 5  # iterations with the same best move


class RootMove(NamedTuple):
    """A legal move of the position searched, and its score from the view of the side to move (see ``ai.score``)."""

    move: Move
    score: int


class ExactMove(NamedTuple):
    """A legal move and what it is worth to the side that makes it if both play their best."""

    move: Move
    value: ExactValue


@dataclass(frozen=True)
class Limits:
    """What ends a search: a depth in plies, a number of nodes (0: any) or a budget of seconds, whichever comes first.

    Moves that score at most ``multipv_window`` hundredths of a man below the best get exact scores, the others only
    upper bounds. A search that ends before ``depth`` may count a move that has just come so close among the others. Of
    the best moves ``lines`` are followed; with more than one the window does not count.
    """

    depth: int = MAX_DEPTH
    nodes: int = 0
    budget: Budget = UNLIMITED
    multipv_window: int = 0
    lines: int = 1


class Line(NamedTuple):
    """A move with its score and the expected play, the move first."""

    score: int
    pv: tuple[Move, ...]


@dataclass(frozen=True)
class SearchInfo:
    """What a search found. ``score`` is from the view of the side to move, as ``ai.score`` explains it.

    ``pv`` (the principal variation) is the expected play, the best move first; it is empty where the game is over.
    ``roots`` are the moves that were searched, best first. After no nodes an only move that was not searched has a
    score of 0 and no roots; otherwise the score is exact, and the roots are the moves that are equally good, or they
    come from the opening book.
    ``lines`` are the best moves, as many as were to be followed, the best first; one if they were not more.
    """

    score: int
    pv: tuple[Move, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    roots: tuple[RootMove, ...] = ()
    is_from_book: bool = False
    lines: tuple[Line, ...] = ()

    @property
    def move(self) -> Move:
        """The move to make. Raises IndexError where the game is over."""
        return self.pv[0]

    def choosing(self, root: RootMove) -> "SearchInfo":
        """The same with another of its root moves made: the expected play after that one is not known."""
        return self if root.move == self.move else replace(self, score=root.score, pv=(root.move,), lines=())


Stop: TypeAlias = Callable[[], bool]
Report: TypeAlias = Callable[[SearchInfo], None]


def _rank(each: ExactMove) -> tuple[int, float]:
    """Where an exact move stands, the best first."""
    outcome, plies = each.value
    return -outcome, outcome * (math.inf if plies is None else plies) if outcome else 0


def _alike(exact: Sequence[ExactMove]) -> list[ExactMove]:
    """The moves with the outcome of the first."""
    return [each for each in exact if each.value.outcome == exact[0].value.outcome]


def never() -> bool:
    """A stop that is never asked for."""
    return False


class Engine:
    """Finds moves under one rule set and one way of jumping; its table lives from search to search until ``new_game``.

    In *free* jumping it searches jumps, jumps stopped early and steps alike, for both sides, and has no use for tables,
    which know forced jumping only. In *huff* it takes it that everybody jumps: not to costs a man there.

    Without an ``evaluator`` the rule set's own weights count; without a ``table`` it has one of the options' size;
    without ``tables`` it knows no endgames, without a ``book`` no openings. Tables found damaged count as missing from
    then on. One search at a time; it may run on any thread. Engines may share tables; ``tabled_pieces`` limits the
    number of pieces with which this one uses them.
    """

    def __init__(
        self,
        rules: Rules,
        options: SearchOptions = _OPTIONS,
        jumping: Jumping = "forced",
        *,
        evaluator: Evaluator | None = None,
        table: TranspositionTable | None = None,
        tables: EndgameTables | None = None,
        book: Book | None = None,
        tabled_pieces: int = MOST_PIECES,
    ) -> None:
        self.rules: Final = rules
        searched: Jumping = "free" if jumping == "free" else "forced"
        self.tables: Final = tables if searched == "forced" else None
        self._book = book if searched == "forced" else None
        self._tabled_pieces = tabled_pieces
        self._searcher = root_search.Searcher(rules, options, evaluator, table, self.tables, searched, tabled_pieces)
        self._generator = MoveGenerator(rules, searched)

    def new_game(self) -> None:
        """Drop all that earlier searches left, so that the next one depends on its positions alone."""
        self._searcher.clear()

    def legal_moves(self, position: Position) -> list[Move]:
        """The moves it chooses from: unless jumping is free it never declines a jump."""
        return self._generator.legal_moves(position)

    def exact_value(self, position: Position) -> ExactValue | None:
        """What the endgame tables know of a position; None where they know nothing."""
        while self.tables is not None:
            pieces = self.tables.pieces
            try:
                return self.tables.find(position, self._tabled_pieces)
            except DamagedTables:
                assert self.tables.pieces < pieces, "what is damaged is not asked again"
        return None

    def exact_moves(self, position: Position) -> list[ExactMove]:
        """Every legal move with its exact value for the side that makes it, the move's own ply counted.

        Best first: the quickest win, draws, the longest defence; what takes an unknown number of plies counts as long.
        Empty where the tables do not know all of them.
        """
        return self._exact(self._generator.legal_moves(position))

    def losing_replies(self, position: Position) -> float:
        """The share of a position's moves that lose, as far as the tables know: how much of a trap it is."""
        replies = self.exact_moves(position)
        return sum(each.value.outcome < 0 for each in replies) / max(1, len(replies))

    def _from_book(self, position: Position, moves: Sequence[Move]) -> SearchInfo | None:
        """What the book has its owner play in a position; None where it does not know it."""
        known = self._book.find(position, moves) if self._book is not None else []
        played = [each for each in known if each.weight]
        if not played:
            return None
        roots = tuple(RootMove(each.move, each.score) for each in played)
        return SearchInfo(roots[0].score, (roots[0].move,), roots=roots, is_from_book=True)

    def _exact(self, moves: Sequence[Move]) -> list[ExactMove]:
        """What ``exact_moves`` tells of a position's legal moves."""
        found = []
        for move in moves:
            value = self.exact_value(move.after)
            if value is None:
                return []
            plies = None if value.plies is None else value.plies + 1
            found.append(ExactMove(move, ExactValue(-value.outcome, plies)))
        return sorted(found, key=_rank)

    def search(
        self,
        positions: Sequence[Position],
        limits: Limits,
        stop: Stop = never,
        report: Report | None = None,
        timer: Timer | None = None,
    ) -> SearchInfo:
        """The move to make in the last of ``positions``, which are those since the last progress.

        An only legal move is made at once, so is the first of the opening book, and what endgame tables decide: the
        shortest win; the longest defence; in a drawn position the move after which most of the other side's replies
        lose. ``stop`` is asked every few hundred nodes; what was found until then is the answer. ``report`` hears of
        every completed iteration, or of what the book knows or the tables decide. The budget counts on ``timer``, by
        default from now.
        """
        moves = self._generator.legal_moves(positions[-1])
        if len(moves) == 1:
            return SearchInfo(0, (moves[0],))
        known = self._from_book(positions[-1], moves)
        if known is not None:
            if report is not None:
                report(known)
            return known
        return self._analyze(positions, moves, limits, stop, report, timer)

    def analyze(
        self,
        positions: Sequence[Position],
        limits: Limits,
        stop: Stop = never,
        report: Report | None = None,
        timer: Timer | None = None,
    ) -> SearchInfo:
        """As ``search``, but for the score: an only legal move is searched as well."""
        moves = self._generator.legal_moves(positions[-1])
        return self._analyze(positions, moves, limits, stop, report, timer)

    def _analyze(
        self,
        positions: Sequence[Position],
        moves: Sequence[Move],
        limits: Limits,
        stop: Stop,
        report: Report | None,
        timer: Timer | None,
    ) -> SearchInfo:
        root = positions[-1]
        if not moves or not root.of(1 - root.side):
            return SearchInfo(MATE if moves else -MATE, ())
        exact = self._exact(moves)
        if not exact:
            return self._search(positions, moves, None, limits, stop, report, timer)
        best = exact[0].value
        alike = _alike(exact)
        is_counted = best.outcome == 0 or all(each.value.plies is not None for each in alike)
        if is_counted and len(positions) - 1 + (best.plies or 0) <= 2 * self.rules.draw_after:
            info = self._from_tables(positions, exact, limits.lines)
            if report is not None:
                report(info)
            return info
        # A win may lie beyond the draw by moves without progress, or its way is not known: it must be looked for.
        new = [each.move for each in alike if best.outcome < 0 or each.move.after not in positions]
        kept = new or [each.move for each in alike]
        found = self._search(positions, kept, [move.after for move in kept], limits, stop, report, timer)
        if is_counted and found.score < (WIN if best.outcome > 0 else 0):
            return self._from_tables(positions, exact, limits.lines)
        return found

    def _from_tables(self, positions: Sequence[Position], exact: Sequence[ExactMove], lines: int) -> SearchInfo:
        """What to make of moves of known values, best first: one of those that are equally good; and so many lines."""
        best, alike = exact[0].value, _alike(exact)
        if best.outcome == 0:
            # Traps first, then what has not stood before.
            merits = [(self.losing_replies(each.move.after), -positions.count(each.move.after)) for each in alike]
            most = max(merits)
            alike = [each for each, merit in zip(alike, merits, strict=True) if merit == most]
        roots = tuple(RootMove(each.move, best.score) for each in alike if each.value == best)
        first = roots[0].move
        followed = sorted(exact, key=lambda each: each.move != first)[:lines]
        told = tuple(Line(each.value.score, self._exact_line(each.move)) for each in followed)
        return SearchInfo(best.score, told[0].pv, roots=roots, lines=told)

    def _exact_line(self, move: Move) -> tuple[Move, ...]:
        """A move, and the best play of both sides after it as long as its plies are known."""
        line = [move]
        while len(line) < MAX_DEPTH:
            replies = self.exact_moves(line[-1].after)
            if not replies or replies[0].value.plies is None:
                break
            line.append(replies[0].move)
        return tuple(line)

    def _search(
        self,
        positions: Sequence[Position],
        moves: Sequence[Move],
        allowed: list[Position] | None,
        limits: Limits,
        stop: Stop,
        report: Report | None,
        timer: Timer | None,
    ) -> SearchInfo:
        """Search the moves of the last position, which are all or those that lead to the ``allowed`` ones."""
        root = positions[-1]
        began = time.monotonic()
        clock = timer or Timer.started()
        budget = limits.budget
        is_late = False
        best: Position | None = None
        agreed = 0  # iterations with this best move, one after the other

        def info(result: root_search.SearchResult) -> SearchInfo:
            return self._info(root, moves, result, time.monotonic() - began)

        def should_stop() -> bool:
            # No sleep for the sake of other threads: whoever waits is given the interpreter by this call itself.
            return is_late or stop() or clock.elapsed() >= budget.hard

        def completed(result: root_search.SearchResult) -> None:
            nonlocal is_late, best, agreed
            agreed = agreed + 1 if result.successors[0] == best else 1
            best = result.successors[0]
            is_late = clock.elapsed() >= (budget.settled if agreed >= _SETTLED_AFTER else budget.soft)
            if report is not None:
                report(info(result))

        inner = root_search.Limits(limits.depth, limits.nodes, limits.multipv_window, allowed, limits.lines)
        while True:
            pieces = self.tables.pieces if self.tables is not None else 0
            try:
                return info(self._searcher.search(list(positions), inner, should_stop, completed))
            except DamagedTables:
                assert self.tables is not None
                assert self.tables.pieces < pieces, "what is damaged is not asked again"

    def _info(
        self, root: Position, moves: Sequence[Move], result: root_search.SearchResult, seconds: float
    ) -> SearchInfo:
        """A result in moves instead of positions."""
        by_position = {move.after: move for move in reversed(moves)}
        roots = [
            RootMove(by_position[after], score) for after, score in zip(result.successors, result.scores, strict=True)
        ]
        lines = [
            Line(root.score, (root.move, *starmap(self._move, pairwise(pv))))
            for root, pv in zip(roots, result.pvs, strict=False)
        ]
        return SearchInfo(
            roots[0].score, lines[0].pv, result.depth, result.nodes, seconds, tuple(roots), lines=tuple(lines)
        )

    def _move(self, before: Position, after: Position) -> Move:
        """The move between two positions of the expected play; only a capture must be looked for."""
        side, other = before.side, after.side
        if before.of(other) != after.of(other):
            return next(move for move in self._generator.legal_moves(before) if move.after == after)
        number = before.geometry.number
        left, entered = before.of(side) & ~after.of(side), after.of(side) & ~before.of(side)
        return Move((number(left), number(entered)), (), after)
