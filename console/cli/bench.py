"""``checkers bench``: the speed of the search in this installation. ``checkers perft`` has that of the moves."""

import platform
import time
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Final

from ai.engine import Engine, Limits
from ai.time_control import Budget, Timer
from console.cli.arguments import JSON, RULES, whole
from console.cli.parser import Asked, Command, option
from console.cli.progress import ProgressBar
from console.cli.results import print_result
from console.version import NAME, VERSION
from engine.native_types import is_compiled
from engine.position import Position

SECONDS: Final = 1.0  # of processor time of a search, which other programs do not shorten


def run(asked: Asked) -> None:
    """Search the start position, each time with an empty hash table, and print the medians."""
    depths, speeds = [], []
    with ProgressBar() as bar:
        for done in range(asked.runs):
            bar.show(done, asked.runs)
            engine = Engine(asked.rules)
            engine.new_game()  # reserves the memory
            timer = Timer.started(time.process_time)
            limits = Limits(budget=Budget(hard=SECONDS), timer=timer)
            info = engine.analyze([Position.start(asked.rules)], limits)
            depths.append(info.depth)
            speeds.append(info.nodes / timer.elapsed())
    record = {
        "rules": asked.rules.name,
        "runs": asked.runs,
        "compiled": is_compiled(),
        "search_seconds": SECONDS,
        "search_nodes_per_s": round(median(speeds)),
        "search_depth": round(median(depths)),
        "version": VERSION,
        "python": platform.python_version(),
        "librt": _librt(),
        "machine": f"{platform.system()} {platform.machine()}",
    }
    kind = "compiled" if record["compiled"] else "interpreted"
    runs = "one run" if asked.runs == 1 else f"medians of {asked.runs} runs"
    nodes = record["search_nodes_per_s"] / 1e6
    lines = [
        f"{NAME} {VERSION}, {kind}; Python {record['python']}, librt {record['librt']}",
        f"{record['machine']}; rules {asked.rules.name}; {runs}",
        f"search: {nodes:.2f} million nodes/s, depth {record['search_depth']} in a second of the processor",
    ]
    print_result(asked.json, record, lines)


def _librt() -> str:
    try:
        return version("librt")
    except PackageNotFoundError:
        return "unknown"


COMMANDS: Final = (
    Command(
        "bench",
        run,
        "Measure the speed of the search, as medians of runs.",
        RULES,
        option("--runs N", whole(1, 99), "searches of a second", "5"),
        JSON,
    ),
)
