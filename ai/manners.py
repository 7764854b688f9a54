"""The manners of the computer at the end of a game: when it resigns, offers a draw, or accepts one."""

import math
from collections.abc import Sequence
from enum import Enum
from itertools import takewhile
from typing import Final

from ai.engine import SearchInfo
from ai.expectation import expected
from ai.levels import Level, pieces_of
from engine.draws import idle_plies
from engine.game import Game


class Gesture(Enum):
    """A way to end a game that is not played out, with the plies before it is repeated if the player declines."""

    RESIGN = math.inf
    OFFER_DRAW = 40


class DrawAnswer(Enum):
    """An answer to an offer of a draw. GIFT: the other side is better, or has more pieces."""

    DECLINED = "declining"
    EVEN = "accepting"
    GIFT = "gift"

    @property
    def agreed(self) -> bool:
        """True if the draw is accepted."""
        return self is not DrawAnswer.DECLINED


# From level 1 on: it resigns if it has expected at most so much in each of so many last moves of its own. With 0 moves
# it plays to the end: a beginner shall see how a game is won.
_PATIENCE: Final = ((0, 0), (0, 0), *[(6, 0.001)] * 2, *[(5, 0.003)] * 2, *[(4, 0.01)] * 3)
# A losing game is lost at a stroke: levels 3 to 6 see it at their last move or two, the others hardly sooner.
_PATIENCE_IN_LOSING: Final = ((0, 0), (0, 0), *[(1, 0.001)] * 4, *[(2, 0.001)] * 3)
_SOONEST: Final = 20  # plies of the game, this move included, before the computer may offer a draw, as the player may
_DRAWN: Final = 6  # own moves in a row that the tables call drawn
# The least expected result, and the plies without progress after which a draw is then offered. The first line that fits
# counts.
_QUIET: Final = ((0.4, 16), (0.05, 30))
# With few pieces, so many plies fewer than those without a capture count as plies without progress, too.
_FEW: Final = 6
_MEN_MOVE: Final = 20
_EQUAL: Final = 0.6  # the most that the computer expects in a position in which it offers or accepts a draw


def gesture(game: Game, found: Sequence[SearchInfo], level: Level) -> Gesture | None:
    """Return how the computer ends the game in the current position, in which it is to move, or None.

    ``found`` are its searches at its moves in this game so far, the one for this move last. Moves that it did not
    search, such as book moves and forced moves, do not count.
    """
    judged = [info for info in found if info.roots and not info.is_from_book]
    hopes = [expected(info.score, game.rules) for info in judged]
    moves, hope = (_PATIENCE_IN_LOSING if game.rules.losing else _PATIENCE)[level.number - 1]
    if moves and len(hopes) >= moves and max(hopes[-moves:]) <= hope:
        return Gesture.RESIGN
    if not judged or game.ply + 1 < _SOONEST or hopes[-1] > _EQUAL:
        return None
    tail = judged[-_DRAWN:]  # without nodes and with score 0: a draw by the tables
    if len(tail) == _DRAWN and not any(info.nodes or info.score for info in tail):
        return Gesture.OFFER_DRAW
    quiet = idle_plies(game.positions_since_progress())
    if pieces_of(game.position) <= _FEW:
        calm = list(takewhile(lambda turn: not turn.move.captured, reversed(game.turns[: game.ply])))
        quiet = max(quiet, len(calm) - _MEN_MOVE)
    patience = next((plies for hope, plies in _QUIET if hopes[-1] >= hope), None)
    return Gesture.OFFER_DRAW if patience is not None and quiet >= patience else None


def answer_draw(game: Game, side: int, score: int) -> DrawAnswer:
    """Return the answer of ``side``, which has this score, to the offer of a draw: it accepts unless it is better."""
    hope = expected(score, game.rules)
    if hope > _EQUAL:
        return DrawAnswer.DECLINED
    own, theirs = (game.position.of(each).bit_count() for each in (side, 1 - side))
    is_down = own < theirs and not game.rules.losing
    return DrawAnswer.GIFT if is_down or hope < 1 - _EQUAL else DrawAnswer.EVEN
