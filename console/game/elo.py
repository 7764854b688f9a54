"""Ratings by Elo's formula, for games and for problems alike.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present, 1978, also for the performance rating. A performance
rating here includes three tenths of a hypothetical draw; the FIDE Rating Regulations, 2024, article 8.2, add two draws.
"""

from collections.abc import Sequence
from typing import Final

FIRST_RATING: Final = 1200
LOWEST_RATING: Final = 250  # about that of a player who moves at random
STEP: Final = 32.0  # the most that one result changes a rating
# The first games are rated by performance. The last of them changes a rating about as much as a later game with STEP.
FIRST_GAMES: Final = 20
FIRST_STEP: Final = 250.0  # the most that one of the first games changes a rating
_ACCURACY: Final = 0.1
_DRAWN: Final = 0.3  # of a draw; more of it draws strong and weak players to FIRST_RATING


def elo(rating: float, opponent: float, score: float, step: float = STEP) -> float:
    """Return the rating after a game. ``score``: 1 for a win, 0.5 for a draw, 0 for a loss."""
    return rating + step * (score - expected(rating, opponent))


def rating_after(rating: float, games: Sequence[tuple[float, float]]) -> float:
    """Return a player's rating after the last of his games. ``rating`` is the rating before that game.

    Each game is the opponent's rating and the score. After each of the first games the rating is the performance rating
    of all games, but it changes by at most FIRST_STEP. So a new player reaches the rating of his strength in few games.
    No rating is below LOWEST_RATING.
    """
    if len(games) > FIRST_GAMES:
        return max(LOWEST_RATING, elo(rating, *games[-1]))
    return _performance(games, max(LOWEST_RATING, rating - FIRST_STEP), rating + FIRST_STEP)


def _performance(games: Sequence[tuple[float, float]], low: float, high: float) -> float:
    """Return the rating whose expected score in the games is the actual score, or the limit next to it.

    Part of a draw against FIRST_RATING is added to the games. Without it, wins alone would have no performance rating.
    """
    total = sum(score for _, score in games) + _DRAWN / 2
    while high - low > _ACCURACY:
        middle = (low + high) / 2
        if sum(expected(middle, opponent) for opponent, _ in games) + _DRAWN * expected(middle, FIRST_RATING) < total:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def expected(rating: float, opponent: float) -> float:
    return 1 / (1 + 10 ** ((opponent - rating) / 400))
