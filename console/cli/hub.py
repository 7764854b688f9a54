"""``checkers hub``: the opponent as an engine for other programs, on standard input and output.

The protocol is Hub, version 2 (of Scan, by Fabien Letouzey).
"""

import os
import sys
from threading import Lock
from typing import Final

from ai.hub.server import HubServer
from ai.hub.text import read_lines
from console.cli.parser import Asked, Command, Refused
from console.storage.built_files import available_book, available_tables
from console.terminal.standard_streams import OutputLost
from console.version import NAME, VERSION


def run(asked: Asked) -> None:
    """Serve the protocol until ``quit`` or the end of input.

    Raises Refused if standard input or output is closed or the input fails, OutputLost if the output fails.
    """
    # sys.stdin and sys.stdout are None if the stream was closed at the start.
    if sys.stdin is None:
        raise Refused("Standard input is closed: checkers hub answers what another program writes there.")
    if sys.stdout is None:
        raise Refused("Standard output is closed: checkers hub writes its answers there.")
    output = _Output(sys.stdout.fileno())
    hub = HubServer(output.write, NAME, VERSION, available_tables, available_book)
    lines = read_lines(sys.stdin.buffer)
    try:
        while output.failure is None:
            try:
                line = next(lines, None)
            except OSError as error:
                raise Refused(f"Standard input cannot be read: {error.strerror}.") from None
            if line is None or not hub.handle(line):
                break
    finally:
        hub.close()
    if output.failure is not None:
        raise OutputLost(output.failure)


class _Output:
    """A thread-safe, unbuffered writer of lines in UTF-8. After the first ``failure`` lines are discarded."""

    def __init__(self, descriptor: int) -> None:
        self.failure: OSError | None = None
        self._descriptor = descriptor
        self._lock = Lock()

    def write(self, line: str) -> None:
        rest = f"{line}\n".encode()
        with self._lock:
            while rest and self.failure is None:
                try:
                    rest = rest[os.write(self._descriptor, rest) :]
                except OSError as error:
                    self.failure = error


COMMANDS: Final = (Command("hub", run, "Play for other programs: the Hub protocol, version 2."),)
