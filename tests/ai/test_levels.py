"""The levels, and the strengths between them."""

from itertools import pairwise

import pytest

from ai.levels import ALL_TABLES, LEVELS, level_at, strength

LOWEST, HIGHEST = LEVELS[1], LEVELS[9]


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: str(level.number))
def test_the_rating_of_a_level_is_that_level(level: object) -> None:
    number = next(number for number, each in LEVELS.items() if each is level)
    assert level_at(LEVELS[number].rating) is level
    assert strength(number, None) is level


@pytest.mark.parametrize(("rating", "level"), [(1, LOWEST), (799, LOWEST), (2591, HIGHEST), (9999, HIGHEST)])
def test_no_strength_is_outside_the_levels(rating: int, level: object) -> None:
    assert level_at(rating) is level


def test_every_number_lies_between_those_of_the_neighbours() -> None:
    for below, above in pairwise(LEVELS.values()):
        for rating in range(below.rating + 1, above.rating):
            found = level_at(rating)
            nearer = below if 2 * rating <= below.rating + above.rating else above
            assert found.rating == rating
            assert (found.number, found.name, found.uses_book) == (nearer.number, nearer.name, nearer.uses_book)
            assert found.tabled_pieces in (below.tabled_pieces, above.tabled_pieces)
            assert below.nodes <= found.nodes <= (above.nodes or 2_000_000)
            for name in ("multipv_window", "temperature", "budget_variation", "opening_randomness"):
                low, high = sorted((getattr(below, name), getattr(above, name)))
                assert low <= getattr(found, name) <= high


def test_nodes_rise_and_windows_shrink_with_the_rating() -> None:
    found = [level_at(rating) for rating in range(LOWEST.rating, HIGHEST.rating)]
    assert all(below.nodes <= above.nodes for below, above in pairwise(found))
    assert all(below.multipv_window >= above.multipv_window for below, above in pairwise(found))
    assert all(below.temperature > above.temperature for below, above in pairwise(found))


def test_interpolates_the_nodes_geometrically() -> None:
    """In the middle between 137 and 530 nodes are sqrt(137 * 530)."""
    assert level_at(1360).nodes == 269
    assert level_at(1360).multipv_window == 140


def test_a_time_limit_holds_next_to_the_highest_level_only() -> None:
    """There a strength has nodes as well, so that it does not jump where the nodes begin."""
    assert level_at(2384).seconds == 0
    assert level_at(2386).seconds == HIGHEST.seconds
    assert 52_000 < level_at(2386).nodes < 54_000
    assert level_at(2589).nodes > 1_900_000
    assert level_at(2589).tabled_pieces == ALL_TABLES
