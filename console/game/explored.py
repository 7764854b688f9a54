"""The moves that were played in a position, and their results."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from console.game.tally import Tally
from engine.position import Move

if TYPE_CHECKING:
    from ai.book import BookMove

NO_GAMES: Final = Tally()


@dataclass(frozen=True)
class ExploredMove:
    """A move in a position.

    ``archive`` are the results of the games of others in which it was played there, for the side that moves; ``yours``
    are those of the player's own games, for the player. ``book`` is None if the move is not in the opening book.
    """

    move: Move
    archive: Tally
    yours: Tally
    book: "BookMove | None"

    @property
    def score(self) -> str:
        """The score of the book in men, with its sign; empty if the move is not in the book."""
        return "" if self.book is None else f"{self.book.score / 100:+.2f}"


@dataclass(frozen=True)
class Explored:
    """A position: the name of its opening, results as in ExploredMove, and the moves, the most frequent first.

    ``problem`` is a sentence that says why there are no results, or empty. ``is_partial``: games of the archive
    are still to be read.
    """

    opening: str = ""
    archive: Tally = NO_GAMES
    yours: Tally = NO_GAMES
    moves: tuple[ExploredMove, ...] = ()
    problem: str = ""
    is_partial: bool = False
