"""Curves drawn with characters. Each row has two steps, as a character may fill the upper or lower half of a cell."""

from collections.abc import Iterator, Sequence
from typing import Final

from console.text.spans import Line, Signs, Span

_ROUND: Final = 50  # the ends of the scale are multiples of it
_LABEL: Final = 5


def curve(values: Sequence[int], ends: tuple[str, str], width: int, height: int, signs: Signs) -> list[Line]:
    """Return a curve of at least two values with labeled axes, in ``height`` rows and two rows for the lower axis.

    ``ends`` are the labels of the first and the last value.
    """
    low, high = _scale(values)
    columns = width - _LABEL - 1
    shown = [_value_at(values, column / max(1, columns - 1)) for column in range(columns)]
    levels = [round((value - low) * (2 * height - 1) / (high - low)) for value in shown]
    labels = {height - 1: high, 0: low} | ({height // 2: (low + high) // 2} if height >= 5 else {})
    lines = []
    for row in reversed(range(height)):
        label = f"{labels.get(row, ''):>{_LABEL - 1}} "
        lines.append((Span(label + signs.down, "dim"), *_row(levels, row, signs)))
    lines.append((Span(" " * _LABEL + signs.corner + signs.across * columns, "dim"),))
    first, last = ends
    room = max(0, columns - len(first) - len(last))
    lines.append((Span(" " * (_LABEL + 1) + first + " " * room + last, "dim"),))
    return lines


def _scale(values: Sequence[int]) -> tuple[int, int]:
    """Return the ends of the scale of values."""
    low = min(values) // _ROUND * _ROUND
    return low, max(low + _ROUND, -(-max(values) // _ROUND) * _ROUND)


def _value_at(values: Sequence[int], share: float) -> float:
    """Return the value at a share of the way from the first to the last, which are interpolated linearly."""
    place = share * (len(values) - 1)
    index = min(int(place), len(values) - 2)
    return values[index] + (place - index) * (values[index + 1] - values[index])


def _row(levels: Sequence[int], row: int, signs: Signs) -> Iterator[Span]:
    """Yield the cells of a row, counted from below. A steep part of the curve is a vertical line."""
    for before, level in zip([levels[0], *levels], levels, strict=False):
        low, high = (level, max(level, before - 1)) if before > level else (min(level, before + 1), level)
        lower, upper = low <= 2 * row <= high, low <= 2 * row + 1 <= high
        if lower or upper:
            yield Span(signs.halves[2 if lower and upper else 1 if lower else 0], "curve")
        else:
            yield Span(signs.below if high > 2 * row else " ", "dim")
