"""The named weights of the evaluation, in hundredths of a man; a rule set may override any of them."""

from collections.abc import Mapping
from typing import Final

from engine.rules import Rules

WEIGHTS: Final[dict[str, int]] = {
    "man": 100,
    "king": 124,
    "triple king": 170,
    "advance": 0,  # per row a man has come forward
    "seventh row": 14,  # a man one step from the king row
    "centre": -4,  # a man on a centre square
    "edge": -3,  # a man on a side edge
    "king centre": -6,  # a king on a centre square
    "king edge": -5,  # a king on the rim of the board
    "guard bridge": 32,  # the two home squares that hold the king row alone
    "guard other pair": 7,  # any other two men at home
    "guard three": 35,
    "guard full": 43,  # all home men still there: safe, but they do not play
    "dog hole": -31,  # a man before the enemy's corner man, with no way out
    "runaway": 20,  # a man one step from the king row that no man can stop, while the enemy has no king
    "runaway delay": 4,  # less for every further step it needs
    "mobile man": 0,  # a man that can step
    "trapped king": -5,  # a king without a step
    "the move": 1,  # the opposition, counted when few pieces remain
    "lead per trade": 1,  # a lead grows by this part of 128 for every piece that is off the board
    "refuge": 40,  # kept by a side that is behind and has a king in the double corner, at most
    "turn": 1,  # being to move
    "patterns": 100,  # the percentage of what the trained patterns say, where a rule set has them
}

# Kings that fly decide games, so men at home matter less and a lead needs no trades.
_FLYING: Final = {
    "king": 262,
    "seventh row": 28,
    "centre": -1,
    "edge": -3,
    "king centre": 0,
    "king edge": 1,
    "guard bridge": 11,
    "guard other pair": 5,
    "guard three": 13,
    "guard full": 20,
    "dog hole": -23,
    "runaway": 40,
    "runaway delay": 8,
    "mobile man": 1,
    "trapped king": -20,
    "the move": 0,
    "lead per trade": 0,
    "refuge": 0,
}
_WIDE: Final = {
    "king": 240,
    "seventh row": 60,
    "runaway": 60,
    "runaway delay": 10,
    "guard bridge": 2,
    "guard three": 20,
    "guard full": 38,
}
_RANGING: Final = {"king": 190, "triple king": 290, "the move": 0, "refuge": 0}


def weights_for(rules: Rules, changes: Mapping[str, int] | None = None) -> dict[str, int]:
    """The weights a rule set is played with. Raises ValueError that quotes a change of an unknown weight."""
    weights = dict(WEIGHTS)
    if rules.kings_fly:
        weights |= _FLYING
        if rules.size > 8:
            weights |= _WIDE
    elif rules.kings_range:
        weights |= _RANGING
    for name, value in (changes or {}).items():
        if name not in weights:
            raise ValueError(f"there is no weight {name!r}: {', '.join(weights)}")
        weights[name] = value
    return weights
