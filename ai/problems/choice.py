"""Which problem comes next: one that fits the solver, and one a day for everybody."""

from collections.abc import Container, Sequence
from datetime import date
from random import Random
from typing import Final

from ai.levels import LEVEL_RATINGS
from ai.problems.problem import Problem

_FITTING: Final = 12  # problems among which chance decides


def next_problem(problems: Sequence[Problem], solved: Container[str], rating: float, rng: Random) -> Problem | None:
    """One of the unsolved problems whose level's rating is nearest to a solver's; of all when there are no others.

    ``solved`` holds the FENs of those that were. None where there are no problems.
    """
    rest = [problem for problem in problems if problem.fen not in solved] or list(problems)
    if not rest:
        return None
    rng.shuffle(rest)
    rest.sort(key=lambda problem: abs(LEVEL_RATINGS[problem.difficulty] - rating))
    return rng.choice(rest[:_FITTING])


def problem_of_the_day(problems: Sequence[Problem], day: date) -> Problem | None:
    """The problem that everybody has on a date; None where there are no problems."""
    return Random(f"problem {day.isoformat()}").choice(problems) if problems else None
