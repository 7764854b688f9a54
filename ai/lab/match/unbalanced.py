"""Unbalanced openings: one side is better, but it is open whether it wins. From such openings few games are drawn.

A rule set with ballots begins with an eleven-man ballot: each side lacks one man of its front two rows. Random plies
follow. An opening is used if the men are level, neither side can capture, a search gives one side an advantage in a
window of scores, and two quick games from it end differently: such an opening is not decided before it is played.

Source: the eleven-man ballot of N. Banks removes a man from the squares 5 to 12 and a man from 21 to 28.
"""

from functools import lru_cache
from random import Random
from typing import Final

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.openings.ballots import random_plies
from ai.openings.names import has_ballots
from ai.search.options import SMALL_TABLE, SearchOptions
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, Jumping, Rules

_LIMITS: Final = Limits(nodes=20_000)
_QUICK: Final = Limits(nodes=400), Limits(nodes=600)  # of a move of the two games
_LEAD: Final = 200  # centimen; such a game is won
_LONGEST: Final = 100  # plies; such a game is drawn
_TRIES: Final = 1000  # after as many candidates the last one is used: an unusual set of rules may have no better one
_BLACK_FRONT: Final = range(5, 13)
_WHITE_FRONT: Final = range(21, 29)

# The advantage in centimen, for either side.
_USUAL_WINDOW: Final = range(20, 51)
_FLYING_KINGS_WINDOW: Final = range(45, 96)
_LARGE_BOARD_WINDOW: Final = range(30, 71)
_FEW_MEN_WINDOW: Final = range(31)
_LOSING_WINDOW: Final = range(51)


def window_of(rules: Rules) -> range:
    """Return the window of a rule set, in which about a third of the pairs of two nearly equal players are decided.

    With a larger advantage the better side wins both games of a pair, with a smaller one both are drawn. Flying kings
    draw more games; a game with few men or a losing game is rarely drawn.
    """
    if rules.losing:
        return _LOSING_WINDOW
    if rules.size > AMERICAN.size:
        return _LARGE_BOARD_WINDOW
    if rules.rows_of_men < AMERICAN.rows_of_men:
        return _FEW_MEN_WINDOW
    return _FLYING_KINGS_WINDOW if rules.kings_fly else _USUAL_WINDOW


def unbalanced_opening(rules: Rules, jumping: Jumping, seed: int, number: int) -> Game:
    """Return unbalanced opening ``number``. It depends on the arguments only, not on endgame tables built later."""
    return _found_opening(rules, jumping, seed, number).copy()


@lru_cache(maxsize=1)
def _found_opening(rules: Rules, jumping: Jumping, seed: int, number: int) -> Game:
    """Return unbalanced opening ``number``; after too many tries the last candidate.

    It is cached for the second game of the pair.
    """
    window, generator = window_of(rules), MoveGenerator(rules)
    rng = Random(f"unbalanced {seed} {number}")
    for _ in range(_TRIES):
        game = Game(rules, jumping, _eleven_men(rules, rng) if has_ballots(rules) else None)
        random_plies(game, rng.randint(4, 8), rng)
        if game.huffable or not (is_level(game.position) and generator.is_quiet(game.position)):
            continue
        if abs(advantage(game)) in window and len({_winner(game, limits) for limits in _QUICK}) > 1:
            break
    return game


def _winner(game: Game, limits: Limits) -> int | None:
    """Return the winner of a quick game from an opening, or the side that is far ahead; None for a draw."""
    game, engine = game.copy(), _engine(game.rules, game.jumping)
    while game.outcome is None and game.ply < _LONGEST:
        found = engine.search(game.positions_since_progress(), limits)
        if abs(found.score) >= _LEAD:
            return game.side if found.score > 0 else 1 - game.side
        game.play(found.move)
    return game.outcome.winner if game.outcome is not None else None


def advantage(game: Game) -> int:
    """Return the score of an opening for the side to move, in centimen."""
    engine = _engine(game.rules, game.jumping)
    engine.new_game()
    return engine.analyze(game.positions_since_progress(), _LIMITS).score


@lru_cache(maxsize=1)
def _engine(rules: Rules, jumping: Jumping) -> Engine:
    """Return the engine that judges openings. A worker process keeps it."""
    return Engine(rules, SearchOptions(megabytes=SMALL_TABLE), jumping, tables=tables_for(rules, None))


def _eleven_men(rules: Rules, rng: Random) -> Position:
    """Return the starting position without one man of the front two rows of each side."""
    return Position.start(rules).without(rng.choice(_BLACK_FRONT)).without(rng.choice(_WHITE_FRONT))


def is_level(position: Position) -> bool:
    """Return True if both sides have the same number of men and the same number of kings."""
    black, white, kings = position.black, position.white, position.kings
    return black.bit_count() == white.bit_count() and (black & kings).bit_count() == (white & kings).bit_count()
