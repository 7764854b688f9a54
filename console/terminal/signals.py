"""Signals that a program in command of a terminal must heed, held back until it waits for input."""

import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

_ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
_CONCERNING_THE_TERMINAL: Final = ("SIGWINCH", "SIGTSTP", "SIGCONT")


class Signals:
    """The handlers of these signals, from ``install`` to ``restore``.

    Python runs a handler in the main thread between any two steps, so that one which raises may break off anything: a
    mode half set, or the way out itself. These only note that a signal has come. One that ends the program is raised by
    ``deliver`` and while the program is ``interruptible``: SIGINT as KeyboardInterrupt, the others as SystemExit(128 +
    the number). Only the first is raised. A second one that comes before the first was delivered breaks off a program
    that is stuck, wherever it is not ``shielded``.
    """

    def __init__(self) -> None:
        self._previous: dict[int, Any] = {}
        self._previous_wakeup = -1
        self._ending: list[int] = []
        self._noted: deque[int] = deque()
        self._interruptible = False
        self._shielded = False
        self._raised = False

    def install(self, wakeup: int | None) -> None:
        """Take the handlers over. Every signal is written as a byte to the descriptor ``wakeup``, if there is one."""
        if wakeup is not None:
            # Without it a signal between the last look at what was noted and the wait would be seen after the wait.
            self._previous_wakeup = signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
        for names, handler in ((_ENDING, self._end), (_CONCERNING_THE_TERMINAL, self._note)):
            for name in names:
                number = getattr(signal, name, None)
                if number is not None:
                    self._previous[number] = signal.signal(number, handler)

    def restore(self) -> None:
        """Give the handlers back to whom they belonged."""
        for number, handler in self._previous.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        self._previous.clear()
        signal.set_wakeup_fd(self._previous_wakeup)

    def deliver(self) -> None:
        """Raise the signal that ends the program, if one has come and none was raised."""
        if self._ending and not self._raised:
            # Whatever follows is the way out, which nothing may interrupt.
            self._raised, self._interruptible = True, False
            number = self._ending[0]
            raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Deliver signals at once, those that have come already first."""
        try:
            self._interruptible = True
            self.deliver()
            yield
        finally:
            self._interruptible = False

    @contextmanager
    def shielded(self) -> Iterator[None]:
        """Deliver none, however many come."""
        self._shielded = True
        try:
            yield
        finally:
            self._shielded = False

    def noted(self) -> Iterator[int]:
        """The signals that concern the terminal and have come since the last call, the oldest first."""
        while self._noted:
            yield self._noted.popleft()

    def stop(self) -> None:
        """Stop the program as Ctrl-Z does by default; returns when it is continued. What was noted is forgotten."""
        if sys.platform == "win32":
            return  # nothing stops a program there
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        self._noted.clear()
        signal.signal(signal.SIGTSTP, self._note)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending.append(number)
        if self._interruptible or (len(self._ending) > 1 and not self._shielded):
            self.deliver()

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._noted.append(number)
