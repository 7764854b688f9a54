"""The commands beside the game. A command is imported when it is run, so that the others cost no time."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, TypeAlias

Command: TypeAlias = Callable[[Sequence[str]], int]
"""Runs with the arguments after its name; returns the exit status. Raises OptionError and TextRequested."""

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
    """Import a command by its name in ``COMMANDS``."""
    module, _, function = COMMANDS[name].partition(":")
    command: Command = getattr(import_module(module), function)
    return command
