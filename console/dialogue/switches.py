"""What a player switches on and off by words."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Switches:
    """What a player switches on and off by words.

    ``drawing``: plain lines draw the board before each move if True, only on request if False; None: when it has
    changed otherwise than by a move. ``thinking``: the computer says what it thinks. ``turning``: the board turns to
    the side to move where two players sit at it. ``chat``: the opponent remarks on the game. ``book``: the computer
    plays from the opening book. ``teaching``: each kind of move is explained.
    """

    drawing: bool | None = None
    thinking: bool = False
    turning: bool = False
    chat: bool = True
    book: bool = True
    teaching: bool = False
