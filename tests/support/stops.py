"""Stop functions: what a search or a reader of games calls to learn whether it must stop."""

from collections.abc import Callable
from itertools import count


def stop_after(calls: int) -> Callable[[], bool]:
    """Return a stop function that returns True from the call with this number on."""
    numbers = count(1)
    return lambda: next(numbers) >= calls
