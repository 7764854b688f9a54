"""The progress bar of a long command; nothing is shown if standard error is no terminal."""

import sys
from time import monotonic
from typing import Final, Self

from console.terminal.standard_streams import overwrite

_BAR: Final = 24
_WIDEST: Final = 78


class ProgressBar:
    """A progress bar in one line of the terminal, overwritten until it is cleared."""

    def __init__(self) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._began = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, done: int, total: int, rest: str = "", found: int = 0) -> None:
        """Show a bar, the count, the text ``rest``, and the estimated time left.

        ``found`` of the ``done`` items existed before and are left out of the estimate.
        """
        if not self._shown:
            return
        full = _BAR * done // max(1, total)
        spent = monotonic() - self._began
        left = round(spent / (done - found) * (total - done)) if done > found else 0
        clock = f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left" if done > found else ""
        self.show_text(f"[{'#' * full}{'.' * (_BAR - full)}] {done}/{total} {rest} {clock}")

    def show_text(self, line: str) -> None:
        """Show a text instead of a bar, if the end cannot be estimated."""
        if self._shown:
            overwrite(f"{line[:_WIDEST]:{_WIDEST}}")

    def clear(self) -> None:
        """Erase the line for the next output."""
        if self._shown:
            overwrite(" " * _WIDEST)
            overwrite("")
