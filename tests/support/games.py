"""Games from a position, and moves in numbers."""

from engine.fen import parse_fen
from engine.game import Game
from engine.notation import read_move
from engine.rules import RULE_SETS, Jumping


def game_at(fen: str, rules: str = "american", jumping: Jumping = "forced") -> Game:
    """Return a game that begins in a position."""
    return Game(RULE_SETS[rules], jumping, parse_fen(fen, RULE_SETS[rules]))


def play(game: Game, *moves: str) -> Game:
    """Play moves, and return the game."""
    for move in moves:
        game.play(read_move(move, game.routes()))
    return game
