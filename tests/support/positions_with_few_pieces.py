"""Random positions with few pieces, for tests of endgames."""

from collections.abc import Iterator
from random import Random

from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import Rules


def positions_with_few_pieces(rules: Rules, rng: Random, pieces: tuple[int, ...], count: int) -> Iterator[Position]:
    """Yield ``count`` positions with a legal move; each has one of the numbers of ``pieces``, men and kings."""
    geometry, generator = rules.geometry, MoveGenerator(rules)
    inside = range(geometry.per_row + 1, geometry.squares - geometry.per_row + 1)  # no row where a man would be crowned
    while count:
        numbers = rng.sample(inside, rng.choice(pieces))
        kings = tuple(number for number in numbers if rng.random() < 0.6)
        black, white = tuple(numbers[::2]), tuple(numbers[1::2])
        mask = geometry.mask
        position = Position(geometry, mask(black), mask(white), mask(kings), 0, rng.randrange(2))
        if generator.can_move(position):
            count -= 1
            yield position
