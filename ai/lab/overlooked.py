"""The shots that each level overlooks, measured on games that it plays against itself.

A move that loses a man or more against the best one allows a shot, or misses one. Its length is the shortest view (see
``ai.horizon``) from which on it looks worse. A position in which a move allows a shot of some length is a *chance to
err*; a player who plays such a move has overlooked the shot.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from ai.engine import Engine, Limits, never
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.horizon import MAN, Onlooker
from ai.levels import LEVELS, MoveRequest
from ai.openings.ballots import random_plies
from ai.opponent import Opponent
from ai.search.options import SMALL_TABLE, SearchOptions
from engine.game import Game
from engine.position import Move, Position
from engine.rules import Rules

VIEWS: Final = ("capture", "reply", "recapture", "3 plies", "5 plies", "7 plies", "9 plies")
_LIMITS: Final = Limits(nodes=50_000)
_OPENING_PLIES: Final = 3


class Overlooked(NamedTuple):
    """The chances to err of a player, and how many of them he took, by the views of ``VIEWS``."""

    chances: tuple[int, ...]
    errors: tuple[int, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of the chances to err that were taken, by view; 0 without a chance."""
        return tuple(errors / max(1, chances) for errors, chances in zip(self.errors, self.chances, strict=True))


def chances_of(onlooker: Onlooker, positions: Sequence[Position], move: Move) -> Iterator[tuple[int, bool]]:
    """Yield the lengths of the shots that moves in the last position allow, and True for that of ``move``.

    ``positions`` begin after the last irreversible move.
    """
    views = [
        {each: view.material for each, view in known.items()}
        for known in islice(onlooker.views(positions, _LIMITS, never), len(VIEWS))
    ]
    lengths = {each: _length(each, views) for each in views[0]}
    for length in sorted({each for each in lengths.values() if each is not None}):
        yield length, lengths[move] == length


def _length(move: Move, views: Sequence[Mapping[Move, int]]) -> int | None:
    """Return the first view from which on a move is worse than the best by a man; None if it is not in the last."""
    length = None
    for number in range(len(views) - 1, -1, -1):
        if max(views[number].values()) - views[number].get(move, 0) < MAN:
            break
        length = number
    return length


def overlooked(rules: Rules, level: int, games: int, seed: int) -> Overlooked:
    """Let a level play against itself, and return what it overlooked. Only moves with a choice count."""
    onlooker = Onlooker(Engine(rules, SearchOptions(megabytes=SMALL_TABLE)), Evaluator(trained_evaluation(rules)))
    chances, errors = [0] * len(VIEWS), [0] * len(VIEWS)
    for number in range(games):
        rng, game, opponent = Random(f"{seed} {number}"), Game(rules), Opponent()
        random_plies(game, _OPENING_PLIES, rng)
        while game.outcome is None:
            move = opponent.choose_move(MoveRequest(game, LEVELS[level], rng), never).move
            if len(game.legal_moves()) > 1:
                for length, is_error in chances_of(onlooker, game.positions_since_progress(), move):
                    chances[length] += 1
                    errors[length] += is_error
            game.play(move)
    return Overlooked(tuple(chances), tuple(errors))
