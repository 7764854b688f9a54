"""The fit of the curve from score to expected result (see ``ai.expectation``) to the samples of training games."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from ai.expectation import logistic
from ai.lab.training.samples import Sample
from ai.score import is_likely

_SCALES: Final = range(20, 400, 5)  # centimen
STEP: Final = 40  # centimen: the width of a band of scores
BANDS: Final = range(-400, 400, STEP)


class Curve(NamedTuple):
    """The positions and the sum of their results, from 0 to 1 each, by score; and the number of games."""

    points: dict[int, tuple[int, float]]
    games: int

    @classmethod
    def of(cls, samples: Iterable[Sample]) -> Self:
        """Return the curve of samples. Decided scores are left out: they need no curve."""
        counts, sums, games = defaultdict[int, int](int), defaultdict[int, float](float), set[int]()
        for each in samples:
            if not is_likely(each.score):
                counts[each.score] += 1
                sums[each.score] += (each.result + 1) / 2
                games.add(each.game)
        return cls({score: (count, sums[score]) for score, count in counts.items()}, len(games))

    @property
    def scale(self) -> int:
        """The scale of the logistic curve with the least mean squared error."""

        def error(scale: int) -> float:
            curve = ((logistic(score, scale), *point) for score, point in self.points.items())
            return sum(count * value * value - 2 * value * total for value, count, total in curve)

        return min(_SCALES, key=error)

    def band(self, low: int) -> tuple[int, float]:
        """Return the number of positions with a score from ``low`` to the next band, and their mean result."""
        inside = [point for score, point in self.points.items() if low <= score < low + STEP]
        count = sum(count for count, _ in inside)
        return count, sum(total for _, total in inside) / max(1, count)
