"""Making the trained patterns: games of the program against itself, and a regression on what stood in them."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.patterns import Patterns, fit
from ai.evaluation.weights import weights_for
from ai.search.options import SearchOptions
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.native_types import append, i64, vec
from engine.position import Position
from engine.rules import Rules

# Scores and windows are in hundredths of a man, lengths in plies.
_LONGEST_GAME: Final = 160
_WON_SCORE: Final = 400  # a lead that stays so large is a win
_WON_PLIES: Final = 4
_DRAWN_SCORE: Final = 10  # scores that stay so small late in a game are a draw
_DRAWN_PLIES: Final = 10
_DRAWN_FROM_PLY: Final = 90
_BALANCED: Final = 150  # an opening with a larger first score is thrown away
_EXPLORATION: Final = 0.1  # the share of moves that are drawn from the MultiPV window
_MULTIPV_WINDOW: Final = 30
_SCALES: Final = tuple(range(30, 240, 10))  # hundredths of a man for odds of e to 1, to choose from
_TRUST_IN_RESULT: Final = 0.75
_LEARNING_RATE: Final = 1.0
_WEIGHT_DECAY: Final = 0.0004


class Sample(NamedTuple):
    """A quiet position, what the search said of it and how its game ended: 1 for Black, 0 for White, 0.5 drawn."""

    position: Position
    score: int
    result: float


@cache
def _engine(rules: Rules) -> Engine:
    return Engine(rules, replace(SearchOptions(), megabytes=2), tables=tables_for(rules))


def self_play(rules: Rules, seed: int, nodes: int) -> list[Sample]:
    """The samples of one game from a random opening; none where the opening was not balanced.

    Where the endgame tables that come with the program know the result, the game ends with it.
    """
    rng = random.Random(seed)
    game = Game(rules)
    opening = rng.randint(4, 12)
    while game.ply < opening and game.outcome is None:
        game.play(rng.choice(game.legal_moves()))
    engine, limits = _engine(rules), Limits(nodes=nodes, multipv_window=_MULTIPV_WINDOW)
    engine.new_game()
    generator = MoveGenerator(rules)
    found: list[tuple[Position, int]] = []
    won = drawn = 0  # plies in a row
    is_first = True
    while game.outcome is None and game.ply < _LONGEST_GAME:
        exact = engine.exact_value(game.position)
        if exact is not None:
            result = (1 + (exact.outcome if game.side == BLACK else -exact.outcome)) / 2
            return [Sample(*sample, result) for sample in found]
        info = engine.search(game.positions_since_progress(), limits)
        if not info.nodes:
            game.play(info.move)
            continue
        score = info.score if game.side == BLACK else -info.score
        if is_first and abs(score) > _BALANCED:
            return []
        is_first = False
        if not (generator.can_capture(game.position) or generator.can_capture(game.position.passed())):
            found.append((game.position, score))
        won = won + 1 if abs(score) > _WON_SCORE else 0
        drawn = drawn + 1 if abs(score) < _DRAWN_SCORE and game.ply > _DRAWN_FROM_PLY else 0
        if won > _WON_PLIES:
            return [Sample(*sample, float(score > 0)) for sample in found]
        if drawn > _DRAWN_PLIES:
            break
        near = [root.move for root in info.roots if root.score > info.score - _MULTIPV_WINDOW]
        game.play(rng.choice(near) if rng.random() < _EXPLORATION else info.move)
    outcome = game.outcome
    winner = outcome.winner if outcome else None
    return [Sample(*sample, 0.5 if winner is None else float(winner == BLACK)) for sample in found]


def train(rules: Rules, samples: Sequence[Sample], epochs: int, report: Callable[[int, float], None]) -> list[int]:
    """The weight of every feature that explains the results best beside the named weights, by logistic regression.

    Every sample counts a second time turned half round with the colours swapped. ``report`` hears the number of each
    epoch, from 1, and its mean squared error.
    """
    geometry = rules.geometry
    patterns = Patterns(geometry)
    static = _static_scores(rules, samples)
    scale = _scale(static, samples)
    features = vec[i64]()
    scores = vec[float]()
    targets = vec[float]()
    for score, (position, searched, result) in zip(static, samples, strict=True):
        label = _TRUST_IN_RESULT * result + (1 - _TRUST_IN_RESULT) * _expected(searched, scale)
        men = position.black & ~position.kings, position.white & ~position.kings
        turned = geometry.half_turned(men[1]), geometry.half_turned(men[0])
        for (black, white), static_score, target in ((men, score, label), (turned, -score, 1 - label)):
            for feature in patterns.feature_indices(black, white):
                features = append(features, feature)
            scores = append(scores, float(static_score))
            targets = append(targets, target)
    weights = vec[float]([0.0] * (2 * len(patterns.weights)))
    for number in range(epochs):
        loss = fit(features, scores, targets, patterns.count, weights, scale, _LEARNING_RATE, _WEIGHT_DECAY)
        report(number + 1, loss)
    return [round(weights[index]) for index in range(len(patterns.weights))]


def _static_scores(rules: Rules, samples: Sequence[Sample]) -> list[int]:
    """What the named weights say of each sample, from Black's view."""
    evaluator = Evaluator(rules, weights_for(rules, {"patterns": 0}))
    scores = []
    for position, _, _ in samples:
        score = int(evaluator.evaluate(*position.words()))
        scores.append(score if position.side == BLACK else -score)
    return scores


def _scale(static: Sequence[int], samples: Sequence[Sample]) -> float:
    """How many hundredths of a man make odds of e to 1: what fits the results best."""

    some = list(zip(static, samples, strict=True))[::7]  # enough to tell the scales apart

    def error(scale: float) -> float:
        return sum((_expected(score, scale) - sample.result) ** 2 for score, sample in some)

    return float(min(_SCALES, key=error))


def _expected(score: int, scale: float) -> float:
    """The result a score promises."""
    return 1 / (1 + math.exp(-max(-2000, min(2000, score)) / scale))
