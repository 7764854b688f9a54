"""The moves that rated people chose in their games, and how well the policy and the levels foretell them.

A *choice* is a move of a person who had another one. One game in ten, by a hash of its moves, is set aside for tests.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha1
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from ai.engine import never
from ai.levels import LEVELS, MoveRequest
from ai.opponent import Opponent
from ai.policy import liked
from engine.game import Game
from engine.geometry import WHITE
from engine.pdn.record import GameRecord
from engine.position import Move

_ONE_IN: Final = 10
BANDS: Final = {"under 1600": 1600, "1600 to 1899": 1900, "1900 and more": 10_000}
"""The bands of ratings, and the ratings at which they end."""
MATCHED: Final = {number: level for number, level in LEVELS.items() if level.nodes}
"""The levels that are compared with people: all without a time limit."""


class Choice(NamedTuple):
    """A move that a person with a rating chose. ``game`` stands before it, and changes with the next choice."""

    game: Game
    move: Move
    rating: int


def is_set_aside(record: GameRecord) -> bool:
    """Return True for a game that no fit may use."""
    moves = " ".join(str(turn.move.path) for turn in record.turns)
    return int(sha1(moves.encode()).hexdigest(), 16) % _ONE_IN == 0


def choices(records: Iterable[GameRecord]) -> Iterator[Choice]:
    """Yield the choices of people, whose ratings are in the tags WhiteElo and BlackElo.

    Players whose WhiteType or BlackType is "program" are left out, and games in which jumps may be declined.
    """
    for record in records:
        game = Game(record.rules, start=record.start)
        for turn in record.turns if record.jumping == "forced" else ():
            color = "White" if game.side == WHITE else "Black"
            rating = record.tag(f"{color}Elo")
            is_person = rating.isdecimal() and record.tag(f"{color}Type") != "program"
            if is_person and int(rating) and len(game.legal_moves()) > 1:
                yield Choice(game, turn.move, int(rating))
            game.play(turn.move)
            if game.outcome is not None:
                break


def is_same(move: Move, other: Move) -> bool:
    """Return True if two moves of a position take the same pieces from the same square to the same square."""
    return (move.start, move.end, {*move.captured}) == (other.start, other.end, {*other.captured})


@dataclass
class Foretold:
    """The choices in a band of ratings that were foretold: by the most likely move of the policy, and by each level."""

    moves: int = 0
    tops: int = 0
    information: float = 0.0
    hits: list[int] = field(default_factory=lambda: [0] * len(MATCHED))

    @property
    def top(self) -> float:
        """The share of the choices that are the most likely move of the policy."""
        return self.tops / max(1, self.moves)

    @property
    def perplexity(self) -> float:
        """The number of equally likely moves among which the policy would be as unsure."""
        return math.exp(self.information / max(1, self.moves))

    @property
    def levels(self) -> list[float]:
        """The share of the choices that each level plays, too."""
        return [hits / max(1, self.moves) for hits in self.hits]


def foretold(records: Iterable[GameRecord], every: int) -> dict[str, Foretold]:
    """Return how well the choices are predicted, by the bands of ratings. One choice in ``every`` is used."""
    found = {band: Foretold() for band in BANDS}
    opponents = [Opponent() for _ in MATCHED]
    for number, choice in enumerate(islice(choices(records), 0, None, every)):
        band = found[next(name for name, end in BANDS.items() if choice.rating < end)]
        game = choice.game
        likes = liked(game, choice.rating)
        own = next(like for move, like in likes.items() if is_same(move, choice.move))
        band.moves += 1
        band.tops += own == max(likes.values())
        band.information += math.log(sum(math.exp(like - own) for like in likes.values()))
        for place, (opponent, level) in enumerate(zip(opponents, MATCHED.values(), strict=True)):
            request = MoveRequest(game, level, Random(f"{number} {place}"))
            band.hits[place] += is_same(opponent.choose_move(request, never).move, choice.move)
    return found
