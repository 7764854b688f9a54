"""The static evaluation of a position without captures. Compiled by mypyc; also runs interpreted."""

from ai.evaluation.network import FEW_PIECES, PARTS, SUM_WORDS, Network
from ai.evaluation.patterns import Patterns
from ai.evaluation.trained_evaluation import Trained
from ai.score import EVALUATION_LIMIT
from engine.bits import count
from engine.geometry import WHITE
from engine.native_types import i64, vec


def phase_of(pieces: i64, kings: i64, squares: i64) -> i64:
    """Return the phase: 0 and 1 for men alone, 2 and 3 with kings.

    Phase 0: men on more than half of the squares. Phase 3: at most ``FEW_PIECES`` pieces. ``pieces`` and ``kings`` are
    masks, ``squares`` the number of squares of the board.
    """
    # mypyc makes objects of the literals of a conditional expression, so these are statements.
    if kings:
        if count(pieces) <= FEW_PIECES:
            return 3
        return 2
    if 2 * count(pieces) <= squares:
        return 1
    return 0


def draw_divisor(ahead: i64, behind: i64, kings: i64) -> i64:
    """Return the divisor of the score of at most ``FEW_PIECES`` pieces on a large board, where kings are hard to catch.

    In 1,000 games from such endings, two kings of the side behind nearly always drew. With one king each, two pieces
    more won half as often as their score says.
    """
    defenders = count(behind & kings)
    if defenders > 1:
        return 4
    if defenders and count(ahead & kings) == 1 and count(ahead) <= count(behind) + 2:
        return 2
    return 1


class Evaluator:
    """The static evaluation of one rule set, in centimen for the side to move. Threads must not share it."""

    def __init__(self, trained: Trained) -> None:
        self.patterns: Patterns = trained.patterns
        self.network: Network = trained.network
        self.squares: i64 = trained.network.squares
        self.kings_draw: bool = trained.kings_draw
        self.sums: vec[i64] = vec[i64]([0] * SUM_WORDS)

    def evaluate(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> i64:
        """Return the score of a position without captures, in centimen for the side to move."""
        phase = phase_of(own | opp, kings, self.squares)
        score = self.network.score(own, opp, kings, triples, side, phase, self.sums)
        if side == WHITE:
            score -= self.patterns.score(opp & ~kings, own & ~kings, phase)
        else:
            score += self.patterns.score(own & ~kings, opp & ~kings, phase)
        score = score // PARTS
        if self.kings_draw and phase == 3:
            ahead, behind = own, opp
            if score < 0:
                ahead, behind = opp, own
            score = score // draw_divisor(ahead, behind, kings)
        if score >= EVALUATION_LIMIT:
            return EVALUATION_LIMIT - 1
        if score <= -EVALUATION_LIMIT:
            return 1 - EVALUATION_LIMIT
        return score
