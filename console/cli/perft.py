"""``checkers perft``: count the leaf nodes of the move tree at each depth."""

from time import perf_counter
from typing import Final

from console.cli.arguments import FEN, JSON, RULES, read_fen, whole
from console.cli.parser import Asked, Command, switch, word
from console.cli.results import print_next
from engine.moves import MoveGenerator
from engine.position import Position


def run(asked: Asked) -> None:
    """Print depth, count, seconds and leaves per second for each depth. Raises OptionError."""
    position = Position.start(asked.rules) if asked.fen is None else read_fen(asked.fen, asked.rules)
    generator = MoveGenerator(asked.rules)
    counted = generator.count_routes if asked.routes else generator.perft
    for ply in range(1, asked.depth + 1):
        began = perf_counter()
        count = counted(position, ply)
        seconds = perf_counter() - began
        row = {"depth": ply, "count": count, "seconds": seconds, "per_second": count / max(seconds, 1e-6)}
        print_next(asked.json, row, "{depth} {count} {seconds:.3f} {per_second:.0f}".format(**row))


COMMANDS: Final = (
    Command(
        "perft",
        run,
        "Count the positions at each depth, to check the rules.",
        word("DEPTH", whole(1, 99), "how deep, 1 to 99"),
        RULES,
        FEN,
        switch("--routes", "count each route of a capture, as published tables do"),
        JSON,
    ),
)
