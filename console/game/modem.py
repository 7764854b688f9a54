"""How a game over a line is had: by calling an address, or by waiting there for a call."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Modem:
    """An address and a port; ``calls`` tells that it is called, else a call to it is waited for."""

    calls: bool
    address: str
    port: int
