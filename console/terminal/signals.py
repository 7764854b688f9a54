"""The signals that a full-screen program handles, held back until it waits for input."""

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
    """The handlers of these signals, from ``install`` to ``restore``.

    Python runs a handler between any two steps of the main thread. A handler that raises could leave a mode half set,
    so these only note the signal. A signal that ends the program is raised by ``deliver``, and at once while the
    program is ``interruptible``: SIGINT as KeyboardInterrupt, others as SystemExit(128 + number). Only the first is
    raised. A second signal before that is raised at once unless ``shielded``, to end a program that hangs.
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
        """Install the handlers. Every signal also writes a byte to the descriptor ``wakeup``, if there is one."""
        if wakeup is not None:
            # Without it, a signal between the last look at the notes and the wait would be seen after the wait only.
            self._previous_wakeup = signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
        for names, handler in ((_ENDING, self._end), (_TERMINAL, self._note)):
            for name in names:
                number = getattr(signal, name, None)
                if number is not None:
                    self._previous[number] = signal.signal(number, handler)

    def restore(self) -> None:
        """Restore the handlers that were there before."""
        for number, handler in self._previous.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        self._previous.clear()
        signal.set_wakeup_fd(self._previous_wakeup)

    def deliver(self) -> None:
        """Raise a signal that ends the program, if one has come and none was raised before."""
        if self._ending and not self._raised:
            # From here on the program ends, and nothing may interrupt that.
            self._raised, self._interruptible = True, False
            number = self._ending[0]
            raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Deliver the signals that have come, and those that come inside the ``with`` block at once."""
        try:
            self._interruptible = True
            self.deliver()
            yield
        finally:
            self._interruptible = False

    @contextmanager
    def shielded(self) -> Iterator[None]:
        """Deliver no signal inside the ``with`` block."""
        self._shielded = True
        try:
            yield
        finally:
            self._shielded = False

    def noted(self) -> Iterator[int]:
        """Yield the terminal's signals since the last call, the oldest first."""
        while self._noted:
            yield self._noted.popleft()

    def stop(self) -> None:
        """Stop the program as Ctrl-Z does by default, and return when it is continued. Notes are dropped."""
        if sys.platform == "win32":
            return  # Windows does not stop programs
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
