"""The analysis of a game: the computer's score of every position, and the moves that threw the most away."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from ai.score import ExactValue
from console.game.proving import Prover
from engine.game import Game
from engine.geometry import BLACK
from engine.position import Move, Position

if TYPE_CHECKING:
    from ai.engine import ExactMove, SearchInfo

NOTABLE: Final = 40
BAD: Final = 90
_MOST_FELT: Final = 600
_NOTHING_EXACT: Final[Mapping[int, "Sequence[ExactMove]"]] = {}


class PositionAnalyzer(Protocol):
    """What scores the positions, as ``ai.analyzer.Analyzer`` does."""

    def analyze(self, positions: Sequence[Position], stop: Callable[[], bool]) -> "SearchInfo":
        """What there is to say of the last of the positions since the last progress."""


@dataclass(frozen=True)
class Mistake:
    """A move that made its side's score worse; ``turn`` counts from 0 and ``better`` is the line it should have begun.

    ``before`` and ``after`` are scores in hundredths of a man from the view of its side, ``loss`` what lies between
    them as far as it matters: between two lost positions nothing does. ``had`` is what the side could have reached if
    that is known exactly.
    """

    turn: int
    move: Move
    side: int
    before: int
    after: int
    loss: int
    better: tuple[Move, ...]
    had: ExactValue | None = None


def analyze_game(
    game: Game, analyzer: PositionAnalyzer, stop: Callable[[], bool]
) -> "Iterator[tuple[int, SearchInfo]]":
    """Each position's ply with its analysis, from the last back to the first: what is known helps what came before.

    Ends early when ``stop`` says so; what was found of a position by then is not told.
    """
    game = game.copy()
    for ply in range(len(game.turns), -1, -1):
        game.go_to(ply)
        found = analyzer.analyze(game.positions_since_progress(), stop)
        if stop():
            return
        yield ply, found


def exact_moves(game: Game, prover: Prover) -> "dict[int, list[ExactMove]]":
    """By ply what each move was worth, the best first, where the tables know it."""
    known = ((ply, prover.exact_moves(game.position_at(ply))) for ply in range(len(game.turns) + 1))
    return {ply: moves for ply, moves in known if moves}


def score_for(side: int, info: "SearchInfo", position: Position) -> int:
    """The score of a position from the view of a side."""
    return info.score if position.side == side else -info.score


def mistakes(
    game: Game,
    found: "Mapping[int, SearchInfo]",
    exact: "Mapping[int, Sequence[ExactMove]]" = _NOTHING_EXACT,
    least: int = NOTABLE,
) -> list[Mistake]:
    """The moves that lost at least so many hundredths of a man, in the order in which they were made.

    Where ``exact`` knows what a position and the move made in it were worth, only a win or a draw can be lost.
    """
    wrong: list[Mistake] = []
    for turn, played in enumerate(game.turns):
        values = {each.move.after: each.value for each in exact.get(turn, ())}
        if played.huffed is None and played.move.after in values:
            wrong += _exact_mistake(game, turn, exact[turn], values[played.move.after], found.get(turn))
            continue
        if turn not in found or turn + 1 not in found:
            continue
        before, after = game.position_at(turn), played.after
        best = found[turn].pv
        if not best or (best[0].after == played.move.after and played.huffed is None):
            continue
        was, became = (
            score_for(before.side, found[turn], before),
            score_for(before.side, found[turn + 1], after),
        )
        loss = _felt(was) - _felt(became)
        if loss >= least:
            wrong.append(Mistake(turn, played.move, before.side, was, became, loss, best))
    return wrong


def _exact_mistake(
    game: Game, turn: int, moves: "Sequence[ExactMove]", worth: ExactValue, info: "SearchInfo | None"
) -> Iterator[Mistake]:
    """The mistake of a move of such ``worth`` among moves of known worth, the best first, if it is one."""
    best = moves[0]
    if worth.outcome == best.value.outcome:
        return
    kept = {each.move.after for each in moves if each.value.outcome == best.value.outcome}
    line = info.pv if info is not None and info.pv and info.pv[0].after in kept else (best.move,)
    was, became = best.value.score, worth.score
    loss = _felt(was) - _felt(became)
    yield Mistake(turn, game.turns[turn].move, game.position_at(turn).side, was, became, loss, line, best.value)


def worst(wrong: Sequence[Mistake], most: int) -> list[Mistake]:
    """The gravest of some mistakes, the gravest first."""
    return sorted(wrong, key=lambda mistake: (-mistake.loss, mistake.turn))[:most]


def scores(
    game: Game,
    found: "Mapping[int, SearchInfo]",
    side: int = BLACK,
    exact: "Mapping[int, Sequence[ExactMove]]" = _NOTHING_EXACT,
) -> list[int | None]:
    """The score of each ply from the view of one side, None where it is not known."""
    known: list[int | None] = []
    for ply in range(len(game.turns) + 1):
        position = game.position_at(ply)
        if ply in exact:
            score = exact[ply][0].value.score
            known.append(score if position.side == side else -score)
        else:
            known.append(score_for(side, found[ply], position) if ply in found else None)
    return known


def _felt(score: int) -> int:
    """A score as far as it matters: beyond so much, being further ahead or behind changes nothing."""
    return max(-_MOST_FELT, min(score, _MOST_FELT))
