"""What each level may spend on a move and how far it may stray from the best it sees."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Level:
    """A strength: nodes a move (0: by the clock), seconds a move (0: no clock), and how softly it chooses.

    Moves that score at most ``margin`` hundredths of a man below the best are chosen from, each the rarer the further
    it is below: a move ``softness`` below is chosen e times less often than the best.
    """

    number: int
    name: str
    nodes: int
    seconds: float
    margin: int
    softness: float


_LEVELS = (
    Level(1, "Visitor", 150, 0, 36, 18),
    Level(2, "Porch Player", 500, 0, 28, 14),
    Level(3, "Barber", 1_500, 0, 22, 11),
    Level(4, "Club Player", 4_000, 0, 16, 8),
    Level(5, "County Champion", 12_000, 0, 12, 6),
    Level(6, "State Champion", 40_000, 0, 8, 4),
    Level(7, "Expert", 120_000, 0, 6, 3),
    Level(8, "Master", 400_000, 0, 4, 2),
    Level(9, "Grand Master", 0, 5.0, 2, 1),
)
LEVELS: Final[dict[int, Level]] = {level.number: level for level in _LEVELS}
