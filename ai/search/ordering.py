"""Move ordering. Compiled by mypyc; also runs interpreted.

Alpha-beta visits the fewest nodes if the best move comes first. The order is: the move of the transposition table;
captures, the largest first; the two steps that last refuted a node of the same ply (*killers*); steps that crown a man;
all other steps. The last two groups are sorted by how often the step refuted other nodes (the *history heuristic*,
Schaeffer 1983; :meth:`MoveOrdering.reward` adds the depth squared).
"""

from typing import Final

from ai.search.path import MAX_PLY, Node
from ai.search.transposition_table import NO_MOVE
from engine.bits import count
from engine.captures import STRIDE
from engine.native_types import i64, vec

_HISTORY_BITS: Final = 13
_HISTORY_MASK: Final = (1 << _HISTORY_BITS) - 1
_HISTORY_MIX: Final = 0x1B873593CC9E2D51
_HISTORY_LIMIT: Final = 1 << 20

# Bands of move scores. A step that crowns a man is above all history scores.
_TABLE_MOVE: Final = 1 << 40
_CAPTURE: Final = 1 << 30
_KILLER: Final = 1 << 28
_CROWNING: Final = _HISTORY_LIMIT
_TRIED: Final = -1  # below all scores
# The low bits of a score have the place of the successor, counted down. So one maximum finds the best move, the first
# of equal ones, without a branch that would be mispredicted.
_PLACE_BITS: Final = 15
_PLACES: Final = (1 << _PLACE_BITS) - 1


class MoveOrdering:
    """Scores the successors on a stack, picks them best first, and learns from refutations."""

    def __init__(self, stack: vec[i64]) -> None:
        self.stack: vec[i64] = stack
        self.scores: vec[i64] = vec[i64]([0] * (len(stack) // STRIDE))
        assert len(self.scores) <= _PLACES + 1
        self.history: vec[i64] = vec[i64]([0] * (2 << _HISTORY_BITS))
        self.killers: vec[i64] = vec[i64]([0] * (2 * MAX_PLY + 2))

    def score_moves(self, node: Node, table_move: i64) -> None:
        """Score each successor of a node. ``table_move`` is an index in the order of the generator, or NO_MOVE."""
        scores = self.scores
        at = node.base
        i = at // STRIDE
        stack = self.stack
        own = node.own
        opp = node.opp
        kings = node.kings
        steps = node.steps
        end = node.end
        first: i64 = -1
        if table_move != NO_MOVE:
            first = at + table_move * STRIDE
        killer = self.killers[2 * node.ply]
        second = self.killers[2 * node.ply + 1]
        while at < end:
            if at == first:
                score: i64 = _TABLE_MOVE
            elif at < steps:
                lost = opp & ~stack[at + 1]
                score = _CAPTURE + 4 * count(lost) + count(lost & kings)
            else:
                change = own ^ stack[at]
                if change == killer:
                    score = _KILLER + 1
                elif change == second:
                    score = _KILLER
                else:
                    score = self.history[_history_index(node.side, change)]
                    if stack[at + 2] & change and not kings & change:
                        score += _CROWNING
            scores[i] = (score << _PLACE_BITS) + _PLACES - i
            at += STRIDE
            i += 1

    def pick_move(self, node: Node) -> i64:
        """Mark the best untried successor as tried and return its offset on the stack; -1 if all are tried."""
        scores = self.scores
        highest: i64 = _TRIED
        for i in range(node.base // STRIDE, node.end // STRIDE):
            score = scores[i]
            if score > highest:
                highest = score
        if highest == _TRIED:
            return -1
        best = _PLACES - (highest & _PLACES)
        scores[best] = _TRIED
        return best * STRIDE

    def reward(self, node: Node, at: i64, depth: i64) -> None:
        """Update killers and history with the step at ``at``, which caused a beta cutoff."""
        change = node.own ^ self.stack[at]
        ply = node.ply
        if self.killers[2 * ply] != change:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = change
        if depth > 0:
            index = _history_index(node.side, change)
            value = self.history[index] + depth * depth
            if value >= _HISTORY_LIMIT:
                value = _HISTORY_LIMIT - 1
            self.history[index] = value

    def decay(self) -> None:
        """Divide history by eight and clear the killers, between two searches of a game."""
        history = self.history
        for i in range(i64(len(history))):
            history[i] = history[i] >> 3
        self.killers = vec[i64]([0] * len(self.killers))

    def clear(self) -> None:
        """Clear history and killers."""
        self.history = vec[i64]([0] * len(self.history))
        self.killers = vec[i64]([0] * len(self.killers))


def _history_index(side: i64, change: i64) -> i64:
    """Return the history index of a step, a hash of its two squares; steps may collide."""
    return ((change * _HISTORY_MIX) >> 40) & _HISTORY_MASK | (side << _HISTORY_BITS)
