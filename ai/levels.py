"""The playing levels, and every strength between them: the nodes of a move, the random choice among the best moves."""

from itertools import pairwise
from typing import Final, NamedTuple

from engine.position import Position

_OPENING_PLIES: Final = 10
_ENDING_PIECES: Final = 8
_EXACT_LEVEL: Final = 7
_NODES_IN_TIME: Final = 2_000_000
"""The nodes that the highest level searches in its time limit. Used for the strengths just below that level."""
ALL_TABLES: Final = 99  # more pieces than any table has


class Level(NamedTuple):
    """A playing strength: one of the nine levels, a strength between two of them, or ``HINT``.

    A strength between two levels has the number and the name of the nearer level.

    ``rating`` is the Elo rating. The rating of the first level is arbitrary. Each other rating adds the Elo difference
    to the level below, as measured in matches from the ballots.

    ``nodes`` is the node limit of a move; 0 means a time limit. ``seconds`` is the time limit in games without a clock,
    or 0 for none.
    The MultiPV window holds the moves that score at most ``multipv_window`` centimen below the best move. A move in the
    window is chosen by softmax: a move ``temperature`` centimen below the best is chosen e times less often.

    ``budget_variation`` makes games differ: each game multiplies the nodes by 2 ** x, with x uniform between
    -budget_variation and +budget_variation. In the first plies of a game ``opening_randomness`` is added to the window,
    and half of it to the temperature. In endings with few pieces the highest levels choose the best move, and no factor
    lowers their nodes. ``tabled_pieces`` is the largest number of pieces with which the level uses the
    endgame tables; ``uses_book`` allows the opening book.
    """

    number: int
    name: str
    rating: int
    nodes: int
    seconds: float
    multipv_window: int
    temperature: float
    budget_variation: float = 0
    opening_randomness: int = 0
    tabled_pieces: int = 0
    uses_book: bool = False

    def is_exact(self, pieces: int) -> bool:
        """Return True if nothing is left to chance with so many pieces: a careless step loses many a drawn ending."""
        return self.number >= _EXACT_LEVEL and pieces <= _ENDING_PIECES

    def window_and_temperature(self, ply: int, pieces: int) -> tuple[int, float]:
        """Return the MultiPV window and the temperature with ``pieces`` on the board after ``ply`` plies of a game."""
        if self.is_exact(pieces):
            return 0, self.temperature
        if ply >= _OPENING_PLIES:
            return self.multipv_window, self.temperature
        return self.multipv_window + self.opening_randomness, self.temperature + self.opening_randomness / 2


_LEVELS = (
    Level(1, "Visitor", 800, 3, 0, 300, 105),
    Level(2, "Porch Player", 1020, 19, 0, 230, 66, budget_variation=3),
    Level(3, "Barber", 1245, 137, 0, 170, 54, budget_variation=4),
    Level(4, "Club Player", 1475, 530, 0, 110, 42, budget_variation=5, tabled_pieces=3),
    Level(5, "County Champion", 1700, 1_530, 0, 70, 30, budget_variation=5, tabled_pieces=4),
    Level(6, "State Champion", 1930, 3_150, 0, 36, 18, budget_variation=5, tabled_pieces=ALL_TABLES),
    Level(7, "Expert", 2165, 6_150, 0, 12, 7, 5, opening_randomness=10, tabled_pieces=ALL_TABLES, uses_book=True),
    Level(8, "Master", 2385, 52_000, 0, 2, 2, 2, opening_randomness=20, tabled_pieces=ALL_TABLES, uses_book=True),
    Level(9, "Grand Master", 2590, 0, 0.7, 1, 1, tabled_pieces=ALL_TABLES, uses_book=True),
)
LEVELS: Final[dict[int, Level]] = {level.number: level for level in _LEVELS}
LEVEL_RATINGS: Final[dict[int, int]] = {level.number: level.rating for level in _LEVELS}


def pieces_of(position: Position) -> int:
    """Return the number of pieces on the board."""
    return (position.black | position.white).bit_count()


def strength(level: int, rating: int | None) -> Level:
    """Return the strength of a rating, or of a level if the rating is None."""
    return LEVELS[level] if rating is None else level_at(rating)


def level_at(rating: int) -> Level:
    """Return the level with this rating, or the strength between the two levels next to the rating.

    A rating below or above all levels is that of the lowest or highest level.

    Nodes are interpolated geometrically, and all other numbers linearly. Tables and book are those of the nearer level.
    Between the two highest levels the time limit applies too, so that a slow machine does not think for minutes.
    """
    rating = min(max(rating, _LEVELS[0].rating), _LEVELS[-1].rating)
    below, above = next(pair for pair in pairwise(_LEVELS) if rating <= pair[1].rating)
    share = (rating - below.rating) / (above.rating - below.rating)
    if share in (0, 1):
        return above if share else below

    def between(low: float, high: float) -> float:
        return low + share * (high - low)

    return (above if share > 0.5 else below)._replace(
        rating=rating,
        nodes=round(below.nodes * ((above.nodes or _NODES_IN_TIME) / below.nodes) ** share),
        seconds=above.seconds,
        multipv_window=round(between(below.multipv_window, above.multipv_window)),
        temperature=between(below.temperature, above.temperature),
        budget_variation=between(below.budget_variation, above.budget_variation),
        opening_randomness=round(between(below.opening_randomness, above.opening_randomness)),
    )


HINT: Final = Level(0, "Hint", 0, 120_000, 0, 0, 1, tabled_pieces=ALL_TABLES)
