"""``checkers call`` and ``checkers answer``: remote games between two people over TCP."""

from argparse import Namespace
from typing import Final

from console.cli.parser import OptionError
from console.cli.play import open_game
from console.game.options import Modem

_NO_HUFF: Final = (
    '"huff" after --jumping will not do: DXP has no message that takes a man for a jump he missed; '
    "over a line jumping is forced or free."
)


def call(asked: Namespace) -> int:
    """Connect to a waiting player and play. Raises OptionError."""
    given = vars(asked)
    if given["jumping"] == "huff":
        raise OptionError(_NO_HUFF)
    (address, port), other = given.pop("where"), given.pop("port")
    port = port if other is None else other
    return open_game(given, modem=Modem(True, address, port))


def answer(asked: Namespace) -> int:
    """Wait for a call, and play. Raises OptionError."""
    given = vars(asked)
    return open_game(given, modem=Modem(False, given.pop("address"), given.pop("port")))
