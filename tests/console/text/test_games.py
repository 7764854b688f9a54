"""Lists of games and of the moves that were played in a position, as text."""

import pytest

from console.storage.game_index import Reached
from console.text.games import reached_lines


@pytest.mark.parametrize(("moves", "last"), [(12, "  1-12 "), (14, "  and 2 others")])
def test_names_the_twelve_most_frequent_moves(moves: int, last: str) -> None:
    reached = Reached((moves, 0, 0, 0), tuple(((1, number), (1, 0, 0, 0)) for number in range(1, moves + 1)))
    assert list(reached_lines(reached))[-1].startswith(last)
    assert len(list(reached_lines(reached))) == min(moves, 13) + 1
