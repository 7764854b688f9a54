"""``checkers call`` and ``checkers answer``: remote games between two people over TCP."""

from pathlib import Path
from typing import Final

from console.cli.arguments import CALLING, WAITING, read_jumping
from console.cli.parser import Asked, Command, OptionError, option, switch
from console.cli.play import CLOCK, DISPLAY, NAME_AND_RULES, open_game
from console.game.options import Modem
from console.text.sentences import NO_SUCH_ROOM

_NO_HUFF: Final = (
    '"huff" after --jumping will not do: DXP has no message that takes a man for a jump he missed; '
    "over a line jumping is forced or free."
)


def call(asked: Asked) -> int:
    """Connect to a waiting player and play. Raises OptionError."""
    _check_room("call")
    given = vars(asked)
    if given["jumping"] == "huff":
        raise OptionError(_NO_HUFF)
    (address, port), other = given.pop("where"), given.pop("port")
    port = port if other is None else other
    return open_game(given, modem=Modem(True, address, port))


def answer(asked: Asked) -> int:
    """Wait for a call, and play. Raises OptionError."""
    _check_room("answer")
    given = vars(asked)
    return open_game(given, modem=Modem(False, given.pop("address"), given.pop("port")))


def _check_room(command: str) -> None:
    """Raise OptionError if the room of remote games was taken away."""
    if not any(Path(__file__).parents[1].glob("activities/modem/room.py")):
        raise OptionError(NO_SUCH_ROOM.format(command))


COMMANDS: Final = (
    Command(
        "call",
        call,
        "Call somebody who waits, and play him.",
        *CALLING,
        *NAME_AND_RULES,
        switch("--first", "you go first"),
        switch("--second", "the other player goes first", "first", False),
        option("--jumping KIND", read_jumping, "forced or free, where the rules offer it (forced)"),
        CLOCK,
        *DISPLAY,
    ),
    Command("answer", answer, "Wait for somebody who calls, and play him.", *WAITING, *NAME_AND_RULES, *DISPLAY),
)
