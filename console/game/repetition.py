"""Spaced repetition: tasks that are set again after growing intervals."""

from datetime import date, timedelta
from typing import Final, NamedTuple

_WAITS: Final = (1, 7, 30)  # days


class Due(NamedTuple):
    """The tasks of one kind that are due: their number, their name, and the word that sets them.

    ``called`` is the number with a noun, for example ``2 opening lines``.
    """

    number: int
    called: str
    word: str


def next_day(today: date, times: int) -> date:
    """Return the day on which a task is set again that was set again ``times`` times before."""
    return today + timedelta(_WAITS[min(times, len(_WAITS) - 1)])
