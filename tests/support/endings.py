"""Positions with few pieces, and what they are worth by the moves that can be made in them."""

from collections.abc import Callable, Iterable
from random import Random

from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import Rules


def random_ending(rules: Rules, rng: Random, most: int = 7) -> Position:
    """Two to so many pieces anywhere, men also on the other side's king row."""
    geometry = rules.geometry
    chosen = rng.sample(range(1, geometry.squares + 1), rng.randint(2, most))
    black, white = geometry.mask(tuple(chosen[::2])), geometry.mask(tuple(chosen[1::2]))
    kings = geometry.mask(tuple(number for number in chosen if rng.random() < 0.5))
    kings |= black & geometry.row_bits(geometry.size - 1) | white & geometry.row_bits(0)
    triples = kings & geometry.mask(tuple(chosen[:3])) if rules.triple_kings else 0
    return Position(geometry, black, white, kings, triples, rng.choice((BLACK, WHITE)))


def value_by_moves(value: Callable[[Position], int], after: Iterable[Position]) -> int:
    """The value of a position as it follows from those it leads to: 0 for a draw, else one more than the plies."""
    values = [value(each) for each in after]
    lost, won = [each for each in values if each % 2], [each for each in values if each and each % 2 == 0]
    if lost:
        return min(lost) + 1
    return max(won, default=0) + 1 if len(won) == len(values) else 0
