"""Time management: budgets that use the clock and never lose on time."""

import math

import pytest

from ai.time_control import Budget, Timer, for_game, for_move


@pytest.mark.parametrize("seconds", [0.0, 0.05, 100.0])
def test_uses_most_of_a_move_time(seconds: float) -> None:
    budget = for_move(seconds)
    assert 0.85 * seconds <= budget.hard <= seconds
    assert budget.soft == budget.hard


@pytest.mark.parametrize("moves", [None, 1, 60])
@pytest.mark.parametrize("increment", [0.0, 5.0])
@pytest.mark.parametrize("left", [-5.0, 0.0, 0.3, 3600.0])
def test_leaves_some_of_the_clock(left: float, increment: float, moves: int | None) -> None:
    budget = for_game(left, increment, moves)
    now = max(0.0, left + increment)
    assert 0 <= budget.settled <= budget.soft <= budget.unsettled <= budget.hard <= now
    assert budget.hard < now or now == 0


@pytest.mark.parametrize(("left", "increment", "control"), [(60.0, 0.0, None), (1.0, 0.1, None), (30.0, 0.0, 20)])
def test_never_loses_on_time(left: float, increment: float, control: int | None) -> None:
    """Every move takes the hard limit and five milliseconds more; each time control adds its time again."""
    clock = left
    for move in range(100):
        moves = None
        if control is not None:
            moves = control - move % control
            clock += left if move and moves == control else 0
        budget = for_game(clock, increment, moves)
        clock += increment - budget.hard - 0.005
        assert clock > 0, move


@pytest.mark.parametrize(
    ("left", "increment", "moves", "soft", "hard"),
    [
        (60.0, 0.0, None, 1.4935, 8.14636364),
        (60.0, 2.0, None, 2.5935, 14.14636364),
        (60.0, 2.0, 10, 4.3923, 23.958),
        (1.0, 0.5, 5, 0.3751, 0.705),
        (10.0, 0.0, 1, 5.4725, 9.95),
        (0.2, 0.0, None, 0.004, 0.0074843),
    ],
)
def test_divides_the_clock_among_the_moves_ahead(
    left: float, increment: float, moves: int | None, soft: float, hard: float
) -> None:
    """Future increments are shared evenly; the increment of the last move comes too late."""
    budget = for_game(left, increment, moves)
    assert (budget.soft, budget.hard) == pytest.approx((soft, hard))


@pytest.mark.parametrize(
    ("moves", "scores", "latest"),
    [
        ("a", [0], "soft"),
        ("aaaa", [0] * 4, "soft"),
        ("aaaaa", [0] * 5, "settled"),
        ("aaaab", [0] * 5, "unsettled"),
        ("aaabb", [0] * 5, "soft"),
        ("aaaaa", [0, 20, 20, 20, 6], "settled"),
        ("aaaaa", [0, 20, 20, 20, 5], "unsettled"),
        ("aaaaaa", [20, 5, 5, 5, 5, 5], "settled"),
        ("aaaaa", [5, 5, 5, 5, 20], "settled"),
    ],
)
def test_extends_the_time_of_an_unsettled_search(moves: str, scores: list[int], latest: str) -> None:
    """The best move has just changed, or the score has fallen by 15 centimen within five iterations."""
    budget = Budget(soft=2, hard=4, settled=1, unsettled=3)
    assert budget.latest_start(moves, scores) == getattr(budget, latest)


@pytest.mark.parametrize("moves", ["aaaaa", "ab"])
def test_soft_limit_holds_without_other_limits(moves: str) -> None:
    assert Budget(soft=2).latest_start(moves, [0] * len(moves)) == 2


def test_timer_counts_from_its_start() -> None:
    time = iter((3.0, 5.0, 9.0))
    timer = Timer(lambda: next(time))
    assert timer.elapsed() == -math.inf
    timer.start()
    assert timer.elapsed() == 4.0
