"""The game on a web page. The page is the terminal. No thread can start there."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final, Protocol

from ai.turns import Turns
from ai.worker import START
from console.cli.main import main
from console.terminal.events import Attend
from console.terminal.terminal import LINE


class Page(Protocol):
    """The part of ``worker.js`` that the game uses. ``columns`` and ``rows`` are the size of the terminal."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...

    def read(self, milliseconds: float) -> str:
        """Wait at most so long, or if negative forever, and return what was typed: no text at a new size."""

    def write(self, text: str) -> None:
        """Show text and sequences."""


class PageLine:
    """The line to the terminal of a page. It runs the work of workers before it waits."""

    encoding: str = "utf-8"
    kind: str = "page"
    colors: Final = 1 << 24
    is_slow: Final = False
    wakeup: int | None = None

    def __init__(self, page: Page, turns: Turns) -> None:
        self._page = page
        self._turns = turns
        self.write = page.write

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
        return self._page.columns, self._page.rows

    def open(self, modes: ExitStack, mouse: bool) -> None:
        """Do nothing: there are no modes."""

    def set_mouse(self, wanted: bool) -> None:
        """Do nothing: the terminal is told by a sequence."""

    def read(self, timeout: float | None, is_due: Callable[[], bool], attend: Attend) -> str:
        """Run the next work, or wait for what is typed and return it."""
        if self._turns.work(attend):
            return ""
        return self._page.read(-1 if timeout is None else 1000 * max(0.0, timeout))

    def wake(self) -> None:
        """Do nothing: no other thread calls."""

    def discard(self) -> None:
        """Do nothing: writing does not fail."""


def start(page: Page, arguments: Sequence[str]) -> int:
    """Run the program on a page and return its exit status."""
    turns = Turns()
    line, place = LINE.set(lambda: PageLine(page, turns)), START.set(turns.begin)
    try:
        return main(arguments)
    finally:
        LINE.reset(line)
        START.reset(place)
