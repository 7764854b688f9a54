"""The game whose moves are guessed: the side that is guessed, and the moves that are asked for."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final

from console.game.options import LONGEST_NAME
from console.game.player_tags import shown_name
from engine.game import Game, Turn
from engine.geometry import SIDE_NAMES
from engine.pdn.reader import read_games
from engine.pdn.record import DRAWN, GameRecord
from engine.position import Position

_OPENING: Final = 6  # plies from the start position that are shown and not asked for
_LENGTHS: Final = range(30, 61)  # plies of a master's game
_FEWEST: Final = 8  # guesses in a master's game


class GuessedGame:
    """A recorded game. The moves of the winner are guessed; without a winner, those of the side that moved first.

    ``is_masters``: the players are masters without names. ``names`` are the players' names by side, as they are shown.
    ``first`` is the ply at which the guesses begin: the opening is shown if the game began at the start position.
    """

    def __init__(self, record: GameRecord, is_masters: bool = False) -> None:
        winner = record.outcome.winner if record.outcome is not None else None
        self.record: Final = record
        self.side: Final = record.start.side if winner is None else winner
        self.is_masters: Final = is_masters
        named = (shown_name(record, color, color)[:LONGEST_NAME] for color in SIDE_NAMES)
        self.names: Final = ("a master", "a master") if is_masters else tuple(named)
        self.first: Final = _OPENING if record.start == Position.start(record.rules) else 0

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns of the game."""
        return self.record.turns

    def start(self) -> Game:
        """Return the game after its opening."""
        game = Game(self.record.rules, self.record.jumping, self.record.start)
        for turn in self.turns[: self.first]:
            game.replay(turn)
        return game

    @cached_property
    def plies(self) -> Sequence[int]:
        """The plies at which a guess is asked for: ``side`` is to move, has a choice, and the game is not over."""
        game, asked = self.start(), list[int]()
        for turn in self.turns[self.first :]:
            if game.side == self.side and game.outcome is None and has_choice(game):
                asked.append(game.ply)
            game.replay(turn)
        return asked


def has_choice(game: Game) -> bool:
    """Return True if the legal moves lead to different positions."""
    return len({move.after for move in game.legal_moves()}) > 1


def masters_game(texts: Sequence[str], rng: Random) -> GuessedGame:
    """Return a random one of the masters' games that one side won in 15 to 30 moves and that have at least 8 guesses.

    Raises ValueError if there is none.
    """
    for text in rng.sample(texts, len(texts)):
        if DRAWN not in text:
            (record,), _ = read_games(text)
            game = GuessedGame(record, is_masters=True)
            if len(game.turns) in _LENGTHS and len(game.plies) >= _FEWEST:
                return game
    raise ValueError("there is no such game")
