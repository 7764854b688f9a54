"""Lists of games and of the moves that were played in a position, as text."""

import pytest

from console.game.naming import date_in_words
from console.storage.game_index import Reached
from console.text.games import reached_lines


@pytest.mark.parametrize(("moves", "last"), [(12, "  1-12 "), (14, "  and 2 others")])
def test_names_the_twelve_most_frequent_moves(moves: int, last: str) -> None:
    reached = Reached((moves, 0, 0, 0), tuple(((1, number), (1, 0, 0, 0)) for number in range(1, moves + 1)))
    assert list(reached_lines(reached))[-1].startswith(last)
    assert len(list(reached_lines(reached))) == min(moves, 13) + 1


@pytest.mark.parametrize(
    ("date", "words"),
    [("2026.11.27", "Nov 27, 2026"), ("2026-1-5", "Jan 5, 2026"), ("2020.02.00", "Feb 2020"), ("1850.??.??", "1850")]
    + [(other, other) for other in ("27.11.2026", "1850-51", "2020.13.01", f"2020.{'1' * 5_000}")],
)
def test_a_date_is_told_as_far_as_it_is_known(date: str, words: str) -> None:
    assert date_in_words(date) == words
