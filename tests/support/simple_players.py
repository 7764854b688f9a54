"""Simple players, and the scores of levels against them, in american checkers."""

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from ai.engine import Engine, Limits, never
from ai.levels import LEVELS, MoveRequest
from ai.opponent import Opponent
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import AMERICAN, Rules

Mover: TypeAlias = Callable[[Game, Random], Move]
_GENERATOR: Final = MoveGenerator(AMERICAN)
_ENGINE: Final = Engine(AMERICAN)
_HALF_A_MAN: Final = 50  # centimen
_LONGEST: Final = 200  # plies; a longer game is a draw


def _most_taken(position: Position) -> int:
    return max((len(move.captured) for move in _GENERATOR.legal_moves(position)), default=0)


def random_mover(game: Game, rng: Random) -> Move:
    """Choose any legal move."""
    return rng.choice(game.legal_moves())


def sees_the_recapture(game: Game, rng: Random) -> Move:
    """Choose among the moves that take most, less what the reply can take."""
    worth = {move: len(move.captured) - _most_taken(move.after) for move in game.legal_moves()}
    return rng.choice([move for move, each in worth.items() if each == max(worth.values())])


def game_of(number: int, rng: Random, plies: int, rules: Rules) -> Game:
    """Return the first plies of a game of a level against itself."""
    game, opponent = Game(rules, rules.jumpings[0]), Opponent()
    while game.ply < plies and game.outcome is None:
        game.play(opponent.choose_move(MoveRequest(game, LEVELS[number], rng), never).move)
    return game


def _lost(move: Move) -> int:
    """Return the most pieces that a reply to a move takes, less what is taken back."""
    replies = _GENERATOR.legal_moves(move.after)
    return max((len(reply.captured) - _most_taken(reply.after) for reply in replies if reply.captured), default=0)


def _score(position: Position) -> int:
    """Return the score of a position for the side to move, by a search."""
    _ENGINE.new_game()
    return _ENGINE.analyze([position], Limits(nodes=20_000)).score


def _hangs(game: Game, played: Move) -> bool | None:
    """Return True if a free move leaves a piece to be taken for nothing; None for a move that is not free.

    A piece that a search regains, or whose loss costs less than half a man, is given up for something.
    """
    moves = game.legal_moves()
    if len(moves) < 2 or moves[0].captured or min(map(_lost, moves)) > 0:
        return None
    return _lost(played) > 0 and _score(game.position) + _score(played.after) >= _HALF_A_MAN


def score(number: int, other: Mover, games: int) -> tuple[float, float]:
    """Return the score of a level in per cent, and the per cent of its free moves that leave a piece to be taken."""
    points, hung = 0.0, list[bool]()
    for seed in range(games):
        rng, game, opponent, side = Random(seed), Game(AMERICAN), Opponent(), seed % 2
        while game.outcome is None and game.ply < _LONGEST:
            if game.side == side:
                move = opponent.choose_move(MoveRequest(game, LEVELS[number], rng), never).move
                left = _hangs(game, move)
                hung += [] if left is None else [left]
            else:
                move = other(game, rng)
            game.play(move)
        winner = None if game.outcome is None else game.outcome.winner
        points += 0.5 if winner is None else float(winner == side)
    return 100 * points / games, 100 * sum(hung) / len(hung)
