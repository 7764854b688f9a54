"""The weights of the evaluation, in hundredths of a man; a rule set has its own where it plays differently."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from engine.rules import Rules


@dataclass(frozen=True)
class Weights:
    """What each term of the evaluation counts: as it is for short kings."""

    man: int = 100
    king: int = 124
    triple_king: int = 170
    advance: int = 0  # per row a man has come forward
    seventh_row: int = 14  # a man one step from the king row
    centre: int = -4  # a man on a centre square
    edge: int = -3  # a man on a side edge
    king_centre: int = -6  # a king on a centre square
    king_edge: int = -5  # a king on the rim of the board
    guard_bridge: int = 32  # the two home squares that hold the king row alone
    guard_other_pair: int = 7  # any other two men at home
    guard_three: int = 35
    guard_full: int = 43  # all home men still there: safe, but they do not play
    dog_hole: int = -31  # a man before the enemy's corner man, with no way out
    runaway: int = 20  # a man one step from the king row that no man can stop, while the enemy has no king
    runaway_delay: int = 4  # less for every further step it needs
    mobile_man: int = 0  # a man that can step
    trapped_king: int = -5  # a king without a step
    the_move: int = 1  # the opposition, counted when few pieces remain
    lead_per_trade: int = 1  # a lead grows by this part of 128 for every piece that is off the board
    refuge: int = 40  # kept by a side that is behind and has a king in the double corner, at most
    turn: int = 1  # being to move
    patterns: int = 100  # the percentage of what the trained patterns say, where a rule set has them


WEIGHT_NAMES: Final = tuple(field.name for field in fields(Weights))
NO_WEIGHTS: Final = Weights(**dict.fromkeys(WEIGHT_NAMES, 0))

_SHORT: Final = Weights()
# Kings that fly decide games, so men at home matter less and a lead needs no trades.
_FLYING: Final = replace(
    _SHORT,
    king=262,
    seventh_row=28,
    centre=-1,
    edge=-3,
    king_centre=0,
    king_edge=1,
    guard_bridge=11,
    guard_other_pair=5,
    guard_three=13,
    guard_full=20,
    dog_hole=-23,
    runaway=40,
    runaway_delay=8,
    mobile_man=1,
    trapped_king=-20,
    the_move=0,
    lead_per_trade=0,
    refuge=0,
)
_FLYING_ON_A_LARGE_BOARD: Final = replace(
    _FLYING,
    king=240,
    seventh_row=60,
    runaway=60,
    runaway_delay=10,
    guard_bridge=2,
    guard_three=20,
    guard_full=38,
)
_RANGING: Final = replace(_SHORT, king=190, triple_king=290, the_move=0, refuge=0)


def weights_for(rules: Rules, changes: Mapping[str, int] | None = None) -> Weights:
    """The weights a rule set is played with. Raises ValueError that quotes a change of an unknown weight."""
    weights = _SHORT
    if rules.kings_fly:
        weights = _FLYING_ON_A_LARGE_BOARD if rules.size > 8 else _FLYING
    elif rules.kings_range:
        weights = _RANGING
    for name in changes or {}:
        if name not in WEIGHT_NAMES:
            raise ValueError(f"there is no weight {name!r}: {', '.join(WEIGHT_NAMES)}")
    return replace(weights, **(changes or {}))


def material_only(weights: Weights) -> Weights:
    """The same with nothing counted but the pieces."""
    return replace(NO_WEIGHTS, man=weights.man, king=weights.king, triple_king=weights.triple_king)
