"""The command line, as the tests read it."""

from argparse import SUPPRESS
from collections.abc import Sequence
from typing import Final

import pytest

from console.cli.arguments import game_options
from console.cli.commands import command_line
from console.cli.main import run_command
from console.cli.parser import TextRequested
from console.game.options import Options

FLAGS: Final = tuple(flag for flag, action in command_line("").flags.items() if action.help != SUPPRESS)


def parse(arguments: Sequence[str], usual: Options | None = None) -> Options:
    """Return the options of a game from its command line. Raises OptionError and TextRequested."""
    return game_options(vars(command_line("").parse_args(arguments)), usual)


def help_of(command: str, option: str = "--help") -> str:
    """Return the help of a command, or of the game for ""."""
    with pytest.raises(TextRequested) as answer:
        run_command([*command.split(), option])
    return str(answer.value)
