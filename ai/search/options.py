"""What the search does beside plain alpha-beta."""

from dataclasses import dataclass, replace
from typing import Final

SMALL_TABLE: Final = 4  # megabytes
_BYTES_A_NODE: Final = 32  # an entry takes half of it, and half of the table should stay free
_NODES_A_SECOND: Final = 2_500_000  # about


@dataclass(frozen=True)
class SearchOptions:
    """Search features; each can be switched off to measure what it is worth.

    ``table`` (the transposition table, of at most so many ``megabytes``), ``ordering`` (move ordering) and its parts
    ``killers`` and ``history`` change no value of an exact search. The others do, and are off at 0:
    ``late_move_reductions`` is the percentage of the usual ones, ``reverse_futility`` the margin of that pruning for
    each ply of depth, ``aspiration_window`` half the window's first width, both in hundredths of a man;
    ``prob_cut`` is how far outside the window a shallower search must stand to take the place of a deeper one;
    ``threat_extension`` are the plies that quiescence search goes on while a jump threatens; ``one_reply_extension``
    searches the only capture of a position a ply deeper.
    """

    table: bool = True
    ordering: bool = True
    killers: bool = True
    history: bool = True
    late_move_reductions: int = 180
    one_reply_extension: bool = False
    aspiration_window: int = 24
    threat_extension: int = 1
    reverse_futility: int = 30
    prob_cut: int = 30
    megabytes: int = 64


EXACT_OPTIONS = SearchOptions(
    late_move_reductions=0, one_reply_extension=False, threat_extension=0, reverse_futility=0, prob_cut=0
)
# Proofs look for wins by sacrifices as well, and those are what ProbCut cuts off.
PROVING_OPTIONS = SearchOptions(prob_cut=0)


def fit_hash_size(options: SearchOptions, nodes: int, seconds: float = 0.0) -> SearchOptions:
    """The options with no larger table than a search of so many nodes or seconds can fill (0: without that limit).

    A small one stays in the processor's caches, and is emptied sooner.
    """
    limits = [limit for limit in (nodes, seconds * _NODES_A_SECOND) if limit]
    if not limits:
        return options
    megabytes = SMALL_TABLE
    while megabytes << 20 < min(limits) * _BYTES_A_NODE:
        megabytes *= 2
    return replace(options, megabytes=min(options.megabytes, megabytes))
