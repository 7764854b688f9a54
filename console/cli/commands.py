"""The commands beside the game, each of which loads what it needs when it is run."""

from collections.abc import Callable, Sequence
from typing import Final


def perft(arguments: Sequence[str]) -> int:
    """Count moves. Raises OptionError."""
    from console.cli.perft import run

    return run(arguments)


def match(arguments: Sequence[str]) -> int:
    """Play two configurations of the opponent against each other. Raises OptionError."""
    from console.cli.match import run

    return run(arguments)


def bench(arguments: Sequence[str]) -> int:
    """Measure how fast this installation is. Raises OptionError."""
    from console.cli.bench import run

    return run(arguments)


def train(arguments: Sequence[str]) -> int:
    """Make the trained patterns of a rule set. Raises OptionError."""
    from console.cli.train import run

    return run(arguments)


def hub(arguments: Sequence[str]) -> int:
    """Play for other programs, by the Hub protocol. Raises OptionError, BrokenPipeError."""
    from console.cli.hub import run

    return run(arguments)


def show(arguments: Sequence[str]) -> int:
    """Print the boards of a game in a PDN file. Raises OptionError."""
    from console.cli.pdn import show

    return show(arguments)


def play(arguments: Sequence[str]) -> int:
    """Play, or go on with a game in a PDN file. Raises OptionError."""
    from console.cli.pdn import play

    return play(arguments)


# By the word that stands first on the command line. Each takes the arguments behind it and returns the exit status;
# all raise OptionError for those that cannot be followed, and Answered.
COMMANDS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "perft": perft,
    "match": match,
    "bench": bench,
    "hub": hub,
    "show": show,
    "play": play,
    "train": train,
}
