"""The playing levels, and every strength between them: how far a level looks, and how it chooses among its moves."""

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, Optional

from engine.game import Game
from engine.position import Position

if TYPE_CHECKING:
    from ai.time_control import Budget

OPENING_PLIES: Final = 10
_ENDING_PIECES: Final = 8
_GLANCE_NODES: Final = 20_000
ALL_TABLES: Final = 99  # more pieces than any table has
_ANY_SCORE: Final = 1e9  # centimen; a temperature at which scores do not count
ALL_MOVES: Final = 1_000_000  # centimen; a MultiPV window that holds every move


class Level(NamedTuple):
    """A playing strength: one of the nine levels, a strength between two of them, or ``HINT``.

    A strength between two levels is that of the nearer level, with its own rating. It chooses each move at the
    ``other`` level with the probability ``share``.

    ``rating`` is the Elo rating. The rating of the first level is arbitrary. The others are about the Elo difference
    above the level below that matches from the ballots measure: 190 to 290 up to level 7, each with an error of about
    30 (120 to 160 games), 180 to 260 above.

    ``nodes`` is the node limit of a search, ``depth`` its limit in plies; 0 means none. ``seconds`` is the time limit
    in games without a clock, or 0 for none.
    The MultiPV window holds the moves that score at most ``multipv_window`` centimen below the best. A move in the
    window is chosen by softmax: a move ``temperature`` centimen below the best is chosen e times less often.

    A level with a ``policy_temperature`` chooses among all moves as people of its rating do (see ``ai.policy``), who
    see no farther than its search: at a temperature above 1 it errs more than they, below 1 it plays what most of them
    would. ``habit`` has features of moves (see ``ai.features``) and what it adds to their weights.

    ``budget_variation`` makes games differ: each game multiplies the nodes by 2 ** x, with x uniform between
    -budget_variation and +budget_variation. In the first plies of a game ``opening_randomness`` is added to the window,
    and a quarter of it to the temperature, less with every ply: the first moves of a game matter least. In endings with
    few pieces the highest levels choose the best move, and no factor lowers their nodes. ``tabled_pieces`` is the
    largest number of pieces with which the level uses the endgame tables; ``uses_book`` allows the opening book, whose
    moves have a temperature of at least ``book_temperature`` in the first plies. ``opening_randomness`` and
    ``book_temperature`` are in centimen of american checkers (see ``ai.expectation.centiman``). ``is_thrifty``: a won
    game is won without giving up pieces at once, if it can be. ``prob_cut`` is the margin of ProbCut in centimen (see
    ``ai.search.options``): without it, 0, a search sees more sacrifices, and looks less far ahead elsewhere.
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
    depth: int = 0
    policy_temperature: float = 0
    habit: tuple[tuple[str, float], ...] = ()
    other: Optional["Level"] = None
    share: float = 0
    is_thrifty: bool = False
    prob_cut: int = 30

    def is_exact(self, pieces: int) -> bool:
        """Return True if nothing is left to chance with so many pieces: a careless step loses many a drawn ending."""
        return not self.policy_temperature and pieces <= _ENDING_PIECES

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


def _person(number: int, name: str, rating: int, temperature: float, depth: int, crowns: float, tabled: int) -> Level:
    """Return a level that plays as people do, with a search of ``depth`` plies behind it.

    ``crowns`` is added to the weight of a crown: the higher levels crown at once, as the stronger people do.
    """
    person = Level(number, name, rating, _GLANCE_NODES, 0, ALL_MOVES, _ANY_SCORE, tabled_pieces=tabled, depth=depth)
    return person._replace(policy_temperature=temperature, habit=(("crowns", crowns),) if crowns else ())


_LEVELS = (
    _person(1, "Visitor", 800, 3, 1, 1, 0),
    _person(2, "Porch Player", 1020, 1.7, 1, 1.3, 0),
    _person(3, "Barber", 1245, 1.0, 1, 2, 0),
    _person(4, "Club Player", 1475, 0.48, 1, 4, 5),
    _person(5, "County Champion", 1700, 0.44, 2, 5, 5),
    _person(6, "State Champion", 1930, 0.61, 5, 7, ALL_TABLES),
    Level(7, "Expert", 2165, 2_500, 0, 20, 12, 5, 10, ALL_TABLES, uses_book=True, book_temperature=18),
    Level(8, "Master", 2385, 16_000, 0, 0, 2, 0, 30, ALL_TABLES, uses_book=True, book_temperature=15),
    Level(9, "Grand Master", 2590, 0, 0.7, 1, 1, tabled_pieces=ALL_TABLES, uses_book=True, prob_cut=0),
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


HINT: Final = Level(0, "Hint", 0, 120_000, 0, 0, 1, tabled_pieces=ALL_TABLES, is_thrifty=True, prob_cut=0)
