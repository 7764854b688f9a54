"""The levels, and the strengths between them."""

from itertools import pairwise
from random import Random

import pytest
from support.simple_players import game_of, random_mover, score, sees_the_recapture

from ai.levels import LEVELS, Level, level_at
from console.game.seats import Program
from engine.rules import AMERICAN, RULE_SETS, Rules, losing_game

LOWEST, HIGHEST = LEVELS[1], LEVELS[9]


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: str(level.number))
def test_the_rating_of_a_level_is_that_level(level: Level) -> None:
    number = next(number for number, each in LEVELS.items() if each is level)
    assert level_at(LEVELS[number].rating) is level
    assert Program(number).strength is level


@pytest.mark.parametrize(("rating", "level"), [(1, LOWEST), (799, LOWEST), (2591, HIGHEST), (9999, HIGHEST)])
def test_no_strength_is_outside_the_levels(rating: int, level: Level) -> None:
    assert level_at(rating) is level


@pytest.mark.parametrize(("below", "above"), list(pairwise(LEVELS.values())))
def test_a_strength_between_two_levels_is_a_mixture_of_them(below: Level, above: Level) -> None:
    """The nearer level chooses more than half of the moves, in proportion to the rating."""
    for rating in range(below.rating + 1, above.rating):
        found = level_at(rating)
        nearer, other = (below, above) if 2 * rating <= below.rating + above.rating else (above, below)
        assert found == nearer._replace(rating=rating, other=other, share=found.share)
        assert rating == pytest.approx(nearer.rating + found.share * (other.rating - nearer.rating))
        assert 0 < found.share <= 0.5


def test_a_higher_level_errs_less_and_sees_no_less() -> None:
    people = [level for level in LEVELS.values() if level.policy_temperature]
    for below, above in pairwise(people):
        assert (below.depth, -below.policy_temperature) < (above.depth, -above.policy_temperature)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "against_random", "against_onlooker", "hung"),
    [(1, 85, (0, 40), 15), (2, 95, (20, 70), 8), (3, 98, (45, 90), 4), (4, 100, (70, 100), 2)],
)
def test_errs_as_a_person(number: int, against_random: int, against_onlooker: tuple[int, int], hung: float) -> None:
    """Scores in per cent, and the per cent of free moves that leave a man to be taken for nothing."""
    random, _ = score(number, random_mover, 40)
    onlooker, left = score(number, sees_the_recapture, 40)
    assert random >= against_random
    assert against_onlooker[0] <= onlooker <= against_onlooker[1]
    assert left <= hung


@pytest.mark.parametrize(
    ("number", "rules", "count", "least"),
    [
        (1, AMERICAN, 4, 4),
        *(pytest.param(number, AMERICAN, 200, 190, marks=pytest.mark.slow) for number in range(1, 9)),
        *(pytest.param(8, rules, 100, 90, marks=pytest.mark.slow) for rules in RULE_SETS.values()),
        *(pytest.param(8, losing_game(rules), 100, 75, marks=pytest.mark.slow) for rules in RULE_SETS.values()),
    ],
)
def test_games_of_a_level_differ(number: int, rules: Rules, count: int, least: int) -> None:
    games = {tuple(turn.after for turn in game_of(number, Random(seed), 10, rules).turns) for seed in range(count)}
    assert len(games) >= least
