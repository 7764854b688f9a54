"""What the search does beside plain alpha-beta."""

from dataclasses import dataclass, replace
from typing import Final

SMALL_TABLE: Final = 4  # megabytes
_FEW_NODES: Final = 100_000


@dataclass(frozen=True)
class Options:
    """Search features; each can be switched off to measure what it is worth.

    ``table`` and ``ordering`` never change a value. ``aspiration``, ``cut_margin`` and ``futility`` are margins in
    hundredths of a man, ``reductions`` is the percentage of the usual late move reductions, ``threats`` the plies
    searched beyond the horizon while a jump threatens; 0 is off. ``cut_depth`` is how many plies shallower the search
    is that ``cut_margin`` trusts, ``extensions`` searches the only capture of a position a ply deeper. ``megabytes``
    bounds the transposition table.
    """

    table: bool = True
    ordering: bool = True
    reductions: int = 140
    extensions: bool = False
    aspiration: int = 24
    threats: int = 1
    cut_margin: int = 40
    cut_depth: int = 4
    futility: int = 30
    megabytes: int = 64


EXACT_OPTIONS = Options(reductions=0, extensions=False, threats=0, cut_margin=0, futility=0)


def suited(options: Options, nodes: int) -> Options:
    """The options with a small table for a search of few nodes (0: of any number): it is emptied sooner."""
    return replace(options, megabytes=SMALL_TABLE) if 0 < nodes <= _FEW_NODES else options
