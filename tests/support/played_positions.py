"""Random positions from random games, by seed."""

import random

from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import Jumping, Rules


def played_positions(rules: Rules, seed: int, games: int, longest: int, jumping: Jumping = "forced") -> list[Position]:
    """Return a position with a legal move from each of ``games`` random games."""
    rng = random.Random(seed)
    generator = MoveGenerator(rules, jumping)
    found: list[Position] = []
    while len(found) < games:
        position = Position.start(rules)
        for _ in range(rng.randrange(longest)):
            moves = generator.legal_moves(position)
            if not moves:
                break
            position = rng.choice(moves).after
        if generator.legal_moves(position):
            found.append(position)
    return found
