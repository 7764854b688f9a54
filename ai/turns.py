"""Workers where no thread can start: their work runs inside the wait for input, one after the other.

Work asks often whether to stop, as on a thread. That is when events are handled meanwhile.
"""

from collections import deque
from collections.abc import Callable
from math import inf
from threading import Event
from time import monotonic, sleep
from typing import Final

_BETWEEN_LOOKS: Final = 0.03  # seconds


class Turns:
    """The work that waits for its turn. ``START`` of ``ai.worker`` is set to ``begin``."""

    def __init__(self) -> None:
        self.waiting: deque[Turn] = deque()
        self._works = False
        self._attend: Callable[[float], bool] | None = None  # None where no events can be handled
        self._ends = False
        self._looked_at = -inf

    def begin(self, run: Callable[[], None], name: str) -> "tuple[Event, Turn]":
        """Return the event that requests the end of the work, and the work. They are the same object."""
        turn = Turn(self, run)
        return turn, turn

    def work(self, attend: Callable[[float], bool]) -> bool:
        """Run the next work. Return False if none waits, or if other work runs.

        ``attend`` handles the events of at most so many seconds meanwhile, and returns True if the program ends.
        """
        if self._works or not self.waiting:
            return False
        self._works, self._attend = True, attend
        try:
            self.waiting.popleft().run()
        finally:
            self._works, self._attend = False, None
        return True

    def look(self, patience: float) -> bool:
        """Handle events, but not while an event is handled. Return True if the program ends."""
        attend = self._attend
        if attend is None:
            sleep(patience)
        elif patience or monotonic() - self._looked_at >= _BETWEEN_LOOKS:
            self._attend = None
            try:
                self._ends = attend(patience)
            finally:
                self._attend, self._looked_at = attend, monotonic()
        return self._ends


class Turn(Event):
    """Work in the place of a thread, and the event that requests its end."""

    def __init__(self, turns: Turns, run: Callable[[], None]) -> None:
        super().__init__()
        self._turns = turns
        self.run = run

    def start(self) -> None:
        """Wait for a turn."""
        self._turns.waiting.append(self)

    def join(self, timeout: float | None = None) -> None:
        """Run the work now if it waits for its turn. If it has begun, it ends after the caller has returned."""
        if self in self._turns.waiting:
            self._turns.waiting.remove(self)
            self.run()

    def is_set(self) -> bool:
        """Handle events, and return True if the work must end."""
        return super().is_set() or self._turns.look(0.0) or super().is_set()

    def wait(self, timeout: float | None = None) -> bool:
        """Handle events until the work must end, at most for ``timeout`` seconds. Return True if it must end."""
        until = inf if timeout is None else monotonic() + timeout
        while not self.is_set() and (left := until - monotonic()) > 0:
            self._turns.look(min(left, _BETWEEN_LOOKS))
        return self.is_set()
