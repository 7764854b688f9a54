"""The engine: the only entry to the search for moves and scores.

A move comes from the first source that has a move: the only legal move, the opening book, the endgame tables, and the
search of the moves that the tables allow.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise, starmap
from typing import Final, NamedTuple, TypeAlias

from ai.book import Book
from ai.endgames.packed import DamagedTables
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import MOST_PIECES
from ai.evaluation.evaluate import Evaluator
from ai.huge_pages import use_huge_pages
from ai.score import EVALUATION_LIMIT, LIKELY, MATE, WIN, ExactValue, is_decided, mate_distance
from ai.search.limits import MAX_DEPTH as MAX_DEPTH
from ai.search.limits import Limits as Limits
from ai.search.limits import Stop as Stop
from ai.search.limits import never as never
from ai.search.options import SearchOptions
from ai.search.root import Searcher, SearchResult
from ai.time_control import Timer
from engine.draws import plies_left
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Jumping, Rules

_OPTIONS: Final = SearchOptions()
_NEAR: Final = 20  # plies of a win that may cost what it does
_THRIFT: Final = Limits(nodes=1_000_000, decisive=EVALUATION_LIMIT)
"""The limits of a search for a win without gifts."""
_LARGE_TABLE: Final = 32  # megabytes; with smaller tables huge pages gain little


class RootMove(NamedTuple):
    """A legal move of the root and its score for the side to move (see ``ai.score``). A book move has a ``weight``."""

    move: Move
    score: int
    weight: int = 1


class ExactMove(NamedTuple):
    """A legal move and its exact value for the side that makes it."""

    move: Move
    value: ExactValue


class Variation(NamedTuple):
    """The score of a root move and its principal variation, which begins with the move."""

    score: int
    pv: tuple[Move, ...]


@dataclass(frozen=True)
class SearchInfo:
    """The result of a search. ``score`` is for the side to move (see ``ai.score``).

    ``pv`` is the principal variation. ``roots`` are the searched moves, best first. ``lines`` are the variations of the
    best moves, best first, at most ``Limits.lines``. ``proved``: if the score is a win or loss, it is proved.

    ``nodes`` is 0 if nothing was searched. ``roots`` then has the moves of the opening book or, with an exact score,
    the equally good moves of the endgame tables. For an only legal move that was not searched, ``roots`` is empty and
    ``score`` is 0. If a side has no pieces or the side to move has no legal move, ``roots`` and ``pv`` are empty.
    """

    score: int
    pv: tuple[Move, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    roots: tuple[RootMove, ...] = ()
    is_from_book: bool = False
    lines: tuple[Variation, ...] = ()
    proved: bool = False

    @property
    def claim(self) -> int:
        """The score that a player is told: a win or loss that is not proved is only likely."""
        return self.score if self.proved or not is_decided(self.score) else LIKELY if self.score > 0 else -LIKELY

    @property
    def move(self) -> Move:
        """The best move. Raises IndexError if ``pv`` is empty."""
        return self.pv[0]

    def choosing(self, root: RootMove) -> "SearchInfo":
        """Return the result with ``root`` as the best move.

        If ``root`` was not the best move, ``pv`` has this move only, and ``lines`` is empty. Its score may be an upper
        bound, which proves no win.
        """
        if root.move == self.move:
            return self
        proved = self.proved and (self.nodes == 0 or root.score < 0)
        return replace(self, score=root.score, pv=(root.move,), lines=(), proved=proved)


Report: TypeAlias = Callable[[SearchInfo], None]


class _Task(NamedTuple):
    """The positions since the last irreversible move, the moves to search in the last position, and the limits."""

    positions: Sequence[Position]
    moves: Sequence[Move]
    limits: Limits
    stop: Stop
    report: Report | None


def _rank(each: ExactMove) -> tuple[int, float]:
    """Return the sort key that puts the best move first."""
    outcome, plies = each.value
    return -outcome, outcome * (math.inf if plies is None else plies) if outcome else 0


def _equally_good(exact: Sequence[ExactMove]) -> list[ExactMove]:
    """Return the moves that have the same outcome as the first move."""
    return [each for each in exact if each.value.outcome == exact[0].value.outcome]


class Engine:
    """An engine for one rule set and jumping rule. The transposition table is kept between searches until ``new_game``.

    With *free* jumping both sides may decline jumps or stop early, and the endgame tables, which assume forced jumping,
    are not used. With *huff* the engine assumes that both sides jump, because declining costs a man.

    The default ``evaluator`` has the trained evaluation of the rule set. Engines may share ``tables``; this engine
    probes them in positions with at most ``tabled_pieces`` pieces. A damaged table file is treated as missing. An
    engine runs one search at a time, on any thread.
    """

    def __init__(
        self,
        rules: Rules,
        options: SearchOptions = _OPTIONS,
        jumping: Jumping = "forced",
        *,
        evaluator: Evaluator | None = None,
        tables: EndgameTables | None = None,
        book: Book | None = None,
        tabled_pieces: int = MOST_PIECES,
    ) -> None:
        self.rules: Final = rules
        self._jumping: Final = jumping
        searched: Jumping = "free" if jumping == "free" else "forced"
        self.tables: Final = tables if searched == "forced" else None
        self._book = book if searched == "forced" else None
        self._tabled_pieces = tabled_pieces
        self._generator = MoveGenerator(rules, searched)
        self._new_searcher = partial(Searcher, rules, options, evaluator, self.tables, searched, tabled_pieces)
        self._megabytes = options.megabytes

    @cached_property
    def _searcher(self) -> Searcher:
        """The search. Its transposition table is allocated when it is first needed."""
        searcher = self._new_searcher()
        if self._megabytes >= _LARGE_TABLE:
            use_huge_pages()
        return searcher

    def new_game(self) -> None:
        """Clear the transposition table and the move ordering: the next search depends on its arguments only."""
        self._searcher.clear()

    def legal_moves(self, position: Position) -> list[Move]:
        """Return the legal moves. Unless jumping is free, moves that decline a jump are left out."""
        return self._generator.legal_moves(position)

    def exact_value(self, position: Position) -> ExactValue | None:
        """Return the value of a position from the endgame tables, or None."""
        while self.tables is not None:
            try:
                return self.tables.find(position, self._tabled_pieces)
            except DamagedTables:  # the file is treated as missing from now on
                continue
        return None

    def exact_moves(self, position: Position) -> list[ExactMove]:
        """Return every legal move with its exact value, or an empty list if the tables lack a value.

        The plies of a value include the move. The order is: wins, shortest first and unknown length last; draws;
        losses, unknown length first and shortest last.
        """
        return self._exact(self._generator.legal_moves(position))

    def _losing_replies(self, position: Position) -> float:
        """Return the share of the legal moves that lose, from 0 to 1; 0 if the tables lack a value."""
        replies = self.exact_moves(position)
        return sum(each.value.outcome < 0 for each in replies) / max(1, len(replies))

    def _from_book(self, position: Position, moves: Sequence[Move]) -> SearchInfo | None:
        """Return the book moves that may be chosen as a search result, or None if there are none."""
        known = self._book.find(position, moves) if self._book is not None else []
        played = [each for each in known if each.weight]
        if not played:
            return None
        roots = tuple(RootMove(each.move, each.score, each.weight) for each in played)
        return SearchInfo(roots[0].score, (roots[0].move,), roots=roots, is_from_book=True)

    def _exact(self, moves: Sequence[Move]) -> list[ExactMove]:
        """Return ``exact_moves`` for the given legal moves of a position."""
        found = []
        for move in moves:
            value = self.exact_value(move.after)
            if value is None:
                return []
            plies = None if value.plies is None else value.plies + 1
            found.append(ExactMove(move, ExactValue(-value.outcome, plies)))
        return sorted(found, key=_rank)

    def search(
        self, positions: Sequence[Position], limits: Limits, stop: Stop = never, report: Report | None = None
    ) -> SearchInfo:
        """Find a move in the last position. ``positions`` begin after the last irreversible move.

        An only legal move, a book move, or a move that the endgame tables decide is returned without a search. The
        tables prefer the shortest win, the longest defense and, in a drawn position, the move after which most replies
        lose. ``stop`` is called every few hundred nodes; if it returns True, the result so far is returned. ``report``
        is called with the result of each completed iteration, or with the book or table result.
        """
        moves = self._generator.legal_moves(positions[-1])
        if len(moves) == 1 and positions[-1].of(1 - positions[-1].side):
            return SearchInfo(0, (moves[0],))
        known = self._from_book(positions[-1], moves)
        if known is None:
            return self.analyze(positions, limits, stop, report)
        if report is not None:
            report(known)
        return known

    def analyze(
        self, positions: Sequence[Position], limits: Limits, stop: Stop = never, report: Report | None = None
    ) -> SearchInfo:
        """Score the last position: like ``search``, but without the book. An only legal move gets a true score too."""
        root = positions[-1]
        moves = self._generator.legal_moves(root)
        task = _Task(positions, moves, limits, stop, report)
        if not moves or not root.of(1 - root.side):
            has_won = bool(moves) != self.rules.losing
            return SearchInfo(MATE if has_won else -MATE, (), proved=True)
        exact = self._exact(moves)
        if not exact:
            return self._search(task, None)
        best = exact[0].value
        alike = _equally_good(exact)
        is_counted = best.outcome == 0 or all(each.value.plies is not None for each in alike)
        if is_counted and (best.plies or 0) <= plies_left(self.rules, positions):
            info = self._from_tables(positions, exact, limits.lines)
            if report is not None:
                report(info)
            return info
        # The draw by a count of moves may come before the win, or the length of the win is unknown: search.
        new = [each.move for each in alike if best.outcome < 0 or each.move.after not in positions]
        kept = new or [each.move for each in alike]
        found = self._search(task._replace(moves=kept), [move.after for move in kept])
        if is_counted and found.score < (WIN if best.outcome > 0 else 0):
            return self._from_tables(positions, exact, limits.lines)
        return replace(found, proved=self._jumping == "forced" and found.score * best.outcome > 0)

    def thrifty(self, positions: Sequence[Position], found: SearchInfo, stop: Stop = never) -> SearchInfo:
        """Return ``found``, or a result that wins as well where ``found`` gives up pieces at once for a win far away.

        A search reaches the endgame tables soonest by giving up pieces. The result repeats none of ``positions``.
        """
        plies = mate_distance(found.score)
        is_far = found.score >= EVALUATION_LIMIT and (plies is None or plies > _NEAR)
        if self.rules.losing or not is_far or not self._gives_up(found.move):
            return found
        moves = self.legal_moves(positions[-1])
        kept = [move.after for move in moves if not self._gives_up(move) and move.after not in positions]
        other = self._search(_Task(positions, moves, _THRIFT, stop, None), kept) if kept else found
        return other if other.score >= EVALUATION_LIMIT else found

    def _gives_up(self, move: Move) -> bool:
        """Return True if the captures that follow a move cost its side more pieces than they win."""
        return len(move.captured) < self._gain(move.after)

    def _gain(self, position: Position) -> int:
        """Return how many pieces the side to move wins by the captures that follow at once."""
        jumps = [move for move in self.legal_moves(position) if move.captured]
        return max((len(jump.captured) - self._gain(jump.after) for jump in jumps), default=0)

    def _from_tables(self, positions: Sequence[Position], exact: Sequence[ExactMove], lines: int) -> SearchInfo:
        """Return the search result for moves with exact values, best first, with at most ``lines`` variations."""
        best, alike = exact[0].value, _equally_good(exact)
        if best.outcome == 0:
            # Keep the moves with the most losing replies; of these, those to the least repeated positions.
            merits = [(self._losing_replies(each.move.after), -positions.count(each.move.after)) for each in alike]
            most = max(merits)
            alike = [each for each, merit in zip(alike, merits, strict=True) if merit == most]
        roots = tuple(RootMove(each.move, best.score) for each in alike if each.value == best)
        first = roots[0].move
        followed = sorted(exact, key=lambda each: each.move != first)[:lines]
        variations = tuple(Variation(each.value.score, self._exact_line(each.move)) for each in followed)
        is_proved = self._jumping == "forced"
        return SearchInfo(best.score, variations[0].pv, roots=roots, lines=variations, proved=is_proved)

    def _exact_line(self, move: Move) -> tuple[Move, ...]:
        """Return a move and the best play after it, as far as the distances are known."""
        line = [move]
        while len(line) < MAX_DEPTH:
            replies = self.exact_moves(line[-1].after)
            if not replies or replies[0].value.plies is None:
                break
            line.append(replies[0].move)
        return tuple(line)

    def _search(self, task: _Task, allowed: list[Position] | None) -> SearchInfo:
        """Search the moves that lead to ``allowed`` positions, or all moves of the task if ``allowed`` is None."""
        root, budget, searcher = task.positions[-1], task.limits.budget, self._searcher
        began = time.monotonic()
        clock = task.limits.timer or Timer.started()
        is_late = False
        best: list[Position] = []
        scores: list[int] = []

        def info(result: SearchResult) -> SearchInfo:
            return self._info(root, task.moves, result, time.monotonic() - began)

        def should_stop() -> bool:
            # A sleep is not needed to let other threads run: the call from compiled code releases the interpreter.
            return is_late or task.stop() or clock.elapsed() >= budget.hard

        def completed(result: SearchResult) -> None:
            nonlocal is_late
            best.append(result.successors[0])
            scores.append(result.scores[0])
            is_late = clock.elapsed() >= budget.latest_start(best, scores)
            if task.report is not None:
                task.report(info(result))

        while True:
            try:
                return info(searcher.search(list(task.positions), task.limits, should_stop, completed, allowed))
            except DamagedTables:  # the next search runs without that file
                continue
            finally:
                searcher.below.stop = never  # else it may refer to the owner of this engine, and the table stays

    def _info(self, root: Position, moves: Sequence[Move], result: SearchResult, seconds: float) -> SearchInfo:
        """Convert a search result from positions to moves."""
        by_position = {move.after: move for move in reversed(moves)}
        scored = zip(result.successors, result.scores, strict=True)
        roots = [RootMove(by_position[after], score) for after, score in scored]
        lines = [
            Variation(root.score, (root.move, *starmap(self._move, pairwise(pv))))
            for root, pv in zip(roots, result.pvs, strict=False)
        ]
        score = roots[0].score
        proved = is_decided(score) and self._jumping != "huff"
        return SearchInfo(
            score, lines[0].pv, result.depth, result.nodes, seconds, tuple(roots), lines=tuple(lines), proved=proved
        )

    def _move(self, before: Position, after: Position) -> Move:
        """Return the move between two positions of a variation. Only a capture needs the move generator."""
        side, other = before.side, after.side
        if before.of(other) != after.of(other):
            return next(move for move in self._generator.legal_moves(before) if move.after == after)
        number = before.geometry.number
        left, entered = before.of(side) & ~after.of(side), after.of(side) & ~before.of(side)
        return Move((number(left), number(entered)), (), after)
