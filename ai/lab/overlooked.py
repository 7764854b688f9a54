"""The shots that each level overlooks, measured on games that it plays against itself.

Each legal move has a *view* for each length of the line of play that follows it: no reply, the reply alone, the
captures after it, and searches of 3 and more plies. A move that loses a man or more against the best one allows a shot,
or misses one. Its length is the shortest view from which on it looks worse. A position in which a move allows a shot of
some length is a *chance to err*; a player who plays such a move has overlooked the shot.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from ai.engine import Engine, Limits, never
from ai.levels import LEVELS, MoveRequest
from ai.openings.ballots import random_plies
from ai.opponent import Opponent
from ai.search.options import SMALL_TABLE, SearchOptions
from engine.game import Game
from engine.position import Move, Position
from engine.rules import Rules

VIEWS: Final = ("capture", "reply", "recapture", "3 plies", "5 plies", "7 plies", "9 plies")
_DEPTHS: Final = (1, 3, 5, 7, 9)
_LIMITS: Final = Limits(nodes=50_000)
_OPENING_PLIES: Final = 3
_MAN: Final = 100  # centimen; a player who counts pieces counts them in full, whoever stands better
_KING: Final = 167


class Overlooked(NamedTuple):
    """The chances of a player to err, and his errors, by the views of ``VIEWS``."""

    chances: tuple[int, ...]
    errors: tuple[int, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of the chances to err that were taken, by view; 0 without a chance."""
        return tuple(errors / max(1, chances) for errors, chances in zip(self.errors, self.chances, strict=True))


def _material(position: Position, side: int, rules: Rules) -> int:
    """Return the material of a position for a side, in centimen; in a losing game fewer pieces are better."""
    worth = [
        _MAN * pieces.bit_count() + (_KING - _MAN) * (pieces & position.kings).bit_count()
        for pieces in (position.of(side), position.of(1 - side))
    ]
    return (worth[0] - worth[1]) * (-1 if rules.losing else 1)


def _views(engine: Engine, positions: Sequence[Position]) -> Iterator[dict[Move, int]]:
    """Yield for each view the material by legal move in the last position, after the line that begins with it."""
    side, moves, rules = positions[-1].side, engine.legal_moves(positions[-1]), engine.rules
    yield {move: _material(move.after, side, rules) for move in moves}
    replies = {move: [each for each in engine.legal_moves(move.after) if each.captured] for move in moves}
    yield {
        move: min((_material(each.after, side, rules) for each in after), default=_material(move.after, side, rules))
        for move, after in replies.items()
    }
    engine.new_game()
    for depth in _DEPTHS:
        limits = Limits(depth, _LIMITS.nodes, lines=len(moves))
        found = engine.analyze(positions, limits).lines
        yield {each.pv[0]: _material(_quiet(engine, each.pv[-1].after), side, rules) for each in found}


def _quiet(engine: Engine, position: Position) -> Position:
    """Return the position after the captures that are possible in a position, the longest each time."""
    while captures := [move for move in engine.legal_moves(position) if move.captured]:
        position = max(captures, key=lambda move: len(move.captured)).after
    return position


def chances_of(engine: Engine, positions: Sequence[Position], move: Move) -> Iterator[tuple[int, bool]]:
    """Yield each length of the shots that moves in the last position allow, and True if ``move`` allows such a shot.

    ``positions`` begin after the last irreversible move.
    """
    views = list(_views(engine, positions))
    lengths = {each: _length(each, views) for each in views[0]}
    for length in sorted({each for each in lengths.values() if each is not None}):
        yield length, lengths[move] == length


def _length(move: Move, views: Sequence[Mapping[Move, int]]) -> int | None:
    """Return the first view from which on a move is worse than the best by a man; None if it is not in the last."""
    length = None
    for number in range(len(views) - 1, -1, -1):
        if max(views[number].values()) - views[number].get(move, 0) < _MAN:
            break
        length = number
    return length


def overlooked(rules: Rules, level: int, games: int, seed: int) -> Overlooked:
    """Let a level play against itself, and return what it overlooked. Only moves with a choice count."""
    engine = Engine(rules, SearchOptions(megabytes=SMALL_TABLE))
    chances, errors = [0] * len(VIEWS), [0] * len(VIEWS)
    for number in range(games):
        rng, game, opponent = Random(f"{seed} {number}"), Game(rules), Opponent()
        random_plies(game, _OPENING_PLIES, rng)
        while game.outcome is None:
            move = opponent.choose_move(MoveRequest(game, LEVELS[level], rng), never).move
            if len(game.legal_moves()) > 1:
                for length, is_error in chances_of(engine, game.positions_since_progress(), move):
                    chances[length] += 1
                    errors[length] += is_error
            game.play(move)
    return Overlooked(tuple(chances), tuple(errors))
