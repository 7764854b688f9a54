"""``checkers bench``: the speed of this installation."""

import platform
from argparse import Namespace
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ai.lab.bench import SECONDS, bench, default_depth
from console.cli.progress import ProgressBar
from console.cli.results import print_result
from console.version import NAME, VERSION


def run(asked: Namespace) -> None:
    """Run the benchmark and print the results."""
    with ProgressBar() as bar:
        bar.show(0, 2 * asked.runs)
        depth = default_depth(asked.rules)
        figures = bench(asked.rules, asked.runs, SECONDS, depth, lambda done: bar.show(done, 2 * asked.runs))
    record = figures | _versions()
    print_result(asked.json, record, _lines(record))


def _versions() -> dict[str, str]:
    try:
        librt = version("librt")
    except PackageNotFoundError:
        librt = "unknown"
    return {
        "version": VERSION,
        "python": platform.python_version(),
        "librt": librt,
        "machine": f"{platform.system()} {platform.machine()}",
    }


def _lines(record: dict[str, Any]) -> list[str]:
    kind = "compiled" if record["compiled"] else "interpreted"
    leaves, nodes = record["perft_leaves_per_s"] / 1e6, record["search_nodes_per_s"] / 1e6
    runs = "one run" if record["runs"] == 1 else f"medians of {record['runs']} runs"
    seconds = "a second" if record["search_seconds"] == 1 else f"{record['search_seconds']:g} seconds"
    return [
        f"{NAME} {record['version']}, {kind}; Python {record['python']}, librt {record['librt']}",
        f"{record['machine']}; rules {record['rules']}; {runs}",
        f"perft {record['perft_depth']}: {record['perft_leaves']} leaves, {leaves:.2f} million leaves/s",
        f"search: {nodes:.2f} million nodes/s, depth {record['search_depth']} in {seconds}",
    ]
