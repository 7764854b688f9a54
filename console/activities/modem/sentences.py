"""The messages of remote games."""

from collections.abc import Mapping
from typing import Final

from console.activities.modem.people import Back, Draw, NewClock, Offer
from console.game.clock import Control
from console.text.sentences import GUEST
from engine.printable import printable

WAITS: Final = '{} waits until somebody is on the line; "quit" gives up.'
GIVEN_UP: Final = "Very well, I will hang up."

# The braces are replaced by the other player's name.
REFUSED: Final = "{} does not want this game."
REFUSED_HOUSE: Final = "{} does not want this game, or the program there knows no house rules."
AWAITED: Final[Mapping[type[Offer], str]] = {
    Back: "{} has not yet said whether you may take the move back.",
    Draw: "{} has not yet answered your offer.",
    NewClock: "{} has not yet answered your offer of a clock.",
}
DECLINED: Final[Mapping[type[Offer], str]] = {
    Back: "{} would rather not take it back.",
    Draw: "{} plays on.",
    NewClock: "{} would rather leave the clocks as they are.",
}
LEFT: Final = "{} has hung up."

_LONGEST_NAME: Final = 20
_SHOWN_REASON: Final = 160


def person(name: str) -> str:
    """Return a peer's name with printable characters only and at most 20 of them, or ``Guest`` if none are left."""
    return printable(name).strip()[:_LONGEST_NAME].strip() or GUEST


def shortened(reason: str) -> str:
    """Return a reason given by the peer or the system, with printable characters only and at most 160 of them."""
    return printable(reason)[:_SHOWN_REASON]


def clock(control: Control | None) -> str:
    """Return the words for a clock, or for none."""
    return f"a clock of {control}" if control is not None else "no clock"
