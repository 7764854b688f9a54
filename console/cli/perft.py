"""``checkers perft``: count the leaf nodes of the move tree at each depth."""

from collections.abc import Sequence
from time import perf_counter

from console.cli.arguments import add_rules_option, read_fen
from console.cli.parser import CommandLine, whole
from console.cli.results import add_json_option, print_result
from engine.moves import MoveGenerator
from engine.position import Position


def run(arguments: Sequence[str]) -> int:
    """Print depth, count, seconds and leaves per second for each depth. Raises OptionError."""
    line = CommandLine("perft", "Count the positions at each depth, to check the rules.")
    line.add_argument("depth", metavar="DEPTH", type=whole(1, 99), help="how deep, 1 to 99")
    add_rules_option(line)
    line.add_argument("--fen", metavar="FEN", help="count from this position")
    line.add_argument("--routes", action="store_true", help="count each route of a capture, as published tables do")
    add_json_option(line)
    asked = line.parse_args(arguments)
    position = Position.start(asked.rules) if asked.fen is None else read_fen(asked.fen, asked.rules)
    generator = MoveGenerator(asked.rules)
    counted = generator.count_routes if asked.routes else generator.perft
    for ply in range(1, asked.depth + 1):
        began = perf_counter()
        count = counted(position, ply)
        seconds = perf_counter() - began
        row = {"depth": ply, "count": count, "seconds": seconds, "per_second": count / max(seconds, 1e-6)}
        print_result(asked.json, row, ["{depth} {count} {seconds:.3f} {per_second:.0f}".format(**row)])
    return 0
