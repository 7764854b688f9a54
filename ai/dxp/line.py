"""A line to another program: DXP messages over TCP, each ended by a zero byte.

Source: mesander.nl/damexchange, "SOCKET protocol". Whatever comes in is bounded in length and in rate, so that nothing
the other side sends can fill the memory or keep this program busy.
"""

import math
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from ai.dxp.messages import LONGEST_MESSAGE, Message, read_message, write_message

PORT: Final = 27531
HERE: Final = "127.0.0.1"
"""This machine alone: where a line is waited for unless another address is named."""

_AT_ONCE: Final = 1 << 12  # bytes
_MOST_MESSAGES: Final = 200  # within ten seconds: nobody types or plays faster
_RATE_SECONDS: Final = 10.0
_SEND_PATIENCE: Final = 10.0  # seconds for the other side to take what is sent
_END: Final = b"\0"


class LineError(Exception):
    """One sentence about a line that cannot be had, was lost, or brings what nobody can read."""


class MessageSplitter:
    """Cuts a stream of bytes into messages; it keeps less than one message of them."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Message]:
        """The messages that these bytes complete. Raises LineError for what is no message or too long for one."""
        *whole, self._rest = (self._rest + data).split(_END)
        if len(self._rest) > LONGEST_MESSAGE:
            raise LineError(f"The other side sent more than {LONGEST_MESSAGE} bytes that are no message.")
        try:
            return [read_message(piece.decode("latin-1")) for piece in whole if piece]
        except ValueError as error:
            raise LineError(f"The other side sent what nobody can read: {error}.") from None


class Line:
    """A connected line; ``now`` tells the time. Whoever has it closes it."""

    def __init__(self, connected: socket.socket, now: Callable[[], float] = time.monotonic) -> None:
        self._socket = connected
        self._socket.setblocking(False)
        self._now = now
        self._splitter = MessageSplitter()
        self._waiting: deque[Message] = deque()
        self._recent: deque[float] = deque()

    def send(self, message: Message) -> None:
        """Send a message. Raises LineError where the other side is gone or takes nothing any more."""
        data = write_message(message).encode("ascii") + _END
        until = self._now() + _SEND_PATIENCE
        while data:
            try:
                data = data[self._socket.send(data) :]
            except BlockingIOError:
                left = until - self._now()
                if left <= 0 or not select.select([], [self._socket], [], left)[1]:
                    raise LineError("The other side takes nothing any more.") from None
            except OSError:
                raise LineError("The line is lost.") from None

    def receive(self, patience: float) -> Message | None:
        """The next message; None where none has come whole in so many seconds. Raises LineError."""
        until = self._now() + patience
        while not self._waiting:
            left = max(0.0, until - self._now())
            if not select.select([self._socket], [], [], None if math.isinf(left) else left)[0]:
                return None
            self._read()
        return self._waiting.popleft()

    def _read(self) -> None:
        try:
            data = self._socket.recv(_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            raise LineError("The line is lost.") from None
        if not data:
            raise LineError("The other side has hung up.")
        messages = self._splitter.feed(data)
        now = self._now()
        self._recent.extend([now] * len(messages))
        while self._recent and self._recent[0] < now - _RATE_SECONDS:
            self._recent.popleft()
        if len(self._recent) > _MOST_MESSAGES:
            raise LineError(f"The other side sent more than {_MOST_MESSAGES} messages in {_RATE_SECONDS:g} seconds.")
        self._waiting.extend(messages)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class Listener:
    """Waits for one caller at a time on an address of this machine. Raises LineError where it cannot be had."""

    def __init__(self, address: str = HERE, port: int = PORT) -> None:
        try:
            family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
            self._socket = socket.create_server((address, port), family=family, backlog=1)
        except (OSError, OverflowError, UnicodeError) as error:
            raise LineError(f"Nobody can be waited for on {_place(address, port)}: {_reason(error)}.") from None
        self.port: int = self._socket.getsockname()[1]

    def accept(self, patience: float) -> Line | None:
        """The line of the next caller; None where nobody has called in so many seconds."""
        if not select.select([self._socket], [], [], None if math.isinf(patience) else patience)[0]:
            return None
        try:
            return Line(self._socket.accept()[0])
        except OSError:  # gone before he was answered
            return None

    def close(self) -> None:
        """Wait no more."""
        self._socket.close()


def call(address: str, port: int = PORT, patience: float = 10.0) -> Line:
    """A line to a program that waits there. Raises LineError."""
    try:
        return Line(socket.create_connection((address, port), patience))
    except (OSError, OverflowError, UnicodeError) as error:
        raise LineError(f"Nobody answers on {_place(address, port)}: {_reason(error)}.") from None


def _place(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
