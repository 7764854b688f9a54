"""The command line, as the tests read it."""

from collections.abc import Sequence
from typing import Final

import pytest

from console.cli.commands import find_command
from console.cli.help import page
from console.cli.main import run_command
from console.cli.parser import Command, TextRequested
from console.cli.play import game_options
from console.game.options import Options


def command_named(name: str) -> Command:
    """Return a command, or the game for ""."""
    return find_command(name.split())[0]


FLAGS: Final = tuple(command_named("").flags)


def parse(arguments: Sequence[str], usual: Options | None = None) -> Options:
    """Return the options of a game from its command line. Raises OptionError and TextRequested."""
    return game_options(vars(command_named("").parse(arguments)), usual)


def help_of(command: str, option: str = "--help") -> str:
    """Return the help of a command, or of the game for ""."""
    with pytest.raises(TextRequested) as answer:
        run_command([*command.split(), option])
    return page(answer.value)
