"""What each level may spend on a move and how far it may stray from the best it sees."""

from dataclasses import dataclass
from typing import Final

_OPENING_PLIES: Final = 10
ALL_TABLES: Final = 99  # pieces: more than any table has


@dataclass(frozen=True)
class Level:
    """A strength: nodes a move (0: by the clock), seconds a move where no clock runs, and how it chooses.

    It chooses among the moves in its MultiPV window, those that score at most ``multipv_window`` hundredths of a man
    below the best, by softmax: a move ``temperature`` hundredths below is chosen e times less often than the best.
    ``budget_variation`` makes its games differ: in each it spends 2 to the power of x times its nodes, x drawn evenly
    from -budget_variation to +budget_variation. In the first plies of a game ``opening_randomness`` is added to the
    window and half of it to the temperature: no two games shall begin alike. ``tabled_pieces`` are the most
    with which it plays from endgame tables, where there are any; ``uses_book`` tells whether it plays from the opening
    book.
    """

    number: int
    name: str
    nodes: int
    seconds: float
    multipv_window: int
    temperature: float
    budget_variation: float = 0
    opening_randomness: int = 0
    tabled_pieces: int = 0
    uses_book: bool = False

    def window_and_temperature(self, ply: int) -> tuple[int, float]:
        """The MultiPV window and the temperature it chooses with after so many plies of a game."""
        if ply >= _OPENING_PLIES:
            return self.multipv_window, self.temperature
        return self.multipv_window + self.opening_randomness, self.temperature + self.opening_randomness / 2


_LEVELS = (
    Level(1, "Visitor", 3, 0, 300, 105),
    Level(2, "Porch Player", 19, 0, 230, 66, budget_variation=3),
    Level(3, "Barber", 137, 0, 170, 54, budget_variation=4),
    Level(4, "Club Player", 530, 0, 110, 42, budget_variation=5, tabled_pieces=3),
    Level(5, "County Champion", 1_530, 0, 70, 30, budget_variation=5, tabled_pieces=4),
    Level(6, "State Champion", 3_150, 0, 36, 18, budget_variation=5, tabled_pieces=ALL_TABLES),
    Level(7, "Expert", 6_150, 0, 12, 7, 5, opening_randomness=10, tabled_pieces=ALL_TABLES, uses_book=True),
    Level(8, "Master", 52_000, 0, 2, 2, 2, opening_randomness=20, tabled_pieces=ALL_TABLES, uses_book=True),
    Level(9, "Grand Master", 0, 0.7, 1, 1, tabled_pieces=ALL_TABLES, uses_book=True),
)
LEVELS: Final[dict[int, Level]] = {level.number: level for level in _LEVELS}

# Each level's lead over the one below in a match from the ballots, added up in Elo points from an arbitrary first.
LEVEL_RATINGS: Final[dict[int, int]] = {
    1: 800,
    2: 1020,
    3: 1245,
    4: 1475,
    5: 1700,
    6: 1930,
    7: 2165,
    8: 2385,
    9: 2590,
}

HINT: Final = Level(0, "Hint", 120_000, 0, 0, 1, tabled_pieces=ALL_TABLES)
