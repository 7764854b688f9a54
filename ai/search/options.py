"""Options: the features of the search beyond plain alpha-beta."""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from engine.rules import AMERICAN, Rules

SMALL_TABLE: Final = 1  # megabytes
_BYTES_A_NODE: Final = 16  # the size of an entry: a larger table saves fewer nodes than its cache misses cost
_NODES_A_SECOND: Final = 2_500_000  # about


@dataclass(frozen=True)
class SearchOptions:
    """The features of the search. Each can be switched off to measure its strength.

    ``table``, the transposition table of at most ``megabytes``, does not change the value of an exact search. The
    following options do change the value, and are switched off by 0 or False. Some rule sets do without some of them
    (``suited``):

    - ``late_move_reductions``: percentage of the logarithmic formula
    - ``reverse_futility``: margin in centimen for each ply of depth
    - ``razoring``: margin in centimen for each ply of depth
    - ``aspiration_window``: half of the width of the first window, in centimen
    - ``prob_cut``: margin of ProbCut in centimen: how far outside the window a shallow search must be to cut off
    - ``prob_cut_growth``: the shallow search of ProbCut is shallower by one ply for each so many plies of depth
    - ``threat_extension``: plies by which quiescence search is extended while a jump threatens
    - ``one_reply_extension``: the largest depth at which an only capture is searched one ply deeper
    - ``offer_extension``: plies by which a step that the other side must answer with a capture is reduced less
    - ``only_reply``: the largest reduction in plies of a step that leaves the other side an only capture
    - ``reply_guard``: the least depth at which ProbCut is not tried after an only capture
    """

    table: bool = True
    late_move_reductions: int = 180
    one_reply_extension: int = 99
    offer_extension: int = 2
    only_reply: int = 2
    reply_guard: int = 8
    aspiration_window: int = 24
    threat_extension: int = 1
    reverse_futility: int = 30
    razoring: int = 60
    prob_cut: int = 30
    prob_cut_growth: int = 3
    megabytes: int = 64


# The largest value of each option that is a number.
LARGEST: Final = {
    "late_move_reductions": 1000,
    "one_reply_extension": 99,
    "offer_extension": 8,
    "only_reply": 99,
    "reply_guard": 99,
    "aspiration_window": 1000,
    "threat_extension": 8,
    "reverse_futility": 1000,
    "razoring": 1000,
    "prob_cut": 1000,
    "prob_cut_growth": 1000,
    "megabytes": 4096,
}
# For searches of some 100,000 nodes that a person asks for. ProbCut overlooks wins by sacrifices.
ANALYSIS_OPTIONS = SearchOptions(megabytes=16, prob_cut=0)
# Razoring overlooks such wins, too, and a proof must find them.
PROVING_OPTIONS = replace(ANALYSIS_OPTIONS, razoring=0)


def suited(options: SearchOptions, rules: Rules) -> SearchOptions:
    """Return the options without those that weaken the search of a rule set.

    With flying kings a side far behind often finds a sacrifice that wins a king: razoring overlooks it, and so does a
    ProbCut that grows. In losing games a side far behind can give away the rest, and any ProbCut overlooks that. There
    a jump is no threat. What threatens is a step that offers a piece, and an only capture; in other games these are not
    worth a ply. On a large board most shots are several offers, each answered by an only capture: there, except in
    killer, an only capture is worth a ply near the horizon, the offer is reduced less, and ProbCut does not follow.
    """
    has_long_shots = rules.size > AMERICAN.size and rules.landing != "behind a last king" and not rules.losing
    if not has_long_shots:
        options = replace(options, only_reply=0, reply_guard=0)
    if rules.losing:
        return replace(options, razoring=0, prob_cut=0, threat_extension=0)
    one_reply = min(options.one_reply_extension, 2 if has_long_shots else 0)
    options = replace(options, one_reply_extension=one_reply, offer_extension=0)
    return replace(options, razoring=0, prob_cut_growth=0) if rules.kings_fly else options


def fit_hash_size(options: SearchOptions, nodes: int, seconds: float = 0.0) -> SearchOptions:
    """Return the options with a table no larger than a search of ``nodes`` or ``seconds`` can fill (0: no limit).

    A small table stays in the processor's caches.
    """
    most = min((limit for limit in (nodes, seconds * _NODES_A_SECOND) if limit), default=inf)
    megabytes = SMALL_TABLE
    while megabytes < options.megabytes and megabytes << 20 < most * _BYTES_A_NODE:
        megabytes *= 2
    return replace(options, megabytes=min(options.megabytes, megabytes))
