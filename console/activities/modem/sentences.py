"""The messages of remote games."""

from collections.abc import Mapping, Sequence
from typing import Final

from console.activities.modem.people import Back, Draw, NewClock, Offer
from console.game.clock import Control
from console.text.sentences import GUEST, game_length
from engine.geometry import SIDE_NAMES
from engine.printable import printable

WAITS: Final = '{} waits until somebody is on the line; "quit" gives up.'
GIVEN_UP: Final = "Very well, I will hang up."

# The braces are replaced by the other player's name.
REFUSED: Final = "{} does not want this game."
REFUSED_HOUSE: Final = "{} does not want this game, or the program there knows no house rules."
OTHER_GAME: Final = "{} would play by other rules: the program there knows no house rules."
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
CLOCK_OFFERED: Final = "I have asked {} for {}; nothing changes without a yes."
ASK_CLOCK: Final = "{} would like {} for this game. Do you agree (Y/N)? "

# The braces are replaced by the words for a clock.
CLOCK_NEXT: Final = "With the next game I ask for {}."
CLOCK_SET: Final = "Agreed: this game has {} from now on."

_LONGEST_NAME: Final = 20
_SHOWN_REASON: Final = 160


def person(name: str) -> str:
    """Return a peer's name with printable characters only and at most 20 of them, or ``Guest`` if none are left."""
    return printable(name).strip()[:_LONGEST_NAME].strip() or GUEST


def shortened(reason: str) -> str:
    """Return a reason given by the peer or the system, with printable characters only and at most 160 of them."""
    return printable(reason)[:_SHOWN_REASON]


def asks(name: str, rules: str, jumping: str, side: int, control: Control | None, plies: int) -> str:
    """Return the message about the peer's request for a game.

    ``name`` is the peer's name. ``side`` is our side. ``plies`` is the number of plies already played.
    """
    after = f"; it resumes after {game_length(plies)}" if plies else ""
    return f"{name} asks for a game: {rules}, {jumping}, you play {SIDE_NAMES[side]}, {clock(control)}{after}."


def begins(own: str, side: int, name: str, rules: str, jumping: str, control: Control | None) -> str:
    """Return the message that a game begins. ``own`` is our name, ``side`` our side, ``name`` the peer's name."""
    return (
        f"{own}, you play {SIDE_NAMES[side]} against {name}: {rules}, {jumping}, {clock(control)}. "
        'Type "say" and a line of text to talk, ? for help.'
    )


def clock(control: Control | None) -> str:
    """Return the words for a clock, or for none."""
    return f"a clock of {control}" if control is not None else "no clock"


def clocks(control: Control | None, left: Sequence[str]) -> str:
    """Return the message about the clocks of this game. ``left``: the players, each with the time left."""
    told = f"; {', '.join(left)} left" if left else ""
    return f'This game has {clock(control)}{told}. "clock 5+3" asks for another.'
