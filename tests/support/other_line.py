"""A line to a terminal that is elsewhere: what is typed comes from a script, and the screen is kept."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from time import sleep
from typing import Final

import pyte

from ai.turns import Turns
from ai.worker import START
from console.terminal.events import Attend
from console.terminal.terminal import LINE


class OtherLine:
    """A line without threads. A text of ``typed`` comes when the program waits, one of ``meanwhile`` while it works.

    ``seen`` is the text on the screen when the program waited last. The line is gone when all is typed.
    """

    encoding: str = "utf-8"
    kind: str = "xterm-256color"
    colours: Final = 1 << 24
    is_slow: Final = False
    wakeup: int | None = None

    def __init__(self, typed: Iterable[str], meanwhile: Iterable[str | None] = (), size: tuple[int, int] = (80, 25)):
        self.typed = list(typed)
        self.meanwhile = list(meanwhile)
        self.size = size
        self.turns = Turns()
        self.seen = ""
        self._works = False
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)

    def open(self, modes: ExitStack, mouse: bool) -> None:
        """Do nothing: there are no modes."""

    def set_mouse(self, wanted: bool) -> None:
        """Do nothing: a sequence does it."""

    def read(self, timeout: float | None, is_due: Callable[[], bool], attend: Attend) -> str | None:
        """Work, or else return what is typed next."""
        if self._works:
            return self.meanwhile.pop(0) if self.meanwhile else ""
        self._works = True
        has_worked = self.turns.work(attend)
        self._works = False
        if has_worked:
            return ""
        if timeout is not None:
            sleep(min(timeout, 0.001))
            return ""
        self.seen = "\n".join(self._screen.display)
        return self.typed.pop(0) if self.typed else None

    def wake(self) -> None:
        """Do nothing: no other thread may call."""

    def write(self, text: str) -> None:
        """Show text."""
        self._stream.feed(text)

    def discard(self) -> None:
        """Do nothing: writing does not fail."""


@contextmanager
def opened(line: OtherLine) -> Iterator[OtherLine]:
    """Use a line as the terminal of the process, and its turns in place of threads."""
    tokens = LINE.set(lambda: line), START.set(line.turns.begin)
    try:
        yield line
    finally:
        LINE.reset(tokens[0])
        START.reset(tokens[1])
