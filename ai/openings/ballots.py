"""The 156 three-move ballots of american checkers, and random openings for rule sets without ballots.

Source: the three-move deck of the American Checker Federation. The eighteen barred openings are left out.
"""

from random import Random
from typing import Final

from engine.game import Game
from engine.geometry import BLACK
from engine.notation import read_move
from engine.rules import AMERICAN, Jumping, Rules

_DECK: Final = """
    9-13 21-17 5-9 / 9-13 21-17 6-9 / 9-13 22-17 13-22 / 9-13 22-18 6-9 / 9-13 22-18 10-14 /
    9-13 22-18 10-15 / 9-13 22-18 11-15 / 9-13 22-18 11-16 / 9-13 22-18 12-16 / 9-13 23-18 5-9 /
    9-13 23-18 6-9 / 9-13 23-18 10-15 / 9-13 23-18 11-15 / 9-13 23-18 11-16 / 9-13 23-18 12-16 /
    9-13 23-19 5-9 / 9-13 23-19 6-9 / 9-13 23-19 10-14 / 9-13 23-19 10-15 / 9-13 23-19 11-16 /
    9-13 24-19 5-9 / 9-13 24-19 6-9 / 9-13 24-19 10-14 / 9-13 24-19 11-15 / 9-13 24-19 11-16 /
    9-13 24-20 5-9 / 9-13 24-20 6-9 / 9-13 24-20 10-14 / 9-13 24-20 10-15 / 9-13 24-20 11-15 /
    9-13 24-20 11-16 / 9-14 22-17 5-9 / 9-14 22-17 6-9 / 9-14 22-17 11-15 / 9-14 22-17 11-16 /
    9-14 22-18 5-9 / 9-14 22-18 10-15 / 9-14 22-18 11-15 / 9-14 22-18 11-16 / 9-14 23-18 14-23 /
    9-14 23-19 5-9 / 9-14 23-19 11-16 / 9-14 23-19 14-18 / 9-14 24-19 5-9 / 9-14 24-19 11-15 /
    9-14 24-19 11-16 / 9-14 24-20 5-9 / 9-14 24-20 10-15 / 9-14 24-20 11-15 / 9-14 24-20 11-16 /
    10-14 22-17 7-10 / 10-14 22-17 9-13 / 10-14 22-17 11-15 / 10-14 22-17 11-16 / 10-14 22-17 14-18 /
    10-14 22-18 6-10 / 10-14 22-18 7-10 / 10-14 22-18 11-15 / 10-14 22-18 11-16 / 10-14 22-18 12-16 /
    10-14 23-18 14-23 / 10-14 23-19 6-10 / 10-14 23-19 7-10 / 10-14 23-19 11-15 / 10-14 23-19 11-16 /
    10-14 23-19 14-18 / 10-14 24-19 6-10 / 10-14 24-19 7-10 / 10-14 24-19 11-16 / 10-14 24-19 14-18 /
    10-14 24-20 6-10 / 10-14 24-20 7-10 / 10-14 24-20 11-15 / 10-14 24-20 11-16 / 10-14 24-20 14-18 /
    10-15 21-17 6-10 / 10-15 21-17 7-10 / 10-15 21-17 9-13 / 10-15 21-17 11-16 / 10-15 21-17 15-18 /
    10-15 22-17 6-10 / 10-15 22-17 7-10 / 10-15 22-17 9-13 / 10-15 22-17 11-16 / 10-15 22-17 15-19 /
    10-15 22-18 15-22 / 10-15 23-18 6-10 / 10-15 23-18 7-10 / 10-15 23-18 9-14 / 10-15 23-18 11-16 /
    10-15 23-18 12-16 / 10-15 23-19 6-10 / 10-15 23-19 7-10 / 10-15 23-19 11-16 / 10-15 24-19 15-24 /
    10-15 24-20 6-10 / 10-15 24-20 7-10 / 10-15 24-20 15-19 / 11-15 21-17 8-11 / 11-15 21-17 9-13 /
    11-15 21-17 9-14 / 11-15 21-17 15-19 / 11-15 22-17 8-11 / 11-15 22-17 9-13 / 11-15 22-17 15-18 /
    11-15 22-17 15-19 / 11-15 22-18 15-22 / 11-15 23-18 8-11 / 11-15 23-18 9-14 / 11-15 23-18 10-14 /
    11-15 23-18 12-16 / 11-15 23-18 15-19 / 11-15 23-19 8-11 / 11-15 23-19 9-13 / 11-15 23-19 9-14 /
    11-15 24-19 15-24 / 11-15 24-20 8-11 / 11-15 24-20 12-16 / 11-15 24-20 15-18 / 11-16 21-17 7-11 /
    11-16 21-17 8-11 / 11-16 21-17 9-13 / 11-16 21-17 9-14 / 11-16 21-17 16-20 / 11-16 22-17 7-11 /
    11-16 22-17 8-11 / 11-16 22-17 9-13 / 11-16 22-17 16-20 / 11-16 22-18 7-11 / 11-16 22-18 8-11 /
    11-16 22-18 16-19 / 11-16 22-18 16-20 / 11-16 23-18 7-11 / 11-16 23-18 8-11 / 11-16 23-18 9-14 /
    11-16 23-18 10-14 / 11-16 23-18 16-20 / 11-16 23-19 16-23 / 11-16 24-19 7-11 / 11-16 24-19 8-11 /
    11-16 24-19 16-20 / 11-16 24-20 7-11 / 11-16 24-20 16-19 / 12-16 21-17 9-13 / 12-16 21-17 9-14 /
    12-16 21-17 16-19 / 12-16 21-17 16-20 / 12-16 22-17 16-19 / 12-16 22-17 16-20 / 12-16 22-18 16-19 /
    12-16 22-18 16-20 / 12-16 23-18 16-19 / 12-16 23-18 16-20 / 12-16 24-19 16-20 / 12-16 24-20 8-12 /
    12-16 24-20 10-15
"""

BALLOTS: Final[tuple[tuple[str, ...], ...]] = tuple(tuple(ballot.split()) for ballot in _DECK.split("/"))


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
