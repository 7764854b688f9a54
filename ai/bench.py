"""How fast this installation counts and searches: the median of several short runs from a starting position."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final

from ai.search.options import Options
from ai.search.root import Limits, Result, Searcher
from engine import moves
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import Rules

RUNS: Final = 5
SECONDS: Final = 1.0
_COMPILED_DEPTH: Final = 10
_INTERPRETED_DEPTH: Final = 7
_LARGE_BOARD: Final = 3  # plies fewer on ten by ten


@dataclass(frozen=True)
class Reached:
    """An iteration that was completed: its depth, and the median seconds and nodes until then."""

    depth: int
    seconds: float
    nodes: int


@dataclass(frozen=True)
class Figures:
    """What was measured. ``depth_at_1s`` is the deepest iteration that most runs completed within one second."""

    rules: str
    compiled: bool
    runs: int
    perft_depth: int
    perft_leaves: int
    perft_leaves_per_s: float
    search_nodes_per_s: float
    depth_at_1s: int
    depths: tuple[Reached, ...]


def is_compiled() -> bool:
    """Whether the hot rooms run compiled."""
    return not str(moves.__file__).endswith(".py")


def usual_depth(rules: Rules) -> int:
    """The depth of a perft that takes about a second or less."""
    depth = _COMPILED_DEPTH if is_compiled() else _INTERPRETED_DEPTH
    return depth - (_LARGE_BOARD if rules.size > 8 else 0)


def bench(rules: Rules, runs: int, seconds: float, depth: int, told: Callable[[int], None]) -> Figures:
    """Count to a perft depth and search for some seconds, each ``runs`` times; ``told`` hears how many are done."""
    generator = MoveGenerator(rules)
    start = Position.start(rules)
    rates = []
    leaves = 0
    for run in range(runs):
        began = perf_counter()
        leaves = generator.perft(start, depth)
        rates.append(leaves / max(perf_counter() - began, 1e-9))
        told(run + 1)
    searches = []
    for run in range(runs):
        searches.append(_search(rules, start, seconds))
        told(runs + run + 1)
    depths = medians([reached for reached, _ in searches])
    return Figures(
        rules=rules.name,
        compiled=is_compiled(),
        runs=runs,
        perft_depth=depth,
        perft_leaves=leaves,
        perft_leaves_per_s=round(median(rates)),
        search_nodes_per_s=round(median(rate for _, rate in searches)),
        depth_at_1s=max((reached.depth for reached in depths if reached.seconds <= 1), default=0),
        depths=depths,
    )


def _search(rules: Rules, start: Position, seconds: float) -> tuple[list[Reached], float]:
    """One search with an empty table of the usual size: its iterations and its nodes a second."""
    searcher = Searcher(rules, Options())
    done: list[Reached] = []
    began = perf_counter()

    def told(result: Result) -> None:
        done.append(Reached(result.depth, perf_counter() - began, result.nodes))

    result = searcher.search([start], Limits(), lambda: perf_counter() - began >= seconds, told)
    return done, result.nodes / (perf_counter() - began)


def medians(searches: list[list[Reached]]) -> tuple[Reached, ...]:
    """The medians of the iterations that more than half of the runs completed."""
    deepest = max((len(done) for done in searches), default=0)
    rows = []
    for i in range(deepest):
        same = [done[i] for done in searches if i < len(done)]
        if 2 * len(same) > len(searches):
            times, nodes = median(row.seconds for row in same), median(row.nodes for row in same)
            rows.append(Reached(same[0].depth, round(times, 4), round(nodes)))
    return tuple(rows)
