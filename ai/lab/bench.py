"""The benchmark: speed of perft and search, as medians of several short runs."""

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any, Final

from ai.engine import Engine, Limits
from ai.time_control import Budget
from engine.moves import MoveGenerator
from engine.native_types import is_compiled
from engine.position import Position
from engine.rules import Rules

RUNS: Final = 5
SECONDS: Final = 1.0
_COMPILED_DEPTH: Final = 10
_INTERPRETED_DEPTH: Final = 7
_FEWER_PLIES: Final = 3  # plies fewer on a 10x10 board


def default_depth(rules: Rules) -> int:
    """Return a perft depth that takes about a second or less."""
    depth = _COMPILED_DEPTH if is_compiled() else _INTERPRETED_DEPTH
    return depth - (_FEWER_PLIES if rules.size > 8 else 0)


def bench(rules: Rules, runs: int, seconds: float, depth: int, report: Callable[[int], None]) -> dict[str, Any]:
    """Run perft to ``depth`` and a search of ``seconds``, each ``runs`` times. Call ``report`` with the runs done.

    Return the figures by name. ``search_depth`` is the depth that a search completes in ``search_seconds``.
    """
    generator, start = MoveGenerator(rules), Position.start(rules)
    leaves, rates, searches = 0, [], []
    for run in range(runs):
        began = perf_counter()
        leaves = generator.perft(start, depth)
        rates.append(leaves / max(perf_counter() - began, 1e-9))
        report(run + 1)
    for run in range(runs):
        searches.append(Engine(rules).analyze([start], Limits(budget=Budget(hard=seconds))))  # with an empty table
        report(runs + run + 1)
    return {
        "rules": rules.name,
        "compiled": is_compiled(),
        "runs": runs,
        "perft_depth": depth,
        "perft_leaves": leaves,
        "perft_leaves_per_s": round(median(rates)),
        "search_seconds": seconds,
        "search_nodes_per_s": round(median(info.nodes / info.seconds for info in searches)),
        "search_depth": round(median(info.depth for info in searches)),
    }
