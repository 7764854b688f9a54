"""The moves that people play: a softmax of the features of a move, with weights fitted to the games of rated people.

``policy.txt`` has the weights by rule set and rating, and says where they come from.
"""

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from ai.engine import Engine, Limits
from ai.features import FEATURES, Scene
from ai.levels import ALL_MOVES, Level
from ai.search.options import SMALL_TABLE, SearchOptions
from engine.entries import read_entries
from engine.game import Game
from engine.position import Move
from engine.rules import Rules

FILE: Final = Path(__file__).with_name("policy.txt")
GROUPS: Final = ("american", "brazilian", "czech", "russian", "international")
RATINGS: Final = (1650, 2200)
"""The ratings that the weights are for. Between them they change in proportion, outside they stay."""
_LOSING: Final = ("cost", "rank", "same_man", "far_from_own", "back", "beside_last", "near_last")
"""The features that mean the same in a losing game."""


def group(rules: Rules) -> str:
    """Return the group of rule sets that share weights: those with people's games, and what is most like each."""
    if rules.geometry.size > 8:
        return "international"
    if rules.name in GROUPS:
        return rules.name
    return "american" if not rules.kings_fly else "russian" if rules.men_capture_back else "czech"


def share_of(rating: int) -> float:
    """Return the share of the weights for the higher rating, from 0 to 1."""
    low, high = RATINGS
    return min(1.0, max(0.0, (rating - low) / (high - low)))


@cache
def weights(rules: Rules, rating: int) -> dict[str, float]:
    """Return the weights of the features for people with a rating."""
    entries, share = read_entries(FILE.read_text("ascii")), share_of(rating)
    low, high = (entries[f"{group(rules)} {each}"] for each in RATINGS)
    known = _LOSING if rules.losing else FEATURES
    return {name: (1 - share) * float(low[name]) + share * float(high[name]) for name in known}


def glance(engine: Engine, game: Game) -> dict[Move, int]:
    """Return the legal moves with the scores that the weights were fitted to: a search of two plies, in centimen."""
    engine.new_game()
    limits = Limits(depth=2, multipv_window=ALL_MOVES)
    return {root.move: root.score for root in engine.analyze(game.positions_since_progress(), limits).roots}


def weights_at(rules: Rules, level: Level) -> dict[str, float]:
    """Return the weights of the features at a level, its habit included; none for a level without both."""
    own = weights(rules, level.rating) if level.policy_temperature else {}
    found = {name: weight / level.policy_temperature for name, weight in own.items()}
    for name, more in level.habit:
        found[name] = found.get(name, 0) + more
    return found


def likes(game: Game, scores: Mapping[Move, int], weighed: Mapping[str, float]) -> list[float]:
    """Return how much each move is liked: one that is liked by 1 more is played e times more often.

    ``scores`` has the moves, in centimen, by a search of a few plies; ``weighed`` the weights of the features.
    """
    if not weighed:
        return [0.0] * len(scores)
    scene = Scene(game, scores)
    return [sum(weight * FEATURES[name](scene, move) for name, weight in weighed.items()) for move in scores]


def liked(game: Game, rating: int) -> dict[Move, float]:
    """Return how much people with a rating like each legal move, as ``likes`` counts it."""
    scores = glance(Engine(game.rules, SearchOptions(megabytes=SMALL_TABLE), game.jumping), game)
    return dict(zip(scores, likes(game, scores, weights(game.rules, rating)), strict=True))


def shares(game: Game, rating: int) -> list[tuple[Move, float]]:
    """Return how often people with a rating play each legal move, the most frequent first."""
    odds = {move: math.exp(like) for move, like in liked(game, rating).items()}
    return sorted(((move, each / sum(odds.values())) for move, each in odds.items()), key=lambda pair: -pair[1])
