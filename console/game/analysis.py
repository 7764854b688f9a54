"""A game looked back upon: the computer's opinion of every position, and the moves that threw the most away."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from engine.game import Game
from engine.geometry import BLACK
from engine.position import Move, Position

if TYPE_CHECKING:
    from ai.analyzer import Opinion

WON: Final = 20_000
"""A score beyond all material says that the game is decided."""
NOTABLE: Final = 40
BAD: Final = 90
_DECIDED: Final = 600


class Judging(Protocol):
    """What forms the opinions, as ``ai.judge.Judge`` does."""

    def judge(self, positions: Sequence[Position], stop: Callable[[], bool]) -> "Opinion":
        """The opinion of the last of the positions since the last progress."""


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


def opinions(game: Game, judge: Judging, stop: Callable[[], bool]) -> "Iterator[tuple[int, Opinion]]":
    """The opinion of each position with its ply, from the last back to the first: what is known helps what came before.

    Ends early when ``stop`` says so; an opinion formed under that hurry is not told.
    """
    game = game.copy()
    for ply in range(len(game.turns), -1, -1):
        game.go_to(ply)
        found = judge.judge(game.positions_since_progress(), stop)
        if stop():
            return
        yield ply, found


def score_for(side: int, opinion: "Opinion", position: Position) -> int:
    """An opinion's score from the view of a side."""
    return opinion.score if position.side == side else -opinion.score


def mistakes(game: Game, found: "Mapping[int, Opinion]", least: int = NOTABLE) -> list[Mistake]:
    """The moves that lost at least so many hundredths of a man, in the order in which they were made."""
    wrong = []
    for turn, played in enumerate(game.turns):
        if turn not in found or turn + 1 not in found:
            continue
        before, after = game.position_at(turn), played.after
        best = found[turn].line
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


def scores(game: Game, found: "Mapping[int, Opinion]", side: int = BLACK) -> list[int | None]:
    """The score of each ply from the view of one side, None where it is not known."""
    return [
        score_for(side, found[ply], game.position_at(ply)) if ply in found else None
        for ply in range(len(game.turns) + 1)
    ]


def _felt(score: int) -> int:
    """A score as it is felt: however much one is ahead or behind, it is no more than decided."""
    return max(-_DECIDED, min(score, _DECIDED))
