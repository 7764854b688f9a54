"""The analysis of a game: the computer's score of every position, and the moves that threw the most away."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from engine.game import Game
from engine.geometry import BLACK
from engine.position import Move, Position

if TYPE_CHECKING:
    from ai.engine import SearchInfo

NOTABLE: Final = 40
BAD: Final = 90
_MOST_FELT: Final = 600


class PositionAnalyzer(Protocol):
    """What scores the positions, as ``ai.analyzer.Analyzer`` does."""

    def analyze(self, positions: Sequence[Position], stop: Callable[[], bool]) -> "SearchInfo":
        """What there is to say of the last of the positions since the last progress."""


@dataclass(frozen=True)
class Mistake:
    """A move that made its side's score worse; ``turn`` counts from 0 and ``better`` is the line it should have begun.

    ``before`` and ``after`` are scores in hundredths of a man from the view of its side, ``loss`` what lies between
    them as far as it matters: between two lost positions nothing does.
    """

    turn: int
    move: Move
    side: int
    before: int
    after: int
    loss: int
    better: tuple[Move, ...]


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


def score_for(side: int, info: "SearchInfo", position: Position) -> int:
    """The score of a position from the view of a side."""
    return info.score if position.side == side else -info.score


def mistakes(game: Game, found: "Mapping[int, SearchInfo]", least: int = NOTABLE) -> list[Mistake]:
    """The moves that lost at least so many hundredths of a man, in the order in which they were made."""
    wrong = []
    for turn, played in enumerate(game.turns):
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


def worst(wrong: Sequence[Mistake], most: int) -> list[Mistake]:
    """The gravest of some mistakes, the gravest first."""
    return sorted(wrong, key=lambda mistake: (-mistake.loss, mistake.turn))[:most]


def scores(game: Game, found: "Mapping[int, SearchInfo]", side: int = BLACK) -> list[int | None]:
    """The score of each ply from the view of one side, None where it is not known."""
    return [
        score_for(side, found[ply], game.position_at(ply)) if ply in found else None
        for ply in range(len(game.turns) + 1)
    ]


def _felt(score: int) -> int:
    """A score as far as it matters: beyond so much, being further ahead or behind changes nothing."""
    return max(-_MOST_FELT, min(score, _MOST_FELT))
