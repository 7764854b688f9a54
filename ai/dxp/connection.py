"""A connection to another program: DXP messages over TCP. A zero byte ends each message.

Source: mesander.nl/damexchange, "SOCKET protocol". The length and the rate of incoming data are limited, so that the
peer can neither fill the memory nor keep this program busy.
"""

import math
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Final

from ai.dxp.messages import LONGEST_MESSAGE, Message, read_message, write_message

PORT: Final = 27531
HERE: Final = "127.0.0.1"
"""The loopback address: the listener's default, which only this machine can reach."""

_READ_SIZE: Final = 1 << 12  # bytes of a read
_RATE_SECONDS: Final = 10.0
_MOST_MESSAGES: Final = 200  # rate limit: messages in _RATE_SECONDS; no player types faster
_MOST_BYTES: Final = _MOST_MESSAGES * (LONGEST_MESSAGE + 1)  # discarded before a connection is closed
_SEND_TIMEOUT: Final = 10.0  # seconds: timeout for sending
_END: Final = b"\0"
_CLOSE_TIMEOUT: Final = 1.0  # seconds to wait for the peer to close its side
# TCP keepalive: seconds of silence before the first probe, seconds between probes, and the number of probes.
_ALIVE: Final = {"TCP_KEEPIDLE": 20, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 4}


class ConnectionFailed(Exception):
    """A connection cannot be made, was lost, or received invalid data. The message is one sentence."""


