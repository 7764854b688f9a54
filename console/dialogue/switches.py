"""The switches that words turn on and off."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Switches:
    """The switches of a session of play.

    ``drawing``: when plain lines draw the board. True: before each move; False: only on request; None: when it has
    changed by something other than a move. ``thinking``: the computer says what it thinks. ``turning``: the board turns
    to the side to move if two players sit at it. ``chat``: the opponent remarks on the game. ``book``: the computer
    plays from the opening book. ``teaching``: the tutor explains each kind of move.
    """

    drawing: bool | None = None
    thinking: bool = False
    turning: bool = False
    chat: bool = True
    book: bool = True
    teaching: bool = False
