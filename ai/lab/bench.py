"""The benchmark: speed of perft, evaluation and search, as medians of several short runs."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final

from ai.engine import Engine, Limits, SearchInfo, never
from ai.evaluation.evaluate import WORDS, Evaluator
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.time_control import Budget
from engine.moves import MoveGenerator
from engine.native_types import i64, is_compiled, vec
from engine.position import Position
from engine.rules import Rules

RUNS: Final = 5
SECONDS: Final = 1.0
_COMPILED_DEPTH: Final = 10
_INTERPRETED_DEPTH: Final = 7
_FEWER_PLIES: Final = 3  # plies fewer on a 10x10 board
_POSITIONS: Final = 500  # evaluated one after the other
_EVALUATION_SECONDS: Final = 0.1


@dataclass(frozen=True)
class Iteration:
    """A completed iteration: its depth, and the seconds and nodes since the start of the search.

    For several runs, ``seconds`` and ``nodes`` are medians.
    """

    depth: int
    seconds: float
    nodes: int


@dataclass(frozen=True)
class Figures:
    """The benchmark results. ``depth_at_1s`` is the largest depth that most runs completed within one second."""

    rules: str
    compiled: bool
    runs: int
    perft_depth: int
    perft_leaves: int
    perft_leaves_per_s: float
    evaluation_ns: float
    search_nodes_per_s: float
    depth_at_1s: int
    depths: tuple[Iteration, ...]


def default_depth(rules: Rules) -> int:
    """Return a perft depth that takes about a second or less."""
    depth = _COMPILED_DEPTH if is_compiled() else _INTERPRETED_DEPTH
    return depth - (_FEWER_PLIES if rules.size > 8 else 0)


def bench(rules: Rules, runs: int, seconds: float, depth: int, report: Callable[[int], None]) -> Figures:
    """Run perft to ``depth`` and a search of ``seconds``, each ``runs`` times. Call ``report`` with the runs done."""
    generator = MoveGenerator(rules)
    start = Position.start(rules)
    rates = []
    leaves = 0
    for run in range(runs):
        began = perf_counter()
        leaves = generator.perft(start, depth)
        rates.append(leaves / max(perf_counter() - began, 1e-9))
        report(run + 1)
    searches = []
    for run in range(runs):
        searches.append(_search(rules, start, seconds))
        report(runs + run + 1)
    depths = medians([completed for completed, _ in searches])
    return Figures(
        rules=rules.name,
        compiled=is_compiled(),
        runs=runs,
        perft_depth=depth,
        perft_leaves=leaves,
        perft_leaves_per_s=round(median(rates)),
        evaluation_ns=round(median(_evaluation_times(rules, runs)), 1),
        search_nodes_per_s=round(median(rate for _, rate in searches)),
        depth_at_1s=max((each.depth for each in depths if each.seconds <= 1), default=0),
        depths=depths,
    )


def _evaluation_times(rules: Rules, runs: int) -> list[float]:
    """Return the nanoseconds per evaluation, by run.

    The positions are from random games. Positions in which the side to move can capture are left out.
    """
    evaluator = Evaluator(trained_evaluation(rules))
    generator, rng = MoveGenerator(rules), random.Random(rules.name)
    words: list[int] = []
    position = Position.start(rules)
    while len(words) < _POSITIONS * WORDS:
        legal = generator.legal_moves(position)
        position = rng.choice(legal).after if legal else Position.start(rules)
        if not generator.can_capture(position):
            words += position.words()
    packed = vec[i64](words)

    def seconds(times: int) -> float:
        began = perf_counter()
        evaluator.evaluate_all(packed, times)
        return perf_counter() - began

    times = 1
    while seconds(times) < _EVALUATION_SECONDS:
        times *= 2
    return [seconds(times) / (times * _POSITIONS) * 1e9 for _ in range(runs)]


def _search(rules: Rules, start: Position, seconds: float) -> tuple[list[Iteration], float]:
    """Search with an empty table of the default size; return the iterations and the nodes per second."""
    completed: list[Iteration] = []

    def report(info: SearchInfo) -> None:
        completed.append(Iteration(info.depth, info.seconds, info.nodes))

    info = Engine(rules).analyze([start], Limits(budget=Budget(hard=seconds)), never, report)
    return completed, info.nodes / info.seconds


def medians(searches: list[list[Iteration]]) -> tuple[Iteration, ...]:
    """Return the median seconds and nodes of each iteration that more than half of the runs completed."""
    deepest = max((len(completed) for completed in searches), default=0)
    rows = []
    for i in range(deepest):
        same = [completed[i] for completed in searches if i < len(completed)]
        if 2 * len(same) > len(searches):
            times, nodes = median(row.seconds for row in same), median(row.nodes for row in same)
            rows.append(Iteration(same[0].depth, round(times, 4), round(nodes)))
    return tuple(rows)
