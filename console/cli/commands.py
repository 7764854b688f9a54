"""The commands beside the game. Each is loaded when it is asked for, with what it needs and nothing else."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, TypeAlias

Command: TypeAlias = Callable[[Sequence[str]], int]
"""Takes the arguments after its name and returns the exit status. Raises OptionError, and Answered for --help."""

COMMANDS: Final = {
    "perft": "console.cli.perft:run",
    "match": "console.cli.match:run",
    "bench": "console.cli.bench:run",
    "hub": "console.cli.hub:run",
    "dxp": "console.cli.dxp:run",
    "answer": "console.cli.modem:answer",
    "call": "console.cli.modem:call",
    "show": "console.cli.pdn:show",
    "play": "console.cli.pdn:play",
    "games": "console.cli.games:run",
    "train": "console.cli.train:run",
    "tables": "console.cli.tables:run",
    "book": "console.cli.book:run",
    "problems": "console.cli.problems:run",
}
"""The module and function of each command, by the first word of the command line."""


def load(name: str) -> Command:
    """Import the command of a name, one of ``COMMANDS``."""
    module, _, function = COMMANDS[name].partition(":")
    command: Command = getattr(import_module(module), function)
    return command
