"""Deferred signal handling for full-screen programs: signals are delivered while the program waits for input."""

import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

_ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
_TERMINAL: Final = ("SIGWINCH", "SIGTSTP", "SIGCONT")


class Signals:
    """The signal handlers of a full-screen program, active from ``install`` to ``restore``.

    Python runs a handler between any two steps of the main thread. A handler that raises could leave a mode half set,
    so the handlers only record the signal as pending. ``deliver`` raises a pending signal that ends the program: SIGINT
    as KeyboardInterrupt, others as SystemExit(128 + number). Only the first such signal is raised.

    Two cases are not deferred. While the program is ``interruptible``, the handler raises at once. A second ending
    signal also raises the first at once, to end a program that hangs, unless the program is ``shielded``.
    """

    def __init__(self) -> None:
        self._previous: dict[int, Any] = {}
        self._previous_wakeup = -1
        self._ending: list[int] = []
        self._pending: deque[int] = deque()
        self._interruptible = False
        self._shielded = False
        self._raised = False

    def install(self, wakeup: int | None) -> None:
        """Install the handlers. Every signal also writes a byte to the descriptor ``wakeup``, if there is one."""
        if wakeup is not None:
            # This prevents a lost wakeup: a signal after the last check, but before the wait, must end the wait.
            self._previous_wakeup = signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
        for names, handler in ((_ENDING, self._record_ending), (_TERMINAL, self._record)):
            for name in names:
                number = getattr(signal, name, None)
                if number is not None:
                    self._previous[number] = signal.signal(number, handler)

    def restore(self) -> None:
        """Restore the previous handlers."""
        for number, handler in self._previous.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        self._previous.clear()
        signal.set_wakeup_fd(self._previous_wakeup)

    def deliver(self) -> None:
        """Raise the first pending signal that ends the program, unless a signal was raised before."""
        if self._ending and not self._raised:
            # The program ends now. Further signals must not interrupt its end.
            self._raised, self._interruptible = True, False
            number = self._ending[0]
            raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Deliver pending signals, and deliver new signals at once inside the ``with`` block."""
        try:
            self._interruptible = True
            self.deliver()
            yield
        finally:
            self._interruptible = False

    @contextmanager
    def shielded(self) -> Iterator[None]:
        """Defer all signals inside the ``with`` block, even a second signal that ends the program."""
        self._shielded = True
        try:
            yield
        finally:
            self._shielded = False

    def noted(self) -> Iterator[int]:
        """Remove and yield the pending terminal signals (SIGWINCH, SIGTSTP, SIGCONT), the oldest first."""
        while self._pending:
            yield self._pending.popleft()

    def stop(self) -> None:
        """Stop the program as Ctrl-Z does by default, and return when it is continued.

        Pending terminal signals are cleared.
        """
        if sys.platform == "win32":
            return  # Windows does not stop programs
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        self._pending.clear()
        signal.signal(signal.SIGTSTP, self._record)

    def _record_ending(self, number: int, frame: FrameType | None) -> None:
        self._ending.append(number)
        if self._interruptible or (len(self._ending) > 1 and not self._shielded):
            self.deliver()

    def _record(self, number: int, frame: FrameType | None) -> None:
        self._pending.append(number)
