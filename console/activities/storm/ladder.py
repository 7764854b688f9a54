"""The order of the problems in a storm."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ai.problems.problem import Problem

EACH: Final = 4
"""The number of problems of each difficulty, up to the hardest."""


def rising(problems: Sequence["Problem"], rng: Random) -> Iterator["Problem"]:
    """Yield all problems: EACH of each difficulty from the easiest on, then the others, the hardest first."""
    shuffled = sorted(rng.sample(problems, len(problems)), key=lambda problem: problem.difficulty)
    rest: list[Problem] = []
    for _, some in groupby(shuffled, lambda problem: problem.difficulty):
        alike = list(some)
        yield from alike[:EACH]
        rest += alike[EACH:]
    yield from reversed(rest)
