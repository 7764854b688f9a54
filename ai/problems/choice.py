"""The choice of the next problem: one that fits the solver, or the same one for everybody on a date."""

from collections.abc import Container, Sequence
from datetime import date
from random import Random
from typing import Final

from ai.levels import LEVEL_RATINGS
from ai.problems.problem import Problem

_FITTING: Final = 12  # problems from which chance picks


def next_problem(problems: Sequence[Problem], solved: Container[str], rating: float, rng: Random) -> Problem | None:
    """Return an unsolved problem whose rating is near the solver's, or any problem if all are solved.

    ``solved`` contains the FENs of solved problems. Return None if there are no problems.
    """
    rest = [problem for problem in problems if problem.fen not in solved] or list(problems)
    if not rest:
        return None
    rng.shuffle(rest)
    rest.sort(key=lambda problem: abs(LEVEL_RATINGS[problem.difficulty] - rating))
    return rng.choice(rest[:_FITTING])


def problem_of_the_day(problems: Sequence[Problem], day: date) -> Problem | None:
    """Return the problem of a date, the same for everybody; None if there are no problems."""
    return Random(f"problem {day.isoformat()}").choice(problems) if problems else None
