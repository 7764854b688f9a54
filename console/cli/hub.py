"""``checkers hub``: the opponent as an engine for other programs, on standard input and output."""

import sys
from collections.abc import Sequence
from threading import Lock

from console.cli.parser import CommandLine
from console.hub.protocol import Hub
from console.terminal.standard_streams import tell


def run(arguments: Sequence[str]) -> int:
    """Answer until ``quit`` or the end of input. Raises OptionError, BrokenPipeError."""
    CommandLine("hub", "Play for other programs: the Hub protocol, version 2.").parse_args(arguments)
    output = _Output()
    hub = Hub(output.write)
    try:
        for line in sys.stdin.buffer:
            if not hub.hear(line.decode("utf-8", "replace")):
                break
    finally:
        hub.close()
    if output.broken is not None:
        raise output.broken
    return 0


class _Output:
    """Whole lines from two threads; once nobody reads them they go nowhere."""

    def __init__(self) -> None:
        self.broken: BrokenPipeError | None = None
        self._lock = Lock()

    def write(self, line: str) -> None:
        """Write one line at once."""
        with self._lock:
            if self.broken is None:
                try:
                    tell(line)
                except BrokenPipeError as error:
                    self.broken = error
