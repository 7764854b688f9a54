"""The values of positions in the endgame tables. Compiled by mypyc; also runs interpreted.

A value is one number: 0 for a draw, otherwise the plies to the end of the game with best play, plus 1. A loss ends
after an even number of plies and has an odd value. A win ends after an odd number of plies and has an even value. In a
losing game, a win has an odd value and a loss an even value. Without a distance, a value is ``UNCOUNTED | 1`` or
``UNCOUNTED | 2``.
"""

from typing import Final

from engine.native_types import i64
from engine.rules import Rules

UNCOUNTED: Final = 1 << 8  # above every value that counts plies


def smallest_loss(rules: Rules) -> i64:
    """Return the smallest value of a loss: 1, or 2 in a losing game, where a side without a move has won."""
    return 2 if rules.losing else 1


def is_loss(value: i64, lost: i64) -> bool:
    """Return True if the decided ``value`` is ``lost``, a loss under these rules; False if it is a win."""
    return (value ^ lost) & 1 == 0
