"""``checkers call`` and ``checkers answer``: remote games between two people over TCP."""

from argparse import SUPPRESS
from collections.abc import Sequence
from typing import Final

from ai.dxp.connection import HERE, PORT
from console.cli.arguments import add_remote_options
from console.cli.dxp import read_place
from console.cli.parser import CommandLine, OptionError, whole
from console.cli.play import open_game
from console.game.options import Modem

_NO_HUFF: Final = (
    '"huff" after --jumping will not do: DXP has no message that takes a man for a jump he missed; '
    "over a line jumping is forced or free."
)


def call(arguments: Sequence[str]) -> int:
    """Connect to a waiting player and play. Raises OptionError and TextRequested."""
    line = CommandLine("call", "Call somebody who waits, and play him.", argument_default=SUPPRESS)
    line.add_argument("where", metavar="HOST[:PORT]", type=read_place, help="the address to call")
    add_remote_options(line, calls=True)
    given = vars(line.parse_args(arguments))
    if given.get("jumping") == "huff":
        raise OptionError(_NO_HUFF)
    address, port = given.pop("where")
    return open_game(given, modem=Modem(True, address, port))


def answer(arguments: Sequence[str]) -> int:
    """Wait for a call, and play. Raises OptionError and TextRequested."""
    line = CommandLine("answer", "Wait for somebody who calls, and play him.", argument_default=SUPPRESS)
    line.add_argument("--address", metavar="ADDRESS", help=f"the address to wait on ({HERE})")
    line.add_argument("--port", type=whole(0, 65_535), metavar="N", help=f"the port, 0: any ({PORT})")
    add_remote_options(line, calls=False)
    given = vars(line.parse_args(arguments))
    return open_game(given, modem=Modem(False, given.pop("address", HERE), given.pop("port", PORT)))
