"""A connection to another program: DXP messages over TCP, each ended by a zero byte.

Source: mesander.nl/damexchange, "SOCKET protocol". The length and the rate of incoming data are limited, so that the
other side can neither fill the memory nor keep this program busy.
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

_AT_ONCE: Final = 1 << 12  # bytes
_RATE_SECONDS: Final = 10.0
_MOST_MESSAGES: Final = 200  # within these seconds: nobody types or plays faster
_MOST_BYTES: Final = _MOST_MESSAGES * (LONGEST_MESSAGE + 1)  # in the same time
_SEND_PATIENCE: Final = 10.0  # seconds until sent data must be accepted
_END: Final = b"\0"
_FAREWELL: Final = 1.0  # seconds until the last sent data must be accepted
# TCP keepalive: seconds of silence before the first probe, seconds between probes, and the number of probes.
_ALIVE: Final = {"TCP_KEEPIDLE": 20, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 4}


class ConnectionFailed(Exception):
    """A connection that cannot be made, was lost, or carries invalid data; the message is one sentence."""


class Recent:
    """Sums up what came within the last ten seconds; ``now`` returns the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._amounts: deque[tuple[float, int]] = deque()
        self._total = 0

    def add(self, amount: int = 1) -> None:
        """Add an amount that comes now."""
        self._amounts.append((self._now(), amount))
        self._total += amount

    @property
    def total(self) -> int:
        """The sum of the amounts of the last ten seconds."""
        while self._amounts and self._amounts[0][0] < self._now() - _RATE_SECONDS:
            self._total -= self._amounts.popleft()[1]
        return self._total


def split(data: bytes) -> tuple[list[Message], bytes]:
    """Return the messages in a stream of bytes, and the rest, which is less than a message.

    Raises ConnectionFailed if a message is invalid or too long.
    """
    *whole, rest = data.split(_END)
    if len(rest) > LONGEST_MESSAGE:
        raise ConnectionFailed(f"The other side sent more than {LONGEST_MESSAGE} bytes that are no message.")
    try:
        return [read_message(piece.decode("latin-1")) for piece in whole if piece], rest
    except ValueError as error:
        raise ConnectionFailed(f"The other side sent what nobody can read: {error}.") from None


class DxpConnection:
    """An open connection, which its owner must close; ``now`` returns the time in seconds.

    One thread may ``wait`` while another sends and receives.
    """

    def __init__(self, connected: socket.socket, now: Callable[[], float] = time.monotonic) -> None:
        self._socket = connected
        self._socket.setblocking(False)
        self._now = now
        self._rest = b""
        self._waiting: deque[Message] = deque()
        self._messages = Recent(now)
        self._bytes = Recent(now)
        self._lost: ConnectionFailed | None = None
        self._reading = Lock()
        _keep_alive(connected)

    def send(self, message: Message) -> None:
        """Send a message. Raises ConnectionFailed if the other side is gone or no longer accepts data."""
        data = write_message(message).encode("ascii") + _END
        until = self._now() + _SEND_PATIENCE
        while data:
            try:
                data = data[self._socket.send(data) :]
            except BlockingIOError:
                left = until - self._now()
                if left <= 0 or not select.select([], [self._socket], [], left)[1]:
                    raise ConnectionFailed("The other side takes nothing any more.") from None
            except OSError:
                raise ConnectionFailed("The line is lost.") from None

    def receive(self, patience: float) -> Message | None:
        """Return the next message, or None if none is complete after ``patience`` seconds. Raises ConnectionFailed."""
        if not self.wait(patience):
            return None
        if self._waiting:
            return self._waiting.popleft()
        assert self._lost is not None
        raise self._lost

    def wait(self, patience: float) -> bool:
        """Return True if ``receive`` can return or raise at once; wait up to ``patience`` seconds for that."""
        until = self._now() + patience
        while not self._waiting and self._lost is None:
            left = max(0.0, until - self._now())
            try:
                if not select.select([self._socket], [], [], None if math.isinf(left) else left)[0]:
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
            data = self._socket.recv(_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            raise ConnectionFailed("The line is lost.") from None
        if not data:
            raise ConnectionFailed("The other side has hung up.")
        self._bytes.add(len(data))
        messages, self._rest = split(self._rest + data)
        self._messages.add(len(messages))
        for recent, most, unit in ((self._messages, _MOST_MESSAGES, "messages"), (self._bytes, _MOST_BYTES, "bytes")):
            if recent.total > most:
                raise ConnectionFailed(f"The other side sent more than {most} {unit} in {_RATE_SECONDS:g} seconds.")
        self._waiting.extend(messages)

    def close_gently(self) -> None:
        """Close when the other side has accepted what was sent, or after a second. Incoming data is discarded."""
        until, most = self._now() + _FAREWELL, _MOST_BYTES
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
            while most > 0 and (left := until - self._now()) > 0:
                if not select.select([self._socket], [], [], left)[0]:
                    break
                data = self._socket.recv(_AT_ONCE)
                most = most - len(data) if data else 0
        self.close()

    def close(self) -> None:
        """Close at once."""
        self._socket.close()


class Listener:
    """Waits for one caller at a time on an address of this machine. Raises ConnectionFailed if it cannot."""

    def __init__(self, address: str = HERE, port: int = PORT) -> None:
        try:
            family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
            self._socket = socket.create_server((address, port), family=family, backlog=1)
        except (OSError, OverflowError, UnicodeError) as error:
            raise ConnectionFailed(
                f"Nobody can be waited for on {endpoint_text(address, port)}: {_reason(error)}."
            ) from None
        self.port: int = self._socket.getsockname()[1]

    def accept(self, patience: float) -> DxpConnection | None:
        """Return the connection of the next caller, or None if nobody calls within ``patience`` seconds."""
        if not select.select([self._socket], [], [], None if math.isinf(patience) else patience)[0]:
            return None
        try:
            return DxpConnection(self._socket.accept()[0])
        except OSError:  # the caller hung up before the call was accepted
            return None

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()


def call(address: str, port: int = PORT, patience: float = 10.0) -> DxpConnection:
    """Connect to a program that waits for a call. Raises ConnectionFailed."""
    try:
        return DxpConnection(socket.create_connection((address, port), patience))
    except (OSError, OverflowError, UnicodeError) as error:
        raise ConnectionFailed(f"Nobody answers on {endpoint_text(address, port)}: {_reason(error)}.") from None


def endpoint_text(address: str, port: int) -> str:
    """Return an address and a port as they are written together."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _keep_alive(connected: socket.socket) -> None:
    """Enable TCP keepalive, as far as the system supports it, so that a dead peer is noticed within a minute."""
    if connected.family not in (socket.AF_INET, socket.AF_INET6):
        return
    with suppress(OSError):
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for name, value in _ALIVE.items():
            if hasattr(socket, name):
                connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
