"""Sends signals at every moment of a short session, and reports whether the terminal was restored.

A moment is before or after a write or a change of the line settings. The arguments are the signals.
"""

import os
import signal
import sys
import termios
import threading
from collections.abc import Callable, Sequence
from typing import Any

from console.screens.widgets.glyphs import ASCII
from console.screens.widgets.palettes import MONO
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.events import Tick
from console.terminal.system_line import terminal_capabilities
from console.terminal.terminal import Terminal

assert sys.platform != "win32"

KEYBOARD = 0


class Moments:
    """A counter of moments that sends signals at one of them."""

    def __init__(self, fatal: int, signals: Sequence[int]) -> None:
        self.count = 0
        self._fatal = fatal
        self._signals = signals

    def tick(self) -> None:
        """Count a moment."""
        self.count += 1
        if self.count == self._fatal:
            for number in self._signals:
                os.kill(os.getpid(), number)

    def around(self, act: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function with a moment before and after each call."""

        def watched(*arguments: Any) -> Any:
            self.tick()
            result = act(*arguments)
            self.tick()
            return result

        return watched


class Output:
    """Standard output that counts moments at each write."""

    def __init__(self, moments: Moments) -> None:
        self.write = moments.around(self._write)
        self._stream = sys.stdout

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def live() -> None:
    """Use a terminal: paint, switch the mouse, stop, continue, and restore it."""
    with Terminal(Theme(MONO, ASCII)) as terminal:
        for act in (signal.SIGTSTP, signal.SIGCONT):
            terminal.show(Canvas(2, 1))
            terminal.set_mouse(False)
            terminal.set_mouse(True)
            os.kill(os.getpid(), act)
            while not isinstance(terminal.read(0), Tick):
                pass


def in_a_child(fatal: int, signals: Sequence[int]) -> tuple[int, int]:
    """Run ``live`` in a child that is continued when it stops. Return its exit status and its number of moments."""
    reading, writing = os.pipe()
    assert threading.active_count() == 1, "a lock that another thread holds is held forever in a child"
    child = os.fork()
    if not child:
        os.setpgid(0, 0)  # the group of a session's leader cannot be stopped
        moments = Moments(fatal, signals)
        termios.tcsetattr = moments.around(termios.tcsetattr)
        sys.stdout = sys.__stdout__ = Output(moments)  # type: ignore[assignment, misc]  # It does what they do.
        status = 1
        try:
            live()
            status = 0
        except KeyboardInterrupt:
            status = 130
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        finally:
            os.write(writing, f"{moments.count}".encode())
            os._exit(status)
    os.close(writing)
    while True:
        _, status = os.waitpid(child, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            break
        report("stopped")
        os.kill(child, signal.SIGCONT)
    with os.fdopen(reading) as stream:
        return os.waitstatus_to_exitcode(status), int(stream.read() or 0)


def report(words: str) -> None:
    """Write what happened, and whether the line settings are restored."""
    settings = "as they were" if termios.tcgetattr(KEYBOARD) == FOUND else "changed"
    os.write(1, f"<{words}, settings {settings}>\n".encode())


if __name__ == "__main__":
    FOUND = termios.tcgetattr(KEYBOARD)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    terminal_capabilities()  # imported once for all children
    chosen = [int(number) for number in sys.argv[1:]]
    _, total = in_a_child(0, ())
    for moment in range(1, total + 1):
        status, _ = in_a_child(moment, chosen)
        report(f"moment {moment} of {total}: {status}")
    report("done")
