"""Ratings by Elo's formula, for games and for problems alike.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present, 1978.
"""

from typing import Final

FIRST_RATING: Final = 1200
STEP: Final = 32.0  # the most that one result changes a rating


def elo(rating: float, opponent: float, score: float, step: float = STEP) -> float:
    """Return the rating after a game. ``score``: 1 for a win, 0.5 for a draw, 0 for a loss."""
    return rating + step * (score - 1 / (1 + 10 ** ((opponent - rating) / 400)))
