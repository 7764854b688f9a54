"""What the search does beside plain alpha-beta."""

from dataclasses import dataclass, replace
from typing import Final

SMALL_TABLE: Final = 4  # megabytes
_BYTES_A_NODE: Final = 32  # an entry takes half of it, and half of the table should stay free


@dataclass(frozen=True)
class Options:
    """Search features; each can be switched off to measure what it is worth.

    ``table``, ``ordering`` and its parts ``killers`` and ``history`` change no value of an exact search. ``aspiration``
    and ``futility`` are margins in hundredths of a man, ``reductions`` is the percentage of the usual late move
    reductions, ``threats`` the plies searched beyond the horizon while a jump threatens; 0 is off. ``extensions``
    searches the only capture of a position a ply deeper. ``megabytes`` bounds the transposition table.
    """

    table: bool = True
    ordering: bool = True
    killers: bool = True
    history: bool = True
    reductions: int = 180
    extensions: bool = False
    aspiration: int = 24
    threats: int = 1
    futility: int = 30
    megabytes: int = 64


EXACT_OPTIONS = Options(reductions=0, extensions=False, threats=0, futility=0)


def suited(options: Options, nodes: int) -> Options:
    """The options with no larger table than so many nodes (0: any number) can fill: it is emptied sooner."""
    if not nodes:
        return options
    megabytes = SMALL_TABLE
    while megabytes << 20 < nodes * _BYTES_A_NODE:
        megabytes *= 2
    return replace(options, megabytes=min(options.megabytes, megabytes))
