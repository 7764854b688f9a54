"""What each level may spend on a move and how far it may stray from the best it sees."""

from dataclasses import dataclass
from typing import Final

_YOUNG: Final = 8  # plies


@dataclass(frozen=True)
class Level:
    """A strength: nodes a move (0: by the clock), seconds a move where no clock runs, and how softly it chooses.

    Moves that score at most ``margin`` hundredths of a man below the best are chosen from, each the rarer the further
    it is below: a move ``softness`` below is chosen e times less often than the best. ``form`` makes its days differ:
    in one game it spends up to 2 to the power of ``form`` times as many nodes, in another as many times fewer. While
    a game is young ``opening`` is added to the margin and half of it to the softness: no two games shall begin alike.
    """

    number: int
    name: str
    nodes: int
    seconds: float
    margin: int
    softness: float
    form: float = 0
    opening: int = 0

    def leeway(self, ply: int) -> tuple[int, float]:
        """The margin and the softness it chooses with after so many plies of a game."""
        if ply >= _YOUNG:
            return self.margin, self.softness
        return self.margin + self.opening, self.softness + self.opening / 2


_LEVELS = (
    Level(1, "Visitor", 3, 0, 300, 105),
    Level(2, "Porch Player", 18, 0, 230, 66, form=3),
    Level(3, "Barber", 110, 0, 170, 54, form=4),
    Level(4, "Club Player", 500, 0, 110, 42, form=5),
    Level(5, "County Champion", 2_500, 0, 70, 30, form=5),
    Level(6, "State Champion", 12_000, 0, 36, 18, form=5),
    Level(7, "Expert", 40_000, 0, 12, 7, form=5, opening=10),
    Level(8, "Master", 400_000, 0, 2, 2, form=2, opening=18),
    Level(9, "Grand Master", 0, 0.7, 1, 1),
)
LEVELS: Final[dict[int, Level]] = {level.number: level for level in _LEVELS}

# Each level's lead over the one below in a match from the ballots, added up in Elo points from an arbitrary first.
LEVEL_RATINGS: Final[dict[int, int]] = {
    1: 800,
    2: 1020,
    3: 1220,
    4: 1440,
    5: 1680,
    6: 1885,
    7: 2035,
    8: 2240,
    9: 2350,
}

HINT: Final = Level(0, "Hint", 120_000, 0, 0, 1)
