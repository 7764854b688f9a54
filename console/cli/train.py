"""``checkers train``: make the trained patterns of a rule set out of the program's own games."""

import os
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from ai.evaluation.patterns import FOLDER, pack
from ai.training.self_play import Sample, self_play, train
from console.cli.arguments import read_rules
from console.cli.parser import CommandLine, whole
from console.cli.progress import Progress
from console.terminal.standard_streams import tell
from engine.rules import RULE_SETS


def run(arguments: Sequence[str]) -> int:
    """Play the games, fit the patterns and write them. Raises OptionError."""
    asked = _command_line().parse_args(arguments)
    target = Path(asked.out) if asked.out else FOLDER / f"{asked.rules}.bin"
    samples = _samples(asked.rules, asked.games, asked.nodes, asked.seed, asked.jobs)
    tell(f"{len(samples)} positions of {asked.games} games")
    worth = train(
        RULE_SETS[asked.rules], samples, asked.passes, lambda number, loss: tell(f"pass {number}: {loss:.6f}")
    )
    target.parent.mkdir(exist_ok=True)
    beside = target.with_suffix(".new")
    beside.write_bytes(pack(worth))
    beside.replace(target)
    tell(f"{target}: {sum(map(bool, worth))} patterns")
    return 0


def _samples(rules: str, games: int, nodes: int, seed: int, jobs: int) -> list[Sample]:
    progress = Progress()
    found: list[Sample] = []
    with get_context("spawn").Pool(jobs) as pool:
        played = pool.imap(partial(self_play, RULE_SETS[rules], nodes=nodes), range(seed, seed + games), chunksize=8)
        for number, samples in enumerate(played):
            found += samples
            progress.show(number + 1, games, f"{len(found)} positions")
    progress.clear()
    return found


def _command_line() -> CommandLine:
    line = CommandLine("train", "Make the trained patterns of a rule set out of the program's own games.")
    add = line.add_argument
    add("--rules", type=read_rules, default="american", metavar="NAME", help="the rule set (american)")
    add("--games", type=whole(1, 10**7), default=20_000, metavar="N", help="games to play (20000)")
    add("--nodes", type=whole(50, 10**7), default=600, metavar="N", help="nodes a move (600)")
    add("--passes", type=whole(1, 1000), default=10, metavar="N", help="passes over all positions (10)")
    add("--jobs", type=whole(1, 256), default=os.cpu_count() or 1, metavar="N", help="worker processes (all)")
    add("--seed", type=whole(0, 10**18), default=1, metavar="N", help="of openings and chance (1)")
    add("--out", metavar="FILE", help="where to write instead of the program's own folder")
    return line
