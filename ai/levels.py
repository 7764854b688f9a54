"""The playing levels, and every strength between them: what a level sees, and how it chooses among its best moves."""

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, Optional

from ai import habits
from ai.habits import Habit
from engine.game import Game
from engine.position import Position

if TYPE_CHECKING:
    from ai.time_control import Budget

OPENING_PLIES: Final = 10
_ENDING_PIECES: Final = 8
_SIGHT_NODES: Final = 20_000
ALL_TABLES: Final = 99  # more pieces than any table has


class Horizon(NamedTuple):
    """The sight and the errors of a level: as a person does, it overlooks shots and plays what it sees.

    ``notices`` are the probabilities that it sees what a line of play wins or loses: by the reply alone, by the
    captures after the reply, and by lines of 3, 5, 7 and more plies. What lies beyond is never seen. ``slips`` is the
    probability of a move at random. ``habits`` has the weights of the habits by which it chooses among moves that look
    equal: a move that is better by 1 is chosen e times more often.
    """

    notices: tuple[float, ...]
    slips: float
    habits: tuple[tuple[Habit, float], ...] = ()


class Level(NamedTuple):
    """A playing strength: one of the nine levels, a strength between two of them, or ``HINT``.

    A strength between two levels is that of the nearer level, with its own rating. It chooses each move at the
    ``other`` level with the probability ``share``.

    ``rating`` is the Elo rating. The rating of the first level is arbitrary. The others are about the Elo difference
    above the level below that matches from the ballots measure: 180 to 260, each with an error of about 50.

    ``nodes`` is the node limit of a search; 0 means a time limit. ``seconds`` is the time limit in games without a
    clock, or 0 for none. A level with a ``horizon`` sees no farther.
    The MultiPV window holds the moves that score at most ``multipv_window`` centimen below the best. A move in the
    window is chosen by softmax: a move ``temperature`` centimen below the best is chosen e times less often.

    ``budget_variation`` makes games differ: each game multiplies the nodes by 2 ** x, with x uniform between
    -budget_variation and +budget_variation. In the first plies of a game ``opening_randomness`` is added to the window,
    and a quarter of it to the temperature, less with every ply: the first moves of a game matter least. In endings with
    few pieces the highest levels choose the best move, and no factor lowers their nodes. ``tabled_pieces`` is the
    largest number of pieces with which the level uses the endgame tables; ``uses_book`` allows the opening book, whose
    moves have a temperature of at least ``book_temperature`` in the first plies. ``opening_randomness`` and
    ``book_temperature`` are in centimen of american checkers (see ``ai.expectation.centiman``). ``is_thrifty``: a won
    game is won without giving up pieces at once, if it can be.
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
    book_temperature: float = 3
    horizon: Horizon | None = None
    other: Optional["Level"] = None
    share: float = 0
    is_thrifty: bool = False

    def is_exact(self, pieces: int) -> bool:
        """Return True if nothing is left to chance with so many pieces: a careless step loses many a drawn ending."""
        return self.horizon is None and pieces <= _ENDING_PIECES

    def drawn(self, rng: Random) -> "Level":
        """Return the level that chooses the next move."""
        return self.other if self.other is not None and rng.random() < self.share else self

    def window_and_temperature(self, ply: int, pieces: int, centiman: float) -> tuple[int, float]:
        """Return the MultiPV window and the temperature with ``pieces`` on the board after ``ply`` plies of a game.

        ``centiman`` is that of the rule set (see ``ai.expectation``).
        """
        if self.is_exact(pieces):
            return 0, self.temperature
        if ply >= OPENING_PLIES:
            return self.multipv_window, self.temperature
        randomness, left = self.opening_randomness * centiman, (OPENING_PLIES - ply) / OPENING_PLIES
        return self.multipv_window + round(randomness), self.temperature + randomness * left / 4


def _person(
    number: int,
    name: str,
    rating: int,
    notices: tuple[float, ...],
    slips: float,
    window: int,
    habit: float,
    edge: float,
    tabled_pieces: int = 0,
) -> Level:
    """Return a level that errs as a person does.

    ``habit`` multiplies the weights of a beginner's habits; ``edge`` is the weight of the habit to keep to the edge.
    """
    weights = (*((each, weight * habit) for each, weight in _BEGINNERS_HABITS), (habits.edges, edge), (habits.hunts, 1))
    horizon = Horizon(notices, slips, weights)
    return Level(number, name, rating, _SIGHT_NODES, 0, window, window / 2, 0, 0, tabled_pieces, horizon=horizon)


# A beginner runs for a king, and exchanges whenever he can. He keeps to the edge, which stronger players do not.
_BEGINNERS_HABITS: Final = ((habits.forward, 0.2), (habits.exchanges, 0.5))
_LEVELS = (
    _person(1, "Visitor", 800, (0.84,), 0.05, 120, 0.5, 0.6),
    _person(2, "Porch Player", 1020, (0.96,), 0.025, 80, 1, 0.6),
    _person(3, "Barber", 1245, (0.98, 0.49, 0.1, 0.03), 0.008, 130, 0.8, 0.48),
    _person(4, "Club Player", 1475, (0.998, 0.88, 0.46, 0.17, 0.035), 0.002, 102, 0.5, 0.1, 3),
    _person(5, "County Champion", 1700, (1, 0.96, 0.77, 0.51, 0.25, 0.08), 0.001, 63, 0.3, 0, 4),
    _person(6, "State Champion", 1930, (1, 0.996, 0.942, 0.837, 0.63, 0.374, 0.145), 0, 35, 0.2, 0, ALL_TABLES),
    Level(7, "Expert", 2165, 2_500, 0, 20, 12, 5, 10, ALL_TABLES, uses_book=True, book_temperature=18),
    Level(8, "Master", 2385, 16_000, 0, 0, 2, 0, 30, ALL_TABLES, uses_book=True, book_temperature=15),
    Level(9, "Grand Master", 2590, 0, 0.7, 1, 1, tabled_pieces=ALL_TABLES, uses_book=True),
)
LEVELS: Final[dict[int, Level]] = {level.number: level for level in _LEVELS}
LEVEL_RATINGS: Final[dict[int, int]] = {level.number: level.rating for level in _LEVELS}


class MoveRequest(NamedTuple):
    """A request for a move in a game that is not over, at a level. ``budget`` is None for the usual time."""

    game: Game
    level: Level
    rng: Random
    budget: "Budget | None" = None


def pieces_of(position: Position) -> int:
    """Return the number of pieces on the board."""
    return (position.black | position.white).bit_count()


def level_at(rating: int) -> Level:
    """Return the level with this rating, or the strength between the two levels next to the rating.

    A rating below or above all levels is that of the lowest or highest level.
    """
    rating = min(max(rating, _LEVELS[0].rating), _LEVELS[-1].rating)
    below, above = next(pair for pair in pairwise(_LEVELS) if rating <= pair[1].rating)
    share = (rating - below.rating) / (above.rating - below.rating)
    if share in (0, 1):
        return above if share else below
    nearer, other, share = (above, below, 1 - share) if share > 0.5 else (below, above, share)
    return nearer._replace(rating=rating, other=other, share=share)


HINT: Final = Level(0, "Hint", 0, 120_000, 0, 0, 1, tabled_pieces=ALL_TABLES, is_thrifty=True)