class Recent:
    """The sum of the amounts added within the last ten seconds. ``now`` returns the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._amounts: deque[tuple[float, int]] = deque()
        self._total = 0

    def add(self, amount: int = 1) -> None:
        """Add an amount with the current time."""
        self._amounts.append((self._now(), amount))
        self._total += amount

    @property
    def total(self) -> int:
        """The sum of the amounts of the last ten seconds."""
        while self._amounts and self._amounts[0][0] < self._now() - _RATE_SECONDS:
            self._total -= self._amounts.popleft()[1]
        return self._total


def split(data: bytes) -> tuple[list[Message], bytes]:
    """Return the complete messages in ``data``, and the remaining bytes, an incomplete message.

    Raises ConnectionFailed if a message is invalid or too long.
    """
    *whole, rest = data.split(_END)
    if len(rest) > LONGEST_MESSAGE:
        raise ConnectionFailed(f"The other side sent more than {LONGEST_MESSAGE} bytes that form no message.")
    try:
        return [read_message(piece.decode("latin-1")) for piece in whole if piece], rest
    except ValueError as error:
        raise ConnectionFailed(f"The other side sent what nobody can read: {error}.") from None


class DxpConnection:
    """An open connection. The owner closes it. ``now`` returns the time in seconds.

    One thread may call ``wait`` while another thread sends and receives.
    """

    def __init__(self, connected: socket.socket, now: Callable[[], float] = time.monotonic) -> None:
        self.socket = connected
        self.socket.setblocking(False)
        self._now = now
        self._rest = b""
        self._waiting: deque[Message] = deque()
        self._messages = Recent(now)
        self._lost: ConnectionFailed | None = None
        self._reading = Lock()
        _keep_alive(connected)

    def send(self, message: Message) -> None:
        """Send a message. Raises ConnectionFailed if the peer has closed the connection or the send times out."""
        data = write_message(message).encode("ascii") + _END
        until = self._now() + _SEND_TIMEOUT
        while data:
            try:
                data = data[self.socket.send(data) :]
            except BlockingIOError:
                left = until - self._now()
                if left <= 0 or not select.select([], [self.socket], [], left)[1]:
                    raise ConnectionFailed("The other side has stopped taking messages.") from None
            except OSError:
                raise ConnectionFailed("The line is lost.") from None

    def receive(self, patience: float) -> Message | None:
        """Return the next message, or None after a timeout of ``patience`` seconds. Raises ConnectionFailed."""
        if not self.wait(patience):
            return None
        if self._waiting:
            return self._waiting.popleft()
        assert self._lost is not None
        raise self._lost

    def wait(self, patience: float) -> bool:
        """Wait up to ``patience`` seconds; return True if ``receive`` will then not block."""
        until = self._now() + patience
        while not self._waiting and self._lost is None:
            left = max(0.0, until - self._now())
            try:
                if not select.select([self.socket], [], [], None if math.isinf(left) else left)[0]:
                    return False
            except (OSError, ValueError):  # closed in the meantime
                self._lost = ConnectionFailed("The line is lost.")
                break
            with self._reading:
                try:
                    self._read()
                except ConnectionFailed as error:
                    self._lost = error
        return True

    def _read(self) -> None:
        try:
            data = self.socket.recv(_READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            raise ConnectionFailed("The line is lost.") from None
        if not data:
            raise ConnectionFailed("The other side has hung up.")
        messages, self._rest = split(self._rest + data)
        self._messages.add(data.count(_END))  # empty ones count too; none is longer than LONGEST_MESSAGE
        if self._messages.total > _MOST_MESSAGES:
            raise ConnectionFailed(
                f"The other side sent more than {_MOST_MESSAGES} messages in {_RATE_SECONDS:g} seconds."
            )
        self._waiting.extend(messages)

    def close_gently(self) -> None:
        """Send nothing more, wait at most a second for the peer to close its side, and close.

        This lets the peer receive all that was sent. Incoming data is discarded.
        """
        until, most = self._now() + _CLOSE_TIMEOUT, _MOST_BYTES
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)
            while most > 0 and (left := until - self._now()) > 0:
                if not select.select([self.socket], [], [], left)[0]:
                    break
                data = self.socket.recv(_READ_SIZE)
                most = most - len(data) if data else 0
        self.close()

    def close(self) -> None:
        """Close at once."""
        self.socket.close()


class Listener:
    """A listening socket that accepts one caller at a time. Raises ConnectionFailed if the address cannot be used.

    ``port`` is the number of the port on which it listens, and ``place`` its address with that port as text.
    """

    def __init__(self, address: str = HERE, port: int = PORT) -> None:
        try:
            family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
            self.socket = socket.create_server((address, port), family=family, backlog=1)
        except (OSError, OverflowError, UnicodeError) as error:
            raise ConnectionFailed(
                f"I cannot wait for calls on {endpoint_text(address, port)}: {_reason(error)}."
            ) from None
        self.port: int = self.socket.getsockname()[1]
        self.place = endpoint_text(address, self.port)

    def accept(self, patience: float) -> DxpConnection | None:
        """Return the connection of the next caller.

        Return None if nobody calls within ``patience`` seconds, if the caller has hung up already, or after ``close``.
        """
        try:
            is_called = select.select([self.socket], [], [], None if math.isinf(patience) else patience)[0]
            return DxpConnection(self.socket.accept()[0]) if is_called else None
        except (OSError, ValueError):  # the caller hung up before the call was accepted, or this has been closed
            return None

    def close(self) -> None:
        """Stop listening, also if a thread waits for a caller."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def call(address: str, port: int = PORT, patience: float = 10.0) -> DxpConnection:
    """Connect to a listening program. ``patience`` is the timeout in seconds. Raises ConnectionFailed."""
    try:
        return DxpConnection(socket.create_connection((address, port), patience))
    except (OSError, OverflowError, UnicodeError) as error:
        raise ConnectionFailed(f"Nobody answers on {endpoint_text(address, port)}: {_reason(error)}.") from None


def endpoint_text(address: str, port: int) -> str:
    """Return an address and a port as text."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _keep_alive(connected: socket.socket) -> None:
    """Enable TCP keepalive, so that a dead peer is detected within a minute, and send messages without delay.

    Options that the system does not have are left out.
    """
    if connected.family not in (socket.AF_INET, socket.AF_INET6):
        return
    with suppress(OSError):
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for name, value in _ALIVE.items():
            if hasattr(socket, name):
                connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
