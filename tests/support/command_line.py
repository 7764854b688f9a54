"""The command line of the game, as the tests read it."""

from argparse import SUPPRESS
from collections.abc import Sequence
from typing import Final

from console.cli.arguments import game_line, game_options
from console.game.options import Options

FLAGS: Final = tuple(flag for flag, action in game_line().flags.items() if action.help != SUPPRESS)


def parse(arguments: Sequence[str], usual: Options | None = None) -> Options:
    """Return the options of a game from its command line. Raises OptionError and TextRequested."""
    return game_options(vars(game_line().parse_args(arguments)), usual)
