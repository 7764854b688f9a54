"""The analysis of a game: the score of every position, the mistakes, and where it was decided.

A move is measured by the expected result that it gives away (see ``ai.expectation``), from 0 to 1. So a large drop of
the score costs nothing in a game that is won or lost anyway.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from ai.expectation import cost, expected
from ai.openings.ballots import is_played
from ai.score import CERTAIN, ExactValue, is_decided
from engine.game import Game
from engine.geometry import BLACK, Side
from engine.position import Move, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.engine import ExactMove, SearchInfo, Stop
    from ai.proof import Prover

NOTABLE: Final = 0.15  # of the expected result, lost by a mistake
_SLIGHT: Final = 0.075  # of the expected result, lost by a move that is named if the loser made no mistake
BAD: Final = 0.3  # of the expected result, lost by a grave mistake
_DECIDED: Final = 0.97  # the expected result of a side that has as good as won
_WORST: Final = 3
_LEFT: Final = 6  # least number of plies after the game was decided that are worth a sentence
_SCORE_LIMIT: Final = 600  # centimen
_NO_EXACT_MOVES: Final[Mapping[int, "Sequence[ExactMove]"]] = {}


class PositionAnalyzer(Protocol):
    """An analyzer of positions, for example ``ai.analyzer.Analyzer``."""

    def analyze(self, positions: Sequence[Position], stop: "Stop") -> "SearchInfo":
        """Return the evaluation of the last of ``positions``, which are all positions since the last progress."""


@dataclass(frozen=True)
class Mistake:
    """A move that lowered the score of the mover. ``turn`` counts from 0. ``better`` is the best line instead.

    ``before`` and ``after`` are scores in centimen for ``side``, the mover. ``loss`` is the expected result that the
    move gave away. ``had`` is the exact value before the move, or None if it is unknown. ``reply`` is the best reply,
    None if there is none; ``allowed`` is its exact value, or None.
    """

    turn: int
    move: Move
    side: int
    before: int
    after: int
    loss: float
    better: tuple[Move, ...]
    had: ExactValue | None = None
    reply: Move | None = None
    allowed: ExactValue | None = None

    @property
    def centimen(self) -> int:
        """The difference of the scores. A lead beyond 600 centimen makes no difference."""
        was, became = (max(-_SCORE_LIMIT, min(score, _SCORE_LIMIT)) for score in (self.before, self.after))
        return was - became


def analyze_game(game: Game, analyzer: PositionAnalyzer, stop: "Stop") -> "Iterator[tuple[int, SearchInfo]]":
    """Yield each ply with its evaluation, from the last to the first: the analyzer can use scores of later positions.

    End early if ``stop`` returns True. Then leave out the position under analysis.
    """
    game = game.copy()
    for ply in range(len(game.turns), -1, -1):
        game.go_to(ply)
        found = None if stop() else analyzer.analyze(game.positions_since_progress(), stop)
        if found is None or stop():
            return
        yield ply, found


def exact_moves(game: Game, prover: "Prover") -> "dict[int, list[ExactMove]]":
    """Return, for each ply in the endgame tables, the exact values of all its moves, the best move first."""
    known = ((ply, prover.exact_moves(game.position_at(ply))) for ply in range(len(game.turns) + 1))
    return {ply: moves for ply, moves in known if moves}


def score_for(side: int, info: "SearchInfo", position: Position) -> int:
    """Return the score of a position in centimen for a side, as it is shown to a player."""
    return info.claim if position.side == side else -info.claim


def mistakes(
    game: Game, found: "Mapping[int, SearchInfo]", exact: "Mapping[int, Sequence[ExactMove]]" = _NO_EXACT_MOVES
) -> list[Mistake]:
    """Return the moves that gave away a notable part of the expected result, in the order of the game.

    Of a loser without such a move, return the one that gave away most.

    Before a move is called a mistake, it is searched again from the position before it, whose ``lines`` then have its
    score and the reply. The better of its two scores counts.

    A move with a value in ``exact`` that was not huffed is judged by its value alone: it is a mistake if it changes a
    win to a draw or loss, or a draw to a loss. A move that is played as an opening is only a mistake if it is grave.
    """
    wrong: list[Mistake] = []

    def add(mistake: Mistake) -> None:
        known, searched = exact.get(mistake.turn + 1), found.get(mistake.turn + 1)
        if known:
            mistake = replace(mistake, reply=known[0].move, allowed=known[0].value)
        elif mistake.reply is None and searched is not None and searched.pv:
            mistake = replace(mistake, reply=searched.move)
        wrong.append(mistake)

    for turn, played in enumerate(game.turns):
        values = {each.move.after: each.value for each in exact.get(turn, ())}
        if played.huffed is None and played.move.after in values:
            for mistake in _exact_mistake(game, turn, exact[turn], values[played.move.after], found.get(turn)):
                add(mistake)
            continue
        if turn not in found or turn + 1 not in found:
            continue
        before, after = game.position_at(turn), played.after
        best = found[turn].pv
        if not best or (best[0].after == played.move.after and played.huffed is None):
            continue
        was = score_for(before.side, found[turn], before)
        became, reply = score_for(before.side, found[turn + 1], after), None
        closer = next((line for line in found[turn].lines if line.pv[0].after == after), None)
        if closer is not None and not found[turn + 1].proved and closer.score > became:
            became, reply = closer.score, next(iter(closer.pv[1:]), None)
        loss = cost(was, became, game.rules)
        if loss >= BAD or (loss >= _SLIGHT and not is_played(game, turn + 1)):
            add(Mistake(turn, played.move, before.side, was, became, loss, best, reply=reply))
    loser = None if game.outcome is None or game.outcome.winner is None else 1 - game.outcome.winner
    gravest = worst([mistake for mistake in wrong if mistake.side == loser], 1)
    return [mistake for mistake in wrong if mistake.loss >= NOTABLE or mistake in gravest]


def _exact_mistake(
    game: Game, turn: int, moves: "Sequence[ExactMove]", worth: ExactValue, info: "SearchInfo | None"
) -> Iterator[Mistake]:
    """Yield a mistake if the outcome of ``worth``, the value of the move played, is worse than that of ``moves[0]``."""
    best = moves[0]
    if worth.outcome == best.value.outcome:
        return
    kept = {each.move.after for each in moves if each.value.outcome == best.value.outcome}
    line = info.pv if info is not None and info.pv and info.pv[0].after in kept else (best.move,)
    was, became = best.value.score, worth.score
    loss = cost(was, became, game.rules)
    yield Mistake(turn, game.turns[turn].move, game.position_at(turn).side, was, became, loss, line, best.value)


def worst(wrong: Sequence[Mistake], most: int, learner: Side | None = None) -> list[Mistake]:
    """Return the ``most`` gravest mistakes, in the order of the game. Those of ``learner`` are taken first."""
    theirs = None if learner is None else 1 - learner
    gravest = sorted(wrong, key=lambda mistake: (mistake.side == theirs, -mistake.loss, mistake.turn))[:most]
    return sorted(gravest, key=lambda mistake: mistake.turn)


def turning_points(wrong: Sequence[Mistake], learner: Side | None) -> list[Mistake]:
    """Return all mistakes of ``learner``, and the grave ones of both sides, in the order of the game.

    Without any, return the three gravest.
    """
    told = [mistake for mistake in wrong if mistake.side == learner or mistake.loss >= BAD]
    return told or worst(wrong, _WORST)


def scores(
    game: Game,
    found: "Mapping[int, SearchInfo]",
    side: int = BLACK,
    exact: "Mapping[int, Sequence[ExactMove]]" = _NO_EXACT_MOVES,
) -> list[int | None]:
    """Return the score of each ply in centimen for one side, None if unknown.

    Between two positions that are known to be won for a side, one that only seems to be won is won, too.
    """
    known: list[int | None] = []
    for ply in range(len(game.turns) + 1):
        own = exact[ply][0].value.score if ply in exact else found[ply].claim if ply in found else None
        known.append(own if own is None or game.position_at(ply).side == side else -own)
    for sign in (1, -1):
        _fill(known, sign, game.rules)
    return known


def _fill(known: list[int | None], sign: int, rules: Rules) -> None:
    """Replace scores that seem to be wins by wins, between two wins. ``sign`` is 1 for wins, -1 for losses."""
    last: int | None = None
    for ply, score in enumerate(known):
        if score is None or expected(sign * score, rules) < _DECIDED:
            last = None
        elif is_decided(score):
            if last is not None:
                known[last + 1 : ply] = [sign * CERTAIN] * (ply - last - 1)
            last = ply


def decided(game: Game, known: Sequence[int | None], side: int) -> tuple[int, int] | None:
    """Return the ply from which the game was as good as won to its end, and the winner's side; None if there is none.

    ``known`` has the scores for ``side`` by ply. Return None, too, if it was decided only shortly before its end.
    """
    end = known[-1]
    leader = None if end is None else side if end > 0 else 1 - side
    winner = leader if game.outcome is None else game.outcome.winner
    if winner is None:
        return None
    sign, first = 1 if winner == side else -1, len(known)
    while first and (score := known[first - 1]) is not None and expected(sign * score, game.rules) >= _DECIDED:
        first -= 1
    return (first, winner) if len(known) - 1 - first >= _LEFT else None
