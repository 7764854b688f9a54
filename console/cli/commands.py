"""The commands beside the game: ``checkers perft`` counts moves."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final

from console.cli.arguments import OptionError, read_fen, read_rules, split_flag
from console.terminal.standard_streams import complain, tell
from engine.rules import RULE_SETS

_USAGE: Final = "usage: checkers perft DEPTH [--rules NAME] [--fen FEN]"
_DEEPEST: Final = 99


def perft(arguments: Sequence[str]) -> int:
    """Print a line a depth: depth, count, seconds, leaves/s. Raises OptionError."""
    depth, rules, fen = None, "american", None
    rest = list(arguments)
    while rest:
        given = rest.pop(0)
        flag, joined, value = split_flag(given)
        if flag in ("--rules", "--fen"):
            if not joined:
                if not rest:
                    raise OptionError(f'"{given}" wants a value; {_USAGE}')
                value = rest.pop(0)
            if flag == "--rules":
                try:
                    rules = read_rules(value)
                except OptionError as error:
                    raise OptionError(f'"{value}" after --rules will not do: {error}.') from None
            else:
                fen = value
        elif flag == "--help":
            tell(_USAGE)
            return 0
        elif depth is None and not flag.startswith("--"):
            depth = _read_depth(given)
        else:
            raise OptionError(f'"{given}" is too much; {_USAGE}')
    if depth is None:
        raise OptionError(f"perft wants a depth; {_USAGE}")
    _count(depth, rules, fen)
    return 0


def _read_depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(_DEEPEST)) and int(text) > 0):
        raise OptionError(f'"{text}" is not a depth; it is a whole number from 1 to {_DEEPEST}.')
    return int(text)


def _count(depth: int, name: str, fen: str | None) -> None:
    from engine.moves import MoveGenerator
    from engine.position import Position

    rules = RULE_SETS[name]
    position = Position.start(rules) if fen is None else read_fen(fen, rules)
    generator = MoveGenerator(rules)
    for ply in range(1, depth + 1):
        began = perf_counter()
        count = generator.perft(position, ply)
        seconds = perf_counter() - began
        tell(f"{ply} {count} {seconds:.3f} {count / max(seconds, 1e-6):.0f}")


def match(arguments: Sequence[str]) -> int:
    """Play two configurations of the opponent against each other. Raises OptionError."""
    from console.cli import match as match_command

    return match_command.run(arguments)


def bench(arguments: Sequence[str]) -> int:
    """Measure how fast this installation is. Raises OptionError."""
    from console.cli import bench as bench_command

    return bench_command.run(arguments)


def train(arguments: Sequence[str]) -> int:
    """Make the trained patterns of a rule set. Raises OptionError."""
    from console.cli import train as train_command

    return train_command.run(arguments)


def hub(arguments: Sequence[str]) -> int:
    """Play for other programs, by the Hub protocol. Raises OptionError, BrokenPipeError."""
    from console.cli import hub as hub_command

    return hub_command.run(arguments)


def show(arguments: Sequence[str]) -> int:
    """Print the boards of a game in a PDN file. Raises OptionError."""
    from console.cli import pdn as game_commands

    return game_commands.show(arguments)


def play(arguments: Sequence[str]) -> int:
    """Play, or go on with a game in a PDN file. Raises OptionError."""
    from console.cli import pdn as game_commands

    return game_commands.play(arguments)


COMMANDS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "perft": perft,
    "match": match,
    "bench": bench,
    "hub": hub,
    "show": show,
    "play": play,
    "train": train,
}


def run(name: str, arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status, 2 with a sentence on standard error for bad arguments."""
    try:
        return COMMANDS[name](arguments)
    except OptionError as error:
        complain(str(error))
        return 2
