"""The 156 three-move ballots of american checkers, and random openings for rule sets without ballots.

The ballots are in the file ``ballots.txt``.
"""

from pathlib import Path
from random import Random
from typing import Final

from engine.game import Game
from engine.geometry import BLACK
from engine.notation import read_move
from engine.rules import AMERICAN, Jumping, Rules

_LINES: Final = Path(__file__).with_name("ballots.txt").read_text("utf-8").splitlines()
BALLOTS: Final = tuple(tuple(line.split()) for line in _LINES if not line.startswith("#"))


def has_ballots(rules: Rules) -> bool:
    """Return True if the ballots suit a rule set: it begins like american checkers, and its kings are short."""
    begins_alike = (rules.first, rules.size, rules.rows_of_men) == (BLACK, AMERICAN.size, AMERICAN.rows_of_men)
    return begins_alike and not (rules.kings_fly or rules.losing)


def ballot_game(rules: Rules, number: int, jumping: Jumping = "forced") -> Game:
    """Return a game after the three moves of ballot ``number``, counted from 1. Raises ValueError for other numbers."""
    game = Game(rules, jumping)
    play_ballot(game, number)
    return game


def play_ballot(game: Game, number: int) -> None:
    """Play the three moves of ballot ``number``, counted from 1, in a game without moves. Raises ValueError."""
    if not has_ballots(game.rules):
        raise ValueError(f"{game.rules.name} is not played from ballots")
    if not 1 <= number <= len(BALLOTS):
        raise ValueError(f"there is no ballot {number}; they are 1 to {len(BALLOTS)}")
    for text in BALLOTS[number - 1]:
        game.play(read_move(text, game.routes()))


def random_plies(game: Game, plies: int, rng: Random) -> None:
    """Play ``plies`` random legal moves, or fewer if every move would end the game."""
    for _ in range(plies):
        moves = game.legal_moves()
        rng.shuffle(moves)
        for move in moves:
            game.play(move)
            if game.outcome is None:
                break
            game.go_to(game.ply - 1)
