"""The address of a remote game."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Modem:
    """An address and a port. ``calls``: we connect to it; otherwise we listen there."""

    calls: bool
    address: str
    port: int
