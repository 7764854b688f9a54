"""The order of the problems in a storm."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ai.problems.problem import Problem

EACH: Final = 4
"""The largest number of problems of one difficulty in the first part of a storm."""


def rising(problems: Sequence["Problem"], rng: Random) -> Iterator["Problem"]:
    """Yield all problems: at most EACH of each difficulty, the easiest first, then the others, the hardest first."""
    shuffled = sorted(rng.sample(problems, len(problems)), key=lambda problem: problem.difficulty)
    rest: list[Problem] = []
    for _, some in groupby(shuffled, lambda problem: problem.difficulty):
        alike = list(some)
        yield from alike[:EACH]
        rest += alike[EACH:]
    yield from reversed(rest)
