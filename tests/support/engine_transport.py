"""An engine in this process: it answers the lines that a Hub client sends, without a program."""

from collections import deque
from collections.abc import Callable

Answer = Callable[[str], str]

_HANDSHAKE = 'id name=Other\nparam name=variant type=enum values="english russian"\nwait'


def _nothing(line: str) -> str:
    return ""


class EngineTransport:
    """The transport to an engine that answers ``pos`` and ``go`` by a line or none. ``sent``: the client's lines."""

    def __init__(self, go: Answer, pos: Answer = _nothing) -> None:
        self.name = "Other"
        self.sent: list[str] = []
        self._answers: dict[str, Answer] = {
            "hub": lambda line: _HANDSHAKE,
            "init": lambda line: "ready",
            "ping": lambda line: "pong",
            "pos": pos,
            "go": go,
        }
        self._unread: deque[bytes] = deque()

    def send(self, line: str) -> None:
        """Take a line of the client, and answer it."""
        self.sent.append(line)
        answer = self._answers.get(line.split()[0], _nothing)(line)
        self._unread += (each.encode() for each in answer.splitlines())

    def line(self, seconds: float) -> bytes | None:
        """Return the next line of the engine."""
        return self._unread.popleft() if self._unread else None

    def close(self, last: str) -> None:
        """Take the last line."""
        self.sent.append(last)
