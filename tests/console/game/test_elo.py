"""Ratings: the first games, the games after them, and a model of players at a fitted level."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from ai.levels import LEVEL_RATINGS, level_at
from console.game.elo import FIRST_GAMES, FIRST_RATING, FIRST_STEP, LOWEST_RATING, elo, rating_after

GAMES = 65
MEASURED = 10  # games within which a fitted opponent suits a new player
PLAYERS = 12


def expected(rating: float, opponent: float) -> float:
    """Return the expected score of a player, by what a win adds to his rating."""
    return 1 - (elo(rating, opponent, 1.0, step=1) - rating)


def rated(games: Sequence[tuple[float, float]]) -> list[float]:
    """Return a new player's ratings: before his first game and after each game."""
    found = [float(FIRST_RATING)]
    for played in range(1, len(games) + 1):
        found.append(rating_after(found[-1], games[:played]))
    return found


def test_first_ratings_are_performance_ratings() -> None:
    games = [(1200, 1.0), (1350, 0.0), (1300, 0.5), (1250, 1.0)] * 5
    won = sum(expected(rated(games)[-1], opponent) for opponent, _ in games)
    added = 0.3 * expected(rated(games)[-1], FIRST_RATING)
    assert won + added == pytest.approx(12.5 + 0.15, abs=0.01)


def test_a_rating_does_not_fall_below_the_lowest() -> None:
    lost = rated([(450, 0.0)] * (FIRST_GAMES + 40))
    assert min(lost) == lost[-1] == LOWEST_RATING
    assert rating_after(LOWEST_RATING, [*[(450, 0.0)] * FIRST_GAMES, (450, 1.0)]) > LOWEST_RATING


def test_a_first_game_moves_a_rating_by_at_most_two_hundred_and_fifty() -> None:
    assert rated([(2590, 1.0)])[-1] == pytest.approx(FIRST_RATING + FIRST_STEP, abs=0.1)
    assert rated([(100, 0.0)])[-1] == pytest.approx(FIRST_RATING - FIRST_STEP, abs=0.1)


@pytest.mark.parametrize("opponent", [800, 1200, 2590])
@pytest.mark.parametrize(("score", "sign"), [(1.0, 1), (0.0, -1)])
def test_wins_raise_and_losses_lower_a_first_rating(opponent: int, score: float, sign: int) -> None:
    found = rated([(opponent, score)] * FIRST_GAMES)
    assert all(sign * (after - before) > -0.1 for before, after in pairwise(found))
    assert sign * (found[-1] - found[0]) > 1


def test_later_games_move_a_rating_by_elo() -> None:
    games = [(1200, 0.5)] * 20
    assert rating_after(1234.5, [*games, (1300, 1.0)]) == elo(1234.5, 1300, 1.0)


def test_the_last_first_game_moves_a_rating_about_as_much_as_the_next() -> None:
    games = [(1200, float(number % 2)) for number in range(FIRST_GAMES)]
    found = rated([*games, (1200, 0.0)])
    assert found[-2] - found[-3] == pytest.approx(found[-2] - found[-1], abs=4)


def played(strength: int, seed: int, count: int) -> tuple[list[float], float]:
    """Return the scores of a new player of a strength against fitted opponents, and his rating after them."""
    rng, now, games = Random(f"{strength} {seed}"), float(FIRST_RATING), list[tuple[float, float]]()
    draws = 0.05 + 0.4 * max(0, strength - 800) / 1600  # as in matches of the levels: 5 % at 800, 45 % at 2400
    for _ in range(count):
        opponent = level_at(round(now)).rating
        won = expected(strength, opponent)
        drawn = draws * 4 * won * (1 - won)
        luck = rng.random()
        games.append((opponent, 1.0 if luck < won - drawn / 2 else 0.5 if luck < won + drawn / 2 else 0.0))
        now = rating_after(now, games)
    return [score for _, score in games], now


@pytest.mark.parametrize("level", range(1, 9))
def test_a_fitted_opponent_suits_a_player_of_any_level_within_ten_games(level: int) -> None:
    scores = [played(LEVEL_RATINGS[level], seed, GAMES)[0] for seed in range(PLAYERS)]
    assert 0.45 <= mean(mean(each[MEASURED:]) for each in scores) <= 0.55


@pytest.mark.parametrize(
    "strength", [250, 400, *(LEVEL_RATINGS[level] for level in range(1, 9))]
)  # 250 moves at random, 400 hardly better
def test_three_players_of_four_are_measured_within_ten_games(strength: int) -> None:
    """Chance alone moves the rating of ten games by some 110 points."""
    errors = [played(strength, seed, MEASURED)[1] - strength for seed in range(100)]
    assert abs(mean(errors)) < (65 if strength > 250 else 80)  # no opponent is as weak as a random mover
    assert mean(abs(error) <= 150 for error in errors) > 0.72
